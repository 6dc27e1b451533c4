// The focus before and after a dialog.
import { useState } from 'react'

/**
 * Remembers what had the focus when the dialog opened. Radix reads it too late, after `autoFocus` has moved it. For a
 * menu item this is the menu's button, because the item disappears with its menu.
 */
export function useOpener(open: boolean): HTMLElement | null {
  const [{ wasOpen, opener }, remember] = useState<Opener>(NEVER_OPEN)
  if (open !== wasOpen) remember({ wasOpen: open, opener: open ? lastingElement(document.activeElement) : opener })
  return opener
}

interface Opener {
  wasOpen: boolean
  opener: HTMLElement | null
}
const NEVER_OPEN: Opener = { wasOpen: false, opener: null }

function lastingElement(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  if (menu) return lastingElement(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''))
  return element instanceof HTMLElement && element !== document.body ? element : null
}

/** For `onCloseAutoFocus`: the opener gets the focus back, or the page if there is none any more. */
export function returnFocus(event: Event, opener: HTMLElement | null): void {
  event.preventDefault()
  // The action may have moved the focus already, or removed the opener.
  const next = opener?.isConnected ? opener : document.querySelector('main')
  if (document.activeElement === document.body) next?.focus()
}

// The focus before and after a dialog.
import { useState } from 'react'
import { nearestControl } from './useFocusFallback.ts'

/**
 * Remembers what had the focus when the dialog opened, with its ancestors, innermost first. Radix reads it too late, after
 * `autoFocus` has moved it. For a menu item this is the menu's button, because the item disappears with its menu.
 */
export function useOpener(open: boolean): readonly Element[] {
  const [{ wasOpen, opener }, remember] = useState<Opener>(NEVER_OPEN)
  if (open !== wasOpen)
    remember({ wasOpen: open, opener: open ? withAncestors(lastingElement(document.activeElement)) : opener })
  return opener
}

interface Opener {
  wasOpen: boolean
  opener: readonly Element[]
}
const NEVER_OPEN: Opener = { wasOpen: false, opener: [] }

function withAncestors(element: HTMLElement | null): Element[] {
  const path: Element[] = []
  for (let up: Element | null = element; up && up.tagName !== 'MAIN' && up !== document.body; up = up.parentElement)
    path.push(up)
  return path
}

function lastingElement(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  if (menu) return lastingElement(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''))
  return element instanceof HTMLElement && element !== document.body ? element : null
}

/** For `onCloseAutoFocus`: the opener gets the focus back, or the control nearest to it, or the page. */
export function returnFocus(event: Event, opener: readonly Element[]): void {
  event.preventDefault()
  // The action may have moved the focus already, or removed the opener.
  if (document.activeElement !== document.body) return
  const [control] = opener
  if (control instanceof HTMLElement && control.isConnected) control.focus()
  else (nearestControl(opener) ?? document.querySelector('main'))?.focus()
}

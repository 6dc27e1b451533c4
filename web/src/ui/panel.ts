// What every panel that opens beside its button has in common: menus, popovers and selects.
import { useId, useRef, useState } from 'react'

export const PANEL = 'z-50 animate-in rounded-10 bg-raised shadow-float outline-none'
/** px to the button and to the edges of the window. */
export const PANEL_PLACE = { sideOffset: 4, collisionPadding: 8 } as const

interface Options {
  /** For a panel that is not only opened by its button. */
  open: boolean | undefined
  onOpenChange: ((open: boolean) => void) | undefined
}

/** Whether a panel is open, and what its button says about it. */
export function usePanel({ open: isHeldOpen, onOpenChange }: Options) {
  const [isOpen, setOpen] = useState(false)
  const open = isHeldOpen ?? isOpen
  const [hasOpened, setOpened] = useState(open)
  if (open && !hasOpened) setOpened(true)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const button = useRef<HTMLElement>(null)
  const panelId = useId()
  return {
    open,
    /** The code of the panel is needed from here on. */
    hasOpened,
    change,
    button,
    panelId,
    buttonProps: {
      ref: button,
      type: 'button',
      'aria-expanded': open,
      'aria-controls': open ? panelId : undefined,
      'data-state': open ? 'open' : 'closed',
    },
  }
}

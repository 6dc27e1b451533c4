import { useLayoutEffect } from 'react'
import { useLatest } from './useLatest.ts'

/** The key that goes with a letter for what works everywhere, also while typing: `${MOD} K`. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

/** The keys that send what is being written, as their tooltip. */
export const SEND_KEYS = MOD === '⌘' ? '⌘Enter' : 'Ctrl+Enter'

/** Whether somebody types there. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable=true]') !== null

/** Whether the keys belong to something that is open above the page. */
export const isCovered = (): boolean => document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null

/** Whether these are the keys: one alone, never with Ctrl, Cmd or Alt held; or one with `MOD`, for which both Ctrl and Cmd do. */
export function isPressed(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>, keys: string): boolean {
  const needsMod = keys.startsWith(`${MOD} `)
  const key = needsMod ? keys.slice(MOD.length + 1) : keys
  const hasMod = event.ctrlKey || event.metaKey
  return event.key.toLowerCase() === key.toLowerCase() && hasMod === needsMod && !event.altKey
}

/** The same for a shortcut of the page: never under a dialog or a menu, and one key alone never while typing. */
export const isShortcut = (event: KeyboardEvent, keys: string): boolean =>
  isPressed(event, keys) &&
  !event.defaultPrevented &&
  !isCovered() &&
  (event.ctrlKey || event.metaKey || !isField(event.target))

/** Escape: in a field it leaves the field, elsewhere it does what is asked; what is open above the page has taken it before. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useLatest(onEscape)
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !latest.current) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) target.blur()
      else if (!isField(target) && !isCovered()) latest.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

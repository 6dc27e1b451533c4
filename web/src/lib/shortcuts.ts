import { useEffect, useRef } from 'react'

/** Whether keys typed here are text, or belong to something that is open above the page. */
function isTaken(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null
  if (element?.closest('input, textarea, select, [contenteditable=true]')) return true
  return document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null
}

/** One-letter shortcuts of a page: never with Ctrl, Cmd or Alt held, never while typing, never under a dialog or a menu. */
export function useShortcut(key: string, onPress: (() => void) | undefined): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return
      if (event.key.toLowerCase() !== key || !latest.current) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [key])
}

/** Escape: in a field it leaves the field, elsewhere it does what is asked; what is open above the page has taken it before. */
export function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !latest.current) return
      const { target } = event
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) target.blur()
      else if (!isTaken(target)) latest.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

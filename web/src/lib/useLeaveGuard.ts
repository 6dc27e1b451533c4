import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * Guards a page that shows something only once. Blocks Back and links, and calls `onLeave`. The browser asks before a
 * reload.
 */
export function useLeaveGuard(onLeave: () => void): void {
  const blocker = useBlocker(true)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    onLeave()
  }, [blocker, onLeave])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
}

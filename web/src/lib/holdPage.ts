import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/**
 * For what is shown once. Back, a link or a reload take the page away: the first two are held, the browser asks before the
 * third.
 */
export function useHoldPage(onLeave: () => void): void {
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

import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../lib/mediaQuery.ts'

/** How long each step is shown at least. */
const STEP_MS = 250

/** Counts up to `target`, showing each step for a moment. Jumps immediately with reduced motion. */
export function usePacedStep(target: number): number {
  const [shown, setShown] = useState(0)
  const shownSince = useRef(performance.now())
  const inOneGo = useMediaQuery('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    if (shown >= target) return
    const left = inOneGo ? 0 : STEP_MS - (performance.now() - shownSince.current)
    const timer = setTimeout(
      () => {
        shownSince.current = performance.now()
        setShown(inOneGo ? target : shown + 1)
      },
      Math.max(left, 0),
    )
    return () => clearTimeout(timer)
  }, [shown, target, inOneGo])
  return shown
}

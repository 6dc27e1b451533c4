import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../lib/mediaQuery.ts'

/** How long a step stays at least; the work itself may be done in no time. */
const STEP_MS = 250

/** Follows a number upwards one by one, each long enough to be seen; at once for people who want less motion. */
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

import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'

/** Rows that are rendered at once: a thousand would freeze the page for seconds. */
const STEP = 100

let latest = STEP

/**
 * How many rows of the list to show, and functions to show more and to start over. The Back button returns to as many
 * as before.
 */
export function useShownCount() {
  const isReturning = useNavigationType() === 'POP'
  const [count, setCount] = useState(isReturning ? latest : STEP)
  useEffect(() => {
    latest = count
  }, [count])
  return { count, showMore: () => setCount(count + STEP), reset: () => setCount(STEP) }
}

// Sending to many webhooks costs more than the write that caused it. Spread over time, it never holds up other calls.

/** Steps that start together, and how long until the next ones: at most 400 steps a second. */
const [STEPS, EVERY_MS] = [2, 5]

/** Resolves when the caller's turn has come, in the order of the calls. */
export type Pace = () => Promise<void>

/** Once `isOver`, nothing waits. */
export function createPace(isOver: () => boolean): Pace {
  const waiting: (() => void)[] = []
  let left = STEPS
  let isRunning = false

  const next = () => {
    left = STEPS
    while (waiting.length > 0 && (left > 0 || isOver())) {
      left--
      waiting.shift()?.()
    }
    isRunning = left < STEPS
    if (isRunning) setTimeout(next, EVERY_MS)
  }
  return () => {
    if (isOver()) return Promise.resolve()
    if (!isRunning) setTimeout(next, EVERY_MS)
    isRunning = true
    if (left > 0 && waiting.length === 0) {
      left--
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      waiting.push(resolve)
    })
  }
}

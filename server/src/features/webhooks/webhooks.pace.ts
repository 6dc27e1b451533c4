// Sending to many webhooks costs more than the write that caused it. Spread over time, it never holds up other calls.
import { performance } from 'node:perf_hooks'

/** Steps that start together, and how long until the next ones: 500 a second, and 2,000 while the process has time. */
const [STEPS, IDLE_STEPS, EVERY_MS] = [1, 4, 2]
/** The part of its time that a process with time to spare is busy, sending included. */
const BUSY_MAX = 0.3

/** Resolves when the caller's turn has come, in the order of the calls. */
export type Pace = () => Promise<void>

/** Once `isOver`, nothing waits. `isBusy` is asked before each group of steps. */
export function createPace(isOver: () => boolean, isBusy = watchProcess()): Pace {
  const waiting: (() => void)[] = []
  let left = STEPS
  let isRunning = false

  const next = () => {
    const steps = isBusy() ? STEPS : IDLE_STEPS
    left = steps
    while (waiting.length > 0 && (left > 0 || isOver())) {
      left--
      waiting.shift()?.()
    }
    isRunning = left < steps
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

/** Whether the process was busy since the last call. */
function watchProcess(): () => boolean {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization > BUSY_MAX
  }
}

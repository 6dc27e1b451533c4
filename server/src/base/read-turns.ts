import { FairQueue } from './fair-queue.ts'
import { TURN_MS } from './turns.ts'

/** Reads that wait for a later iteration of the event loop. */
const waiting = new FairQueue<() => void>()

/** When the time of this iteration is used up; null if it has read nothing yet. */
let until: number | null = null

/**
 * Reads of many callers that arrive together would be answered in one iteration of the event loop, and everything else
 * would wait for all of them. Once a turn is used up, the rest waits for further iterations, one read of each person in
 * turn. Undefined if the read may begin at once; otherwise resolves when it may.
 */
export function turnToRead(personId: string): Promise<void> | undefined {
  if (waiting.length === 0 && hasTime()) return undefined
  return new Promise((resolve) => waiting.push(personId, resolve))
}

function hasTime(): boolean {
  const now = performance.now()
  if (until !== null) return now < until
  until = now + TURN_MS
  setImmediate(startTurn)
  return true
}

function startTurn(): void {
  until = performance.now() + TURN_MS
  startNext()
}

function startNext(): void {
  const start = waiting.shift()
  if (start === undefined) {
    until = null
    return
  }
  start()
  // The next tick runs when the microtasks have run dry: on SQLite the read is then over.
  queueMicrotask(() =>
    process.nextTick(() => (performance.now() < (until ?? 0) ? startNext() : setImmediate(startTurn))),
  )
}

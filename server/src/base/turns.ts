// Long work yields to everything else in between: it runs in turns of a few milliseconds.

/** Long work that waits for its next turn. */
const waiting: (() => void)[] = []

let resting: Promise<void> | null = null

/** Resolves when all work that rests now has had its next turn; null if none rests. */
export const whileResting = (): Promise<void> | null => resting

/**
 * Yields to everything else during long work. All long work of the server shares one queue, and one of it goes on
 * in each iteration of the event loop: however much there is, others wait for one turn.
 */
export function rest(): Promise<void> {
  const mine = new Promise<void>((resolve) => {
    waiting.push(() => {
      // More may rest by now.
      if (resting === mine) resting = null
      resolve()
    })
  })
  resting = mine
  // Work that begins with a request would go on before the next request is read: the first callback runs in the same
  // iteration of the event loop.
  if (waiting.length === 1) setImmediate(() => setImmediate(goOn))
  return mine
}

function goOn(): void {
  const next = waiting.shift()
  if (waiting.length > 0) setImmediate(goOn)
  next?.()
}

/** Long work runs this long in one iteration of the event loop; then it yields. */
export const TURN_MS = 15

/** Items between two checks of the clock. */
const GLANCE_ITEMS = 50

/** So many may need a whole turn, and what came before them has used some of this one. */
const MANY_ITEMS = 1_000

/** Before work on all of the items at once. */
export async function restIfMany(items: readonly unknown[] | ReadonlyMap<unknown, unknown>): Promise<void> {
  const count = 'size' in items ? items.size : items.length
  if (count > MANY_ITEMS) await rest()
}

/** Returns a function that yields to others once a turn is used up. To be awaited between steps of long work. */
export function takingTurns(): () => Promise<void> {
  let restAt = performance.now() + TURN_MS
  return async () => {
    if (performance.now() < restAt) return
    await rest()
    restAt = performance.now() + TURN_MS
  }
}

/** `map` for many items, which yields to others before it begins and in between. */
export async function mapInTurns<T, R>(items: readonly T[], make: (item: T, index: number) => R): Promise<R[]> {
  const made: R[] = []
  await restIfMany(items)
  let restAt = performance.now() + TURN_MS
  for (const item of items) {
    made.push(make(item, made.length))
    if (made.length % GLANCE_ITEMS !== 0 || performance.now() < restAt) continue
    await rest()
    restAt = performance.now() + TURN_MS
  }
  return made
}

/** Runs long work to its end and yields to others after each of its steps. */
export async function inTurns<T>(work: Generator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await rest()
  }
}

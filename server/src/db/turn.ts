/**
 * Rejects work that awaits anything but the database. SQLite resolves within the same turn, so work that is still
 * pending after the microtask queue drains waits for something else.
 */
export function withinTurn<T>(work: Promise<T>, refusal: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    let settled = false
    work.then(
      (value) => {
        settled = true
        resolve(value)
      },
      (error: unknown) => {
        settled = true
        reject(error)
      },
    )
    const refuse = () => {
      if (settled) return
      if (resting) void resting.then(watch)
      else reject(refusal())
    }
    const watch = () => queueMicrotask(() => process.nextTick(refuse)) // the next tick runs when the microtasks have run dry
    watch()
  })
}

let resting: Promise<void> | null = null

/** Yields to all readers during long work. It is the only thing besides the database that a command may await. */
export function rest(): Promise<void> {
  const mine = new Promise<void>((resolve) => {
    const done = () => {
      // Another one may rest by now.
      if (resting === mine) resting = null
      resolve()
    }
    // Work that begins with a request would go on before the next request is read: the first callback runs in the same
    // iteration of the event loop.
    setImmediate(() => setImmediate(done))
  })
  resting = mine
  return mine
}

/** Consecutive statements of long work run this long in one turn of the event loop; then the work yields. */
const TURN_MS = 15

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

/** Long work on a synchronous database checks after each statement whether to yield. */
export class Pace {
  #restAt = Number.POSITIVE_INFINITY
  #onFirstRest: (() => void) | undefined
  /** From now on the work yields; `onFirstRest` is called at the first pause. */
  begin(onFirstRest?: () => void): void {
    this.#onFirstRest = onFirstRest
    this.#startTurn()
  }
  end(): void {
    this.#restAt = Number.POSITIVE_INFINITY
  }
  #startTurn(): void {
    this.#restAt = performance.now() + TURN_MS
  }
  isOver(): boolean {
    return this.#restAt !== Number.POSITIVE_INFINITY && performance.now() > this.#restAt
  }
  async rest(): Promise<void> {
    this.#onFirstRest?.()
    this.#onFirstRest = undefined
    await rest()
    if (this.#restAt !== Number.POSITIVE_INFINITY) this.#startTurn()
  }
}

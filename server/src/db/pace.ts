import { rest, TURN_MS, whileResting } from '../base/turns.ts'

/**
 * Rejects work that awaits anything but the database and `rest`. SQLite resolves within the same turn, so work that is
 * still pending after the microtask queue drains waits for something else.
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
      const resting = whileResting()
      if (resting) void resting.then(watch)
      else reject(refusal())
    }
    const watch = () => queueMicrotask(() => process.nextTick(refuse)) // the next tick runs when the microtasks have run dry
    watch()
  })
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

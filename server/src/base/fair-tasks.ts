import { FairQueue } from './fair-queue.ts'

/** Runs tasks, at most `atOnce` at a time. Owners who wait take turns; the tasks of each run in their order. */
export class FairTasks {
  readonly #places: number
  readonly #waiting = new FairQueue<() => void>()
  #running = 0

  constructor(atOnce: number) {
    this.#places = atOnce
  }

  /** Tasks that wait for their turn. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Those of one owner. */
  waitingOf(owner: string): number {
    return this.#waiting.lengthOf(owner)
  }

  /** Settles like the task. */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#places) this.#running++
    // A task that ends hands over its place.
    else await new Promise<void>((resolve) => this.#waiting.push(owner, resolve))
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}

import fastq from 'fastq'

/** Runs tasks in their order, at most `atOnce` at a time. */
export class TaskQueue {
  readonly #queue: fastq.queueAsPromised<() => Promise<unknown>, unknown>

  constructor(atOnce: number) {
    this.#queue = fastq.promise((task: () => Promise<unknown>) => task(), atOnce)
  }

  /** Settles like the task. */
  run<T>(task: () => Promise<T>): Promise<T> {
    return this.#queue.push(task) as Promise<T>
  }

  /** Tasks that wait for their turn. */
  get waiting(): number {
    return this.#queue.length()
  }
}

/**
 * SQLite answers within the turn, so work that only awaits its database settles before the microtasks run dry, and nothing else has
 * run in between. Work that does not is waiting for something else: it is refused, every time and not only under load.
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

/** In the middle of long work: everyone who reads has a turn. It is the one thing that a command may await beside its database. */
export function rest(): Promise<void> {
  resting = new Promise((resolve) => {
    setImmediate(() => {
      resting = null
      resolve()
    })
  })
  return resting
}

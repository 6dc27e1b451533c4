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
      if (!settled) reject(refusal())
    }
    queueMicrotask(() => process.nextTick(refuse)) // the next tick runs when the microtasks have run dry
  })
}

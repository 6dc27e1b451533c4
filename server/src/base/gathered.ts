/**
 * Batches lookups: keys that arrive during a query go into the next one. An answer is never older than its key, and
 * under load one query serves many calls.
 */
export function gathered<A>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, A>>,
): (key: string) => Promise<A | undefined> {
  let asking: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<string>; answers: Promise<ReadonlyMap<string, A>> } | null = null

  function prepareNext() {
    const keys = new Set<string>()
    const answers = asking.then(() => {
      next = null
      return ask([...keys])
    })
    asking = answers.catch(() => {}) // Its callers get the error.
    return { keys, answers }
  }

  return async (key) => {
    next ??= prepareNext()
    next.keys.add(key)
    return (await next.answers).get(key)
  }
}

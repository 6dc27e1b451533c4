/** Flushes after this long in hidden pages, which get no frames. */
const HIDDEN_MS = 100

/** Passes an item to `take` at once, and those that follow within the same frame together, before the next one is painted. */
export function perFrame<T>(take: (items: readonly T[]) => void) {
  let waiting: T[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () => {
    frame = requestAnimationFrame(flush)
    timer = setTimeout(flush, HIDDEN_MS)
  }
  const end = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
  }
  const flush = () => {
    end()
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    begin()
    take(items)
  }
  return {
    add: (item: T) => {
      if (frame !== undefined) {
        waiting.push(item)
        return
      }
      begin()
      take([item])
    },
    stop: () => {
      end()
      waiting = []
    },
  }
}

/** Flushes after this long in hidden pages, which get no frames. */
const HIDDEN_MS = 100

/** Passes items to `take`: the first at once, and those that arrive before the next frame together, once per frame. */
export function perFrame<T>(take: (items: readonly T[]) => void) {
  let waiting: T[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    waiting = []
  }
  const flush = () => {
    const items = waiting
    cancel()
    if (items.length === 0) return
    frame = requestAnimationFrame(flush)
    timer = setTimeout(flush, HIDDEN_MS)
    take(items)
  }
  return {
    add: (item: T) => {
      waiting.push(item)
      if (frame === undefined) flush()
    },
    stop: cancel,
  }
}

/** Flushes after this long in hidden pages, which get no frames. */
const HIDDEN_MS = 100

/** Batches items and passes them to `take` once per frame. */
export function perFrame<T>(take: (items: readonly T[]) => void) {
  let waiting: T[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    timer = undefined
  }
  const flush = () => {
    cancel()
    const items = waiting
    waiting = []
    if (items.length > 0) take(items)
  }
  return {
    add: (item: T) => {
      waiting.push(item)
      frame ??= requestAnimationFrame(flush)
      timer ??= setTimeout(flush, HIDDEN_MS)
    },
    stop: () => {
      cancel()
      waiting = []
    },
  }
}

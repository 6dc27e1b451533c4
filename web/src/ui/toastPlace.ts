// Where toasts stand: at the lower right, on a phone across the lower edge, and above whatever people need down there.

/** px; the toaster's own. */
const PHONE_WIDTH = 600
const EDGE = 24
const PHONE_EDGE = 16
/** What ends higher than this above the lower edge, or further from the right one, is not in the corner where toasts stand. */
const REACH = { up: 72, left: 48 }

const kept = new Set<Element>()
let frame = 0

/** Whether this is a toast, or in one. */
export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null

/** A ref: as long as this element stands in that corner, toasts stand above it. */
export function keepClearOfToasts(element: Element | null): (() => void) | undefined {
  if (!element) return
  const observer = new ResizeObserver(placeToasts)
  observer.observe(element)
  kept.add(element)
  return () => {
    observer.disconnect()
    kept.delete(element)
    placeToasts()
  }
}

/** Looks again what stands there, once everything has its place. */
export function placeToasts(): void {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => {
    const { innerWidth, innerHeight } = window
    const left = innerWidth > PHONE_WIDTH ? innerWidth - REACH.left : 0
    const heights = [...kept]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, right, bottom }) => width > 0 && right > left && bottom > innerHeight - REACH.up)
      .map(({ top }) => innerHeight - top)
    document.documentElement.style.setProperty('--below-toasts', `${Math.max(0, ...heights)}px`)
  })
}

const above = (gap: number) => `calc(var(--below-toasts, 0px) + ${gap}px)`

/** With nothing below, the distance to the edge; else a smaller one to what is below. */
export const TOAST_OFFSET = { right: EDGE, bottom: `max(${EDGE}px, ${above(12)})` }
export const TOAST_OFFSET_ON_A_PHONE = {
  left: PHONE_EDGE,
  right: PHONE_EDGE,
  bottom: `max(${PHONE_EDGE}px, ${above(8)})`,
}

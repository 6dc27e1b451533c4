// The position of toasts: bottom right, on a phone along the bottom edge, and above controls in that corner.

/** px. Sonner's own breakpoint. */
const PHONE_WIDTH = 600
const EDGE = 24
const PHONE_EDGE = 16
/** px from the bottom and right edges. Elements that end beyond are not in the corner of the toasts. */
const REACH = { up: 72, left: 48 }
/** px. A toast stays in the window, also above a dialog that fills it. */
const TOAST_HEIGHT = 120

const kept = new Set<Element>()
let frame = 0

/** Whether the target is a toast or inside one. */
export const isInToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-sonner-toaster]') !== null

/** A ref callback that keeps toasts above this element while it is in their corner. */
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

/** Updates the position of toasts in the next frame, after layout. */
export function placeToasts(): void {
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(() => {
    const { innerWidth, innerHeight } = window
    const left = innerWidth > PHONE_WIDTH ? innerWidth - REACH.left : 0
    const heights = [...kept]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, right, bottom }) => width > 0 && right > left && bottom > innerHeight - REACH.up)
      .map(({ top }) => innerHeight - Math.max(top, TOAST_HEIGHT))
    document.documentElement.style.setProperty('--below-toasts', `${Math.max(0, ...heights)}px`)
  })
}

const above = (gap: number) => `calc(var(--below-toasts, 0px) + ${gap}px)`

/** The distance to the edge, or a smaller one to the element below. */
export const TOAST_OFFSET = { right: EDGE, bottom: `max(${EDGE}px, ${above(12)})` }
export const TOAST_OFFSET_ON_A_PHONE = {
  left: PHONE_EDGE,
  right: PHONE_EDGE,
  bottom: `max(${PHONE_EDGE}px, ${above(8)})`,
}

import type { Point, Size } from '../layout/geometry.ts'
import { between, centeredOn, type Place, type View, zoomedAt } from './view.ts'

/** Limits of zooming by hand. A layout that does not fit at `min` can be zoomed out until it does. */
const ZOOM = { min: 0.1, max: 2 } as const

type Watcher = (now: View, before: View) => void

interface Animation {
  to: Place
  frame: number
}

/**
 * The view of a graph, and the functions that move it. Positions are in px from its top left corner, or on the canvas.
 * Every movement ends an animation, and only zooming keeps to the limits.
 */
export class ViewStore {
  #view: View = { x: 0, y: 0, zoom: 1, width: 0, height: 0 }
  #zoomMin: number = ZOOM.min
  #animation: Animation | null = null
  #element: Element | null = null
  readonly #watchers = new Set<Watcher>()

  /** The view now. The same object until it changes. */
  readonly get = (): View => this.#view

  /** Calls `watcher` after each change. Returns the function that ends this. */
  readonly watch = (watcher: Watcher): (() => void) => {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Where an animation leads, else the view. */
  get destination(): Place {
    const { x, y, zoom } = this.#animation?.to ?? this.#view
    return { x, y, zoom }
  }

  get isAnimated(): boolean {
    return this.#animation !== null
  }

  /** Lets the view zoom out this far, if it is further than `ZOOM.min`. */
  allowZoom(min: number): void {
    this.#zoomMin = Math.min(ZOOM.min, min)
  }

  /** Sets the element that shows the view, which `pointOf` and `toCanvas` measure. */
  readonly attach = (element: Element | null): void => {
    this.#element = element
  }

  /** `keepsMiddle`: what is in the middle stays there, otherwise what is in the top left corner. */
  resize({ width, height }: Size, { keepsMiddle = false } = {}): void {
    const { x, y, zoom, ...before } = this.#view
    if (width === before.width && height === before.height) return
    const by =
      keepsMiddle && before.width > 0
        ? { x: (width - before.width) / 2, y: (height - before.height) / 2 }
        : { x: 0, y: 0 }
    this.#put({ x: x + by.x, y: y + by.y, zoom, width, height })
  }

  /** Moves the view, within `ms` if this is more than 0. Ends an animation that is running. */
  moveTo(to: Place, ms = 0): void {
    this.stop()
    if (ms <= 0) {
      this.#put({ ...this.#view, ...to })
      return
    }
    const from = this.#view
    const start = performance.now()
    const step = (now: number) => {
      // The time of a frame may be before the call.
      const share = Math.min(Math.max((now - start) / ms, 0), 1)
      this.#animation = share < 1 ? { to, frame: requestAnimationFrame(step) } : null
      this.#put({ ...this.#view, ...between(from, to, easeOut(share)) })
    }
    this.#animation = { to, frame: requestAnimationFrame(step) }
  }

  /** Leaves the view where an animation has brought it. */
  stop(): void {
    if (this.#animation) cancelAnimationFrame(this.#animation.frame)
    this.#animation = null
  }

  /** Moves what is shown by this many px. */
  panBy({ x, y }: Point): void {
    this.moveTo({ x: this.#view.x + x, y: this.#view.y + y, zoom: this.#view.zoom })
  }

  /** Zooms within the limits. The canvas stays where it is at a position of the view, its middle unless told. */
  zoomTo(zoom: number, { at, ms }: { at?: Point; ms?: number } = {}): void {
    const { width, height } = this.#view
    const to = Math.min(Math.max(zoom, this.#zoomMin), ZOOM.max)
    // At a limit, nothing moves.
    if (to === this.#view.zoom) this.stop()
    else this.moveTo(zoomedAt(this.#view, to, at ?? { x: width / 2, y: height / 2 }), ms)
  }

  /** Like `zoomTo`, by a factor of the zoom that an animation leads to. */
  zoomBy(factor: number, options: { at?: Point; ms?: number } = {}): void {
    this.zoomTo(this.destination.zoom * factor, options)
  }

  /** Brings a position on the canvas into the middle. */
  center(at: Point): void {
    this.moveTo(centeredOn(this.#view, at, this.#view.zoom))
  }

  /** Returns the position in the view of one in the window. */
  readonly pointOf = ({ x, y }: Point): Point => {
    const { left, top } = this.#corner()
    return { x: x - left, y: y - top }
  }

  /** Returns the position on the canvas of one in the window. */
  readonly toCanvas = (point: Point): Point => {
    const at = this.pointOf(point)
    const { x, y, zoom } = this.#view
    return { x: (at.x - x) / zoom, y: (at.y - y) / zoom }
  }

  /** Returns the position in the window of one on the canvas. */
  readonly toWindow = (place: Point): Point => {
    const { left, top } = this.#corner()
    const { x, y, zoom } = this.#view
    return { x: place.x * zoom + x + left, y: place.y * zoom + y + top }
  }

  #corner() {
    return this.#element?.getBoundingClientRect() ?? { left: 0, top: 0 }
  }

  #put(view: View): void {
    const before = this.#view
    this.#view = view
    for (const watcher of this.#watchers) watcher(view, before)
  }
}

const easeOut = (share: number): number => 1 - (1 - share) ** 3

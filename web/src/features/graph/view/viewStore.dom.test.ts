import { beforeEach, describe, expect, it, vi } from 'vitest'
import { regionOf } from './view.ts'
import { ViewStore } from './viewStore.ts'

let view: ViewStore
beforeEach(() => {
  vi.useFakeTimers()
  view = new ViewStore()
  view.resize({ width: 1000, height: 600 })
  return () => vi.useRealTimers()
})

const place = () => {
  const { x, y, zoom } = view.get()
  return { x, y, zoom }
}
/** The position on the canvas that is shown at one of the view. */
const shownAt = (x: number, y: number) => view.toCanvas({ x, y })

describe('a view', () => {
  it('moves by px, at any zoom', () => {
    view.moveTo({ x: 10, y: 20, zoom: 0.5 })
    view.panBy({ x: 5, y: -5 })
    expect(place()).toEqual({ x: 15, y: 15, zoom: 0.5 })
    expect(regionOf(view.get())).toEqual({ x: -30, y: -30, width: 2000, height: 1200 })
  })

  it('zooms around a position, and around its middle unless told', () => {
    view.moveTo({ x: 40, y: 30, zoom: 1 })
    const [corner, middle] = [shownAt(100, 100), shownAt(500, 300)]
    view.zoomTo(1.6, { at: { x: 100, y: 100 } })
    expect(shownAt(100, 100)).toEqual({ x: expect.closeTo(corner.x), y: expect.closeTo(corner.y) })

    view.moveTo({ x: 40, y: 30, zoom: 1 })
    view.zoomTo(0.5)
    expect(shownAt(500, 300)).toEqual({ x: expect.closeTo(middle.x), y: expect.closeTo(middle.y) })
  })

  it('zooms between 10 and 200 percent, and further out for a plan that does not fit', () => {
    view.zoomTo(7)
    expect(view.get().zoom).toBe(2)
    view.zoomTo(0.01)
    expect(view.get().zoom).toBe(0.1)

    view.allowZoom(0.03)
    view.zoomTo(0.01)
    expect(view.get().zoom).toBe(0.03)
    view.allowZoom(0.5)
    view.zoomTo(0.01)
    expect(view.get().zoom).toBe(0.1)
  })

  it('brings a position into its middle', () => {
    view.zoomTo(2)
    view.center({ x: -50, y: 0 })
    expect([shownAt(500, 300), view.get().zoom]).toEqual([{ x: -50, y: 0 }, 2])
  })

  it('knows where it is in the window', () => {
    const element = document.createElement('div')
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(300, 50, 1000, 600))
    view.attach(element)
    view.moveTo({ x: 10, y: 20, zoom: 2 })

    expect(view.pointOf({ x: 310, y: 70 })).toEqual({ x: 10, y: 20 })
    expect(view.toCanvas({ x: 330, y: 70 })).toEqual({ x: 10, y: 0 })
    expect(view.toWindow({ x: 10, y: 0 })).toEqual({ x: 330, y: 70 })
  })

  it('tells watchers of changes, and none of a size that stays', () => {
    const watcher = vi.fn()
    const stop = view.watch(watcher)
    view.resize({ width: 1000, height: 600 })
    expect(watcher).not.toHaveBeenCalled()

    const before = view.get()
    view.resize({ width: 900, height: 600 })
    expect(watcher).toHaveBeenCalledWith({ ...before, width: 900 }, before)
    stop()
    view.panBy({ x: 1, y: 1 })
    expect(watcher).toHaveBeenCalledTimes(1)
  })

  it('keeps its top left corner when its size changes, or its middle', () => {
    view.moveTo({ x: 40, y: 30, zoom: 0.5 })
    const [corner, middle] = [shownAt(0, 0), shownAt(500, 300)]
    view.resize({ width: 700, height: 500 })
    expect(shownAt(0, 0)).toEqual(corner)
    view.resize({ width: 1000, height: 600 })
    view.resize({ width: 700, height: 500 }, { keepsMiddle: true })
    expect(shownAt(350, 250)).toEqual(middle)
  })

  it('tells watchers nothing when it cannot zoom further', () => {
    view.zoomTo(2)
    const watcher = vi.fn()
    view.watch(watcher)
    view.zoomTo(3, { at: { x: 10, y: 10 } })
    expect(watcher).not.toHaveBeenCalled()
  })
})

describe('an animation', () => {
  it('ends at its place, and shows the way', () => {
    view.moveTo({ x: 100, y: 0, zoom: 1 }, 200)
    expect([view.isAnimated, place().x]).toEqual([true, 0])
    vi.advanceTimersByTime(100)
    expect(place().x).toBeGreaterThan(0)
    expect(place().x).toBeLessThan(100)

    vi.advanceTimersByTime(200)
    expect([view.isAnimated, place()]).toEqual([false, { x: 100, y: 0, zoom: 1 }])
  })

  it('keeps one point of the canvas where it is while it zooms', () => {
    const before = shownAt(500, 300)
    view.zoomTo(2, { ms: 200 })
    vi.advanceTimersByTime(80)
    expect(view.get().zoom).toBeGreaterThan(1)
    expect(view.get().zoom).toBeLessThan(2)
    expect(shownAt(500, 300)).toEqual({ x: expect.closeTo(before.x), y: expect.closeTo(before.y) })
  })

  it('adds up with the next zoom command', () => {
    view.zoomBy(1.2, { ms: 200 })
    vi.advanceTimersByTime(50)
    view.zoomBy(1.2, { ms: 200 })
    vi.advanceTimersByTime(400)
    expect(view.get().zoom).toBeCloseTo(1.44)
  })

  it('ends where it is when the user moves the view', () => {
    view.moveTo({ x: 100, y: 0, zoom: 1 }, 200)
    vi.advanceTimersByTime(100)
    const { x } = place()
    view.panBy({ x: 0, y: 10 })
    vi.advanceTimersByTime(400)
    expect([view.isAnimated, place()]).toEqual([false, { x, y: 10, zoom: 1 }])
  })
})

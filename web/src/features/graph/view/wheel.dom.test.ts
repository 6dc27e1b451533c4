import { beforeEach, expect, it } from 'vitest'
import { ViewStore } from './viewStore.ts'
import { followWheel } from './wheel.ts'

let view: ViewStore
let element: HTMLElement
let wheelZooms = false
beforeEach(() => {
  view = new ViewStore()
  view.resize({ width: 1000, height: 600 })
  element = document.createElement('div')
  document.body.append(element)
  wheelZooms = false
  const stop = followWheel(element, view, () => wheelZooms)
  return () => {
    stop()
    element.remove()
  }
})

function turn(options: WheelEventInit): WheelEvent {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...options })
  // happy-dom takes no modifiers for wheels.
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'clientX', 'clientY'] as const)
    if (options[key] !== undefined) Object.defineProperty(event, key, { value: options[key] })
  element.dispatchEvent(event)
  return event
}

it('moves the canvas, in px or lines, and the page does not scroll', () => {
  const event = turn({ deltaX: 40, deltaY: 100 })
  expect(view.get()).toMatchObject({ x: -40, y: -100, zoom: 1 })
  expect(event.defaultPrevented).toBe(true)

  turn({ deltaY: -3, deltaMode: WheelEvent.DOM_DELTA_LINE })
  expect(view.get()).toMatchObject({ x: -40, y: -40 })
})

it('moves the canvas sideways with Shift, also where the browser does not turn the direction itself', () => {
  turn({ deltaY: 30, shiftKey: true })
  expect(view.get()).toMatchObject({ x: -30, y: 0 })
  turn({ deltaX: 30, shiftKey: true })
  expect(view.get()).toMatchObject({ x: -60, y: 0 })
})

it.each(['ctrlKey', 'metaKey'] as const)('zooms at the pointer with %s', (key) => {
  turn({ deltaY: -100, clientX: 200, clientY: 100, [key]: true })
  const { zoom } = view.get()
  expect(zoom).toBeGreaterThan(1.1)
  expect(view.toCanvas({ x: 200, y: 100 })).toEqual({ x: expect.closeTo(200), y: expect.closeTo(100) })

  turn({ deltaY: 100, clientX: 200, clientY: 100, [key]: true })
  expect(view.get().zoom).toBeCloseTo(1)
})

it('zooms without a key when the user chose that', () => {
  wheelZooms = true
  turn({ deltaY: 100, clientX: 200, clientY: 100 })
  expect(view.get().zoom).toBeLessThan(0.9)
})

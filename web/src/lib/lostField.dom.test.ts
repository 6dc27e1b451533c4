import { afterEach, beforeEach, expect, it } from 'vitest'
import { ignoreKeysForLostField } from './lostField.ts'

let stop: () => void
let field: HTMLTextAreaElement
let row: HTMLElement

beforeEach(() => {
  field = document.body.appendChild(document.createElement('textarea'))
  row = document.body.appendChild(document.createElement('div'))
  stop = ignoreKeysForLostField()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

/** Dispatches an event at a time in ms. Returns whether it was ignored. */
function send(target: Element, event: Event, at: number): boolean {
  Object.defineProperty(event, 'timeStamp', { value: at })
  target.dispatchEvent(event)
  return event.defaultPrevented
}
const press = (target: Element, at: number, key: string, more: KeyboardEventInit = {}) =>
  send(target, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }), at)
const focus = (target: Element, at: number) => send(target, new FocusEvent('focusin', { bubbles: true }), at)

it('ignores what is typed on after the field was removed', () => {
  expect(press(field, 0, 'a')).toBe(false)
  field.remove()

  expect(press(row, 600, 'n')).toBe(true)
  expect(press(row, 1_200, 'Enter')).toBe(true)
  expect(press(row, 2_500, 'n')).toBe(false)
})

it('ignores keys for two seconds after the focus has moved on, also after a pause in the field', () => {
  press(field, 0, 'a')
  field.remove()
  focus(row, 5_000)

  expect(press(row, 6_500, 'Enter', { ctrlKey: true })).toBe(true)
  expect(press(row, 7_400, 'n')).toBe(true)
  expect(press(row, 8_500, 'n')).toBe(false)
})

it('ignores nothing after two seconds, Escape or a press of the pointer', () => {
  press(field, 0, 'a')
  field.remove()
  focus(row, 5_000)
  expect(press(row, 7_100, 'n')).toBe(false)

  field = document.body.appendChild(document.createElement('textarea'))
  press(field, 8_000, 'a')
  field.remove()
  expect(press(row, 8_100, 'Escape')).toBe(false)
  expect(press(row, 8_200, 'n')).toBe(false)

  field = document.body.appendChild(document.createElement('textarea'))
  press(field, 9_000, 'a')
  field.remove()
  send(row, new Event('pointerdown', { bubbles: true }), 9_100)
  expect(press(row, 9_200, 'n')).toBe(false)
})

import { expect, it } from 'vitest'
import { isPressed, isShortcut, MOD } from './shortcuts.ts'

const press = (key: string, code: string, more: KeyboardEventInit = {}) =>
  new KeyboardEvent('keydown', { key, code, ...more })

it.each([
  ['Cyrillic', 'щ', 'KeyO', 'O'],
  ['Cyrillic with Caps Lock', 'Щ', 'KeyO', 'O'],
  ['Greek', 'ο', 'KeyO', 'O'],
  ['Hebrew', 'ם', 'KeyO', 'O'],
  ['Arabic', 'خ', 'KeyO', 'O'],
  ['Arabic with two letters on one key', 'لا', 'KeyB', 'B'],
  ['Thai with a mark that stands on a letter', 'ั', 'KeyY', 'Y'],
  ['Korean', 'ㅐ', 'KeyO', 'O'],
])('takes the letter of the physical key on a layout without Latin letters: %s', (_, key, code, letter) => {
  expect(isPressed(press(key, code), letter)).toBe(true)
  expect(isPressed(press(key, code, { ctrlKey: true }), `${MOD} ${letter}`)).toBe(true)
  expect(isPressed(press(key, code, { ctrlKey: true }), letter)).toBe(false)
})

it.each([
  ['AZERTY', 'a', 'KeyQ', 'A', 'Q'],
  ['QWERTZ', 'z', 'KeyY', 'Z', 'Y'],
  ['Dvorak', 'r', 'KeyO', 'R', 'O'],
  ['Dvorak, a key without a letter', '.', 'KeyE', '.', 'E'],
  ['Turkish', 'ı', 'KeyI', 'ı', 'I'],
])('takes the printed key on a layout with Latin letters: %s', (_, key, code, printed, physical) => {
  expect(isPressed(press(key, code), printed)).toBe(true)
  expect(isPressed(press(key, code), physical)).toBe(false)
})

it.each([
  ['щ', ''],
  ['Enter', 'KeyO'],
  ['ж', 'Semicolon'],
])('takes no letter of the key %s at “%s”', (key, code) => {
  expect(isPressed(press(key, code), 'O')).toBe(false)
})

it('leaves the keys that edit text to fields on every layout', () => {
  const field = document.createElement('input')
  document.body.append(field)
  const heard: boolean[] = []
  field.addEventListener('keydown', (event) => {
    heard.push(isShortcut(event, `${MOD} Z`), isShortcut(event, `${MOD} K`))
  })

  for (const [key, code] of [
    ['z', 'KeyZ'],
    ['я', 'KeyZ'],
    ['л', 'KeyK'],
  ] as const)
    field.dispatchEvent(press(key, code, { ctrlKey: true }))
  field.remove()

  expect(heard).toEqual([false, false, false, false, false, true])
})

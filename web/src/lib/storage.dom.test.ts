import { beforeEach, expect, it } from 'vitest'
import { changeStored, readStored, writeStored } from './storage.ts'

/** Another one for each test, because a change is remembered for a while. */
let key = ''
beforeEach(({ task }) => {
  key = task.id
})

/** Adds a letter to those stored. */
const add = (letter: string) => (stored: string | null) => [...new Set([...(stored ?? ''), letter])].sort().join('')

/** What this tab sees of a write in another tab. */
function writeElsewhere(value: string) {
  writeStored(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

it('keeps the changes of this tab if another tab wrote at the same time', () => {
  changeStored(key, add('a'))
  changeStored(key, add('b'))

  writeElsewhere('z')

  expect(readStored(key)).toBe('abz')
})

it('lets another tab undo a change that it has seen', () => {
  changeStored(key, add('a'))
  writeElsewhere('az')
  writeElsewhere('z')

  expect(readStored(key)).toBe('z')
})

it('keeps its change when two writes of other tabs have missed it', () => {
  changeStored(key, add('a'))
  writeElsewhere('y')
  writeElsewhere('z')

  expect(readStored(key)).toBe('az')
})

it('gives way to a tab that insists', () => {
  changeStored(key, add('a'))
  for (let round = 0; round < 4; round++) writeElsewhere('z')

  expect(readStored(key)).toBe('z')
})

import { expect, it } from 'vitest'
import { changeStored, readStored, writeStored } from './storage.ts'

const KEY = 'letters'

/** Adds a letter to those stored. */
const add = (letter: string) => (stored: string | null) => [...new Set([...(stored ?? ''), letter])].sort().join('')

/** What this tab sees of a write in another tab. */
function writeElsewhere(value: string) {
  writeStored(KEY, value)
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: value }))
}

it('keeps the changes of this tab if another tab wrote at the same time', () => {
  changeStored(KEY, add('a'))
  changeStored(KEY, add('b'))

  writeElsewhere('z')

  expect(readStored(KEY)).toBe('abz')
})

it('lets another tab undo a change that it has seen', () => {
  changeStored(KEY, add('a'))
  writeElsewhere('az')
  writeElsewhere('z')

  expect(readStored(KEY)).toBe('z')
})

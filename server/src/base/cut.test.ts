import { expect, it } from 'vitest'
import { cut } from './cut.ts'

it('cuts between characters', () => {
  expect(cut('ab', 2)).toBe('ab')
  expect(cut('abc', 2)).toBe('ab')
  expect(cut('a🗺b', 2)).toBe('a')
  expect(cut('a🗺b', 3)).toBe('a🗺')
})

import { expect, it } from 'vitest'
import { reactors } from './reactors.ts'

const nameOf = (id: string) => id.toUpperCase()

it('lists who reacted, and counts those beyond ten', () => {
  expect(reactors(['a'], nameOf)).toBe('A')
  expect(reactors(['a', 'b', 'c'], nameOf)).toBe('A, B and C')
  const many = Array.from('abcdefghijkl')
  expect(reactors(many.slice(0, 11), nameOf)).toBe('A, B, C, D, E, F, G, H, I, J and 1 other')
  expect(reactors(many, nameOf)).toBe('A, B, C, D, E, F, G, H, I, J and 2 others')
})

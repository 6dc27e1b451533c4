import { expect, it } from 'vitest'
import { bestMatches } from './bestMatches.ts'

const best = (texts: readonly string[], typed: string, max = 10) =>
  bestMatches(texts, { typed, max, textOf: (text) => text })

it('puts what it is before what begins so, then what has such a word, then what has it anywhere', () => {
  const texts = ['rebuild', 'the build', 'build it', 'build', 'break']

  expect(best(texts, 'build')).toEqual(['build', 'build it', 'the build', 'rebuild'])
})

it('finds words in any order, and only where all of them are', () => {
  expect(best(['interview the customers', 'customers', 'interview'], 'customers interview')).toEqual([
    'interview the customers',
  ])
})

it('keeps the order of equals, and gives no more than asked for', () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `task ${index}`)

  expect(best([...texts, 'task'], 'task', 3)).toEqual(['task', 'task 0', 'task 1'])
  expect(best(texts, 'nothing')).toEqual([])
})

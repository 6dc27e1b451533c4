import { expect, it } from 'vitest'
import { bestMatches } from './bestMatches.ts'

const best = (texts: readonly string[], typed: string, max = 10) =>
  bestMatches(texts, { typed, max, textOf: (text) => text })

it('ranks exact matches, prefixes, word prefixes, then substrings', () => {
  const texts = ['rebuild', 'the build', 'build it', 'build', 'break']

  expect(best(texts, 'build')).toEqual(['build', 'build it', 'the build', 'rebuild'])
})

it('matches words in any order, but only if all of them match', () => {
  expect(best(['interview the customers', 'customers', 'interview'], 'customers interview')).toEqual([
    'interview the customers',
  ])
})

it('keeps the order of equal matches, and returns at most max', () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `task ${index}`)

  expect(best([...texts, 'task'], 'task', 3)).toEqual(['task', 'task 0', 'task 1'])
  expect(best(texts, 'nothing')).toEqual([])
})

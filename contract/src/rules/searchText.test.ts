import { expect, it, test } from 'vitest'
import { queryTokens, searchText, searchTokens } from './searchText.ts'

test.each([
  ['Überblick, v2.5', ['uberblick', 'v2', '5']],
  ['Crème brûlée', ['creme', 'brulee']],
  ['Straße  ÀÉ', ['straße', 'ae']],
  ['ﬁne', ['fine']],
  ["O'Neil & C++", ['o', 'neil', 'c']],
  ['проект планирования', ['проект', 'планирования']],
  ['計画 2026年', ['計画', '2026年']],
  ['🎉 ... --', []],
  ['', []],
])('the words of %j are %j', (text, tokens) => {
  expect(searchTokens(text)).toEqual(tokens)
})

it('keeps every word of all texts once, and leaves out what is missing', () => {
  expect(searchText('Plan a plan', null, undefined, 'A second text')).toBe('plan a second text')
})

it('asks for at most twelve different words', () => {
  expect(queryTokens('one One ONE')).toEqual(['one'])
  expect(queryTokens(Array.from({ length: 40 }, (_, i) => `w${i}`).join(' '))).toHaveLength(12)
})

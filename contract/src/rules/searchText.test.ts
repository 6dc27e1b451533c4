import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inTitleToken, queryTokens, searchSnippet, searchText, searchTokens } from './searchText.ts'

it.each([
  ['Überblick, v2.5', ['uberblick', 'v2', '5']],
  ["l'été, déjà-vu", ['l', 'ete', 'deja', 'vu']],
  ['STRASSE Straße', ['strasse', 'strasse']],
  ['Łódź, Ærø, ΟΔΟΣ', ['lodz', 'aero', 'οδοσ']],
  ['ＦＵＬＬ ﬁve İstanbul', ['full', 'five', 'istanbul']],
  ['Crème brûlée', ['creme', 'brulee']],
  ["O'Neil & C++", ['o', 'neil', 'c']],
  ['проект планирования', ['проект', 'планирования']],
  ['計画 2026年', ['計画', '画', '2026', '年']],
  ['計画書を v2', ['計画', '画書', '書を', 'を', 'v2']],
  ['👍🏽 % _ * " : ( )', []],
  ['', []],
])('takes %j apart', (text, tokens) => {
  expect(searchTokens(text)).toEqual(tokens)
})

it('truncates a word that is too long for an index', () => {
  expect(searchTokens('x'.repeat(150)).map((token) => token.length)).toEqual([64, 64, 22])
})

it('finds Chinese and Japanese in the middle of a sentence', () => {
  const stored = searchText(null, '新しい計画を立てる').split(' ')
  const finds = (query: string) => queryTokens(query).every((token) => stored.some((word) => word.startsWith(token)))

  expect(['計画', '立てる', '計', 'る', '新しい計画'].map(finds)).toEqual([true, true, true, true, true])
  expect(finds('画計')).toBe(false)
})

it('stores each word once, and the words of the title a second time', () => {
  expect(searchText('Plan a plan', 'the plan', null, undefined, 'B').split(' ')).toEqual([
    inTitleToken('plan'),
    inTitleToken('a'),
    'plan',
    'a',
    'the',
    'b',
  ])
})

it('finds every word of a long text, with and without spaces', () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `wort${i}ß`)
  const stored = new Set(searchText(null, words.join('\n')).split(' '))
  expect(words.filter((_, i) => !stored.has(`wort${i}ss`))).toEqual([])

  const signs = Array.from({ length: 9_500 }, (_, i) => String.fromCodePoint(0x4e00 + i))
  const pairs = new Set(searchText(null, signs.join('')).split(' '))
  expect(signs.filter((sign, i) => i > 0 && !pairs.has(`${signs[i - 1]}${sign}`))).toEqual([])
})

it('stops at a text that is far longer without its ligatures', () => {
  const ligature = '\uFDFA '
  const last = 'last'
  expect(searchText('First', ligature.repeat(60_000) + last).split(' ')).not.toContain(last)
  expect(searchText('First', '한국어 '.repeat(30_000) + last).split(' ')).toContain(last)
})

it('takes at most twelve tokens of a query, each once', () => {
  expect(queryTokens('a A b c d e f g h i j k l m n o')).toEqual([...'abcdefghijkl'])
})

it('shows the passage around the match', () => {
  const text = `${'before '.repeat(60)}the Übersicht ${'after '.repeat(60)}`

  const snippet = searchSnippet(['nothing here', text], ['ubers'], 200)

  expect(snippet.length).toBeLessThanOrEqual(200)
  expect(snippet).toMatch(/^…before .* the Übersicht after .*…$/)
  expect(searchSnippet([`${'。'.repeat(300)}計画書`], ['計画'], 200)).toContain('計画書')
})

it('shows the beginning when no word matches', () => {
  expect(searchSnippet([null, ' short\n\n text '], ['other'], 200)).toBe('short text')
  expect(searchSnippet(['x'.repeat(500)], ['nothing'], 200)).toBe(`${'x'.repeat(199)}…`)
  expect(searchSnippet([null, ''], ['nothing'], 200)).toBe('')
})

it('stays below the megabyte of a row that PostgreSQL indexes, whatever the script', () => {
  // Each syllable of Hangul is three letters of three bytes, and no two words of these texts are the same.
  let state = 1
  const syllable = () => {
    state = (state * 48_271) % 0x7fffffff
    return String.fromCharCode(0xac01 + 28 * (state % 399))
  }
  const text = (length: number) => Array.from({ length }, syllable).join('')

  const indexed = searchText(text(255), text(50_000), text(50_000), text(10_000), text(10_000))

  expect(indexed.length).toBeGreaterThan(300_000)
  expect(new TextEncoder().encode(indexed).length).toBeLessThan(1_000_000)
})

it('finds the same words in plain text, whatever else is written beside it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
      expect(searchTokens(`${text} é`)).toEqual([...searchTokens(text), 'e'])
    }),
  )
})

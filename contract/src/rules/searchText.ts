// Search uses tokens made by the application, so both databases return the same results.

const TOKENS_MAX = 12
/** Longer words are cut into pieces of this many characters, because PostgreSQL indexes no long ones. */
const TOKEN_MAX = 64
/**
 * Omitted from the longest texts, if their script yields many tokens per character: PostgreSQL indexes one megabyte per
 * row.
 */
const INDEXED_MAX = 300_000
/** Marks the words of a title; from the private-use area, so that no word begins with it. */
const TITLE_MARK = '\uE000'

const WORD = /[\p{L}\p{N}]+/gu
const ASCII_WORD = /[a-z0-9]+/g
const BEYOND_ASCII = /[\u0080-\uffff]/
/** Written without spaces between words. */
const CJK = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}'
const PIECE = new RegExp(`[${CJK}]+|[^${CJK}]{1,${TOKEN_MAX}}`, 'gu')
const IS_CJK = new RegExp(`^[${CJK}]`, 'u')

/** Letters that Unicode does not decompose into a letter and an accent. */
const FOLDED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }

const fold = (text: string): string =>
  text
    // They are removed below, and decomposing takes quadratic time in the number of accents on one letter.
    .replace(/\p{M}{30,}/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđıς]/g, (letter) => FOLDED[letter] as string)

const pieces = (text: string): string[] => (fold(text).match(WORD) ?? []).flatMap((word) => word.match(PIECE) ?? [])

/** Like `pieces` for ASCII, which most text is, without the cost of Unicode. */
const asciiPieces = (text: string): string[] =>
  (text.toLowerCase().match(ASCII_WORD) ?? []).flatMap((word) =>
    word.length > TOKEN_MAX ? (word.match(PIECE) ?? []) : [word],
  )

/** 'abc' gives ['ab', 'bc']. */
function pairs(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

/**
 * Lower-cased words of letters and digits without accents: 'Überblick, v2.5' gives ['uberblick', 'v2', '5']. Chinese
 * and Japanese give each pair of neighboring characters, and the last character: '計画書' gives ['計画', '画書', '書'].
 */
export function searchTokens(text: string): string[] {
  if (!BEYOND_ASCII.test(text)) return asciiPieces(text)
  return pieces(text).flatMap((piece) =>
    IS_CJK.test(piece) ? [...pairs(piece), [...piece].at(-1) as string] : [piece],
  )
}

/** Characters that are split at once: some letters of Unicode stand for twenty. */
const SPLIT_MAX = 4_000
/** Characters of all words, repeated ones too: the longest texts of every language have fewer. */
const SPLIT_IN_ALL_MAX = 450_000
/** No word of a language is longer. */
const WORD_MAX = 200

/** The search text of a row; the words of the title are included a second time, marked as such. */
export function searchText(title: string | null, ...texts: (string | null | undefined)[]): string {
  const inTitle = searchTokens(title ?? '')
  const tokens = new Set([...inTitle.map(inTitleToken), ...inTitle])
  let room = INDEXED_MAX
  let work = SPLIT_IN_ALL_MAX
  for (const token of tokens) room -= token.length
  for (const part of partsOf(texts.filter(Boolean).join(' '))) {
    for (const token of searchTokens(part)) {
      work -= token.length
      if (tokens.has(token)) continue
      room -= token.length
      if (room < 0) return [...tokens].join(' ')
      tokens.add(token)
    }
    if (work < 0) break
  }
  return [...tokens].join(' ')
}

/** A long text in parts that end between words, or overlap by a character in writing without spaces. */
function* partsOf(text: string): Generator<string> {
  let from = 0
  while (text.length - from > SPLIT_MAX) {
    const end = from + SPLIT_MAX
    const space = text.slice(end - WORD_MAX, end).search(/\s\S*$/)
    if (space >= 0) {
      yield text.slice(from, end - WORD_MAX + space)
      from = end - WORD_MAX + space
    } else {
      yield whole(text.slice(from, end))
      from = end - 2
    }
  }
  yield whole(text.slice(from))
}

/** The token that finds this word only in titles. */
export const inTitleToken = (token: string): string => `${TITLE_MARK}${token}`

/** The tokens of a query, at most 12. Each matches as a prefix, because the last word may be unfinished. */
export const queryTokens = (query: string): string[] =>
  [
    ...new Set(
      pieces(query).flatMap((piece) => (IS_CJK.test(piece) && [...piece].length > 1 ? pairs(piece) : [piece])),
    ),
  ].slice(0, TOKENS_MAX)

/**
 * The passage around the first word that begins with one of the tokens, at most `max` characters; else the beginning of
 * the first text.
 */
export function searchSnippet(texts: readonly (string | null)[], tokens: readonly string[], max: number): string {
  const flat = texts.map((text) => (text ?? '').replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  for (const text of flat) {
    const at = firstMatch(text, tokens)
    if (at !== -1) return passage(text, at, max)
  }
  return passage(flat[0] ?? '', 0, max)
}

function passage(text: string, at: number, max: number): string {
  if (text.length <= max) return text
  // A third of the passage leads up to the match.
  let start = Math.max(0, Math.min(at - Math.floor(max / 3), text.length - max + 1))
  // Not in the middle of a word, unless it is a very long one.
  const space = start > 0 ? text.indexOf(' ', start) : -1
  if (space !== -1 && space < at) start = space + 1
  const head = start > 0 ? '…' : ''
  const room = max - head.length
  if (text.length - start <= room) return head + whole(text.slice(start))
  return `${head}${whole(text.slice(start, start + room - 1))}…`
}

/** Where the first matching word begins; -1 when none does. */
function firstMatch(text: string, tokens: readonly string[]): number {
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    // Splitting a word is the most expensive step, and most words are plain.
    const known = /^[a-z0-9]{1,64}$/i.test(word) ? [word.toLowerCase()] : searchTokens(word)
    const found = tokens.find((token) => known.some((candidate) => candidate.startsWith(token)))
    if (found === undefined) continue
    // Chinese and Japanese have no words to begin at.
    return IS_CJK.test(found) ? index + Math.max(0, word.indexOf(found)) : index
  }
  return -1
}

/** Without half of a character at either end. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

// Search works on tokens that the application makes, so that both databases find the same: they only compare what they are given.

const TOKENS_MAX = 12
/** Longer words are cut into pieces of this many characters, because PostgreSQL indexes no long ones. */
const TOKEN_MAX = 64
/** Marks the words of a title; from the private-use area, so that no word begins with it. */
const TITLE_MARK = '\uE000'

const WORD = /[\p{L}\p{N}]+/gu
/** Written without spaces between words. */
const CJK = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}'
const PIECE = new RegExp(`[${CJK}]+|[^${CJK}]{1,${TOKEN_MAX}}`, 'gu')
const IS_CJK = new RegExp(`^[${CJK}]`, 'u')

/** Letters that Unicode does not take apart into a letter and an accent. */
const FOLDED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' }

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđıς]/g, (letter) => FOLDED[letter] as string)

const pieces = (text: string): string[] => (fold(text).match(WORD) ?? []).flatMap((word) => word.match(PIECE) ?? [])

/** 'abc' gives ['ab', 'bc']. */
function pairs(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, i) => `${letters[i]}${letter}`)
}

/**
 * Lower-cased words of letters and digits without accents: 'Überblick, v2.5' gives ['uberblick', 'v2', '5']. Chinese and Japanese
 * give each pair of neighbouring characters, and the last character: '計画書' gives ['計画', '画書', '書'].
 */
export const searchTokens = (text: string): string[] =>
  pieces(text).flatMap((piece) => (IS_CJK.test(piece) ? [...pairs(piece), [...piece].at(-1) as string] : [piece]))

/** What is stored beside a row to be found by; the words of the title a second time, marked as such. */
export function searchText(title: string | null, ...texts: (string | null | undefined)[]): string {
  const inTitle = searchTokens(title ?? '')
  const elsewhere = searchTokens(texts.filter(Boolean).join(' '))
  return [...new Set([...inTitle.map(inTitleToken), ...inTitle, ...elsewhere])].join(' ')
}

/** The token that finds this word in titles alone. */
export const inTitleToken = (token: string): string => `${TITLE_MARK}${token}`

/** The tokens of a query, at most 12; the last word a person types may be unfinished, so each matches as a prefix. */
export const queryTokens = (query: string): string[] =>
  [
    ...new Set(
      pieces(query).flatMap((piece) => (IS_CJK.test(piece) && [...piece].length > 1 ? pairs(piece) : [piece])),
    ),
  ].slice(0, TOKENS_MAX)

/** The passage of `text`, at most `max` characters, around the first word that begins with one of the tokens; else its beginning. */
export function searchSnippet(text: string, tokens: readonly string[], max: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const at = firstMatch(flat, tokens)
  if (flat.length <= max) return flat
  // A third of the passage leads up to the match.
  let start = Math.max(0, Math.min(at - Math.floor(max / 3), flat.length - max))
  // Not in the middle of a word, unless it is a very long one.
  if (start > 0) {
    const space = flat.indexOf(' ', start)
    if (space !== -1 && space < at) start = space + 1
  }
  const head = start > 0 ? '…' : ''
  const room = max - head.length
  if (flat.length - start <= room) return head + whole(flat.slice(start))
  return `${head}${whole(flat.slice(start, start + room - 1))}…`
}

/** Where the first matching word begins; 0 when none does. */
function firstMatch(text: string, tokens: readonly string[]): number {
  for (const { index, 0: word } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    const known = searchTokens(word)
    if (known.some((candidate) => tokens.some((token) => candidate.startsWith(token)))) {
      const inside = IS_CJK.test(fold(word)) ? Math.max(0, word.indexOf([...(tokens[0] ?? '')][0] ?? '')) : 0
      return index + inside
    }
  }
  return 0
}

/** Without half of a character at either end. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

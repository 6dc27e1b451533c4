// Estimated tokens. A tokenizer would take 70 MB and, for some texts, seconds; ARCHITECTURE.md has the figures.

/** Longer words are rarely one word of a language. */
const WORD_LETTERS = 12

const LINE_BREAK = 10
const SPACE = 32

/**
 * The cost of the longest beginning that costs at most `most` tenths of a token, and where it ends. A line break resets
 * the state, so the costs of lines add up exactly.
 */
function scan(text: string, most: number): { sum: number; end: number } {
  let sum = 0
  let letters = 0
  // Ids, keys and encoded data mix digits and cases within a word; they cost twice as much as prose.
  let isMixed = false
  let wasUpper = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isUpper = code >= 65 && code <= 90
    const isLower = code >= 97 && code <= 122
    let tenths: number
    if (isUpper || isLower) {
      if ((isUpper && letters > 0 && !wasUpper) || (isLower && letters > 1 && wasUpper)) isMixed = true
      letters++
      tenths = isMixed ? 7 : isUpper || letters === 1 || letters > WORD_LETTERS ? 6 : 2
    } else if (code >= 48 && code <= 57) {
      isMixed = true
      tenths = 7
    } else {
      isMixed = false
      letters = 0
      tenths = otherTenths(code)
    }
    wasUpper = isUpper
    if (sum + tenths > most) return { sum, end: i }
    sum += tenths
  }
  return { sum, end: text.length }
}

/** Of everything but ASCII letters and digits. */
function otherTenths(code: number): number {
  if (code === SPACE) return 1
  if (code === LINE_BREAK) return 8
  if (code < 0x80) return 9
  if (code < 0x800) return 7
  // Half of a pair of surrogates: emoji and rare scripts.
  return code >= 0xd800 && code <= 0xdfff ? 15 : 13
}

/** The cost of a text in tenths of a token. The cost of lines is the sum of their costs. */
export const cost = (text: string): number => scan(text, Number.POSITIVE_INFINITY).sum

export const toTokens = (tenths: number): number => Math.ceil(tenths / 10)
export const countTokens = (text: string): number => toTokens(cost(text))

/** The longest beginning that costs at most this much; never half of a pair of surrogates. */
export function beginningWithin(text: string, most: number): string {
  const { end } = scan(text, most)
  const last = text.charCodeAt(end - 1)
  return text.slice(0, end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}

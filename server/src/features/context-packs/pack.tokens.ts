// Estimated tokens. A tokenizer would take 70 MB and, for some texts, seconds; ARCHITECTURE.md has the figures.

/** Longer words are rarely one word of a language. */
const WORD_LETTERS = 12

/**
 * Calls `each` with the tenths of a token of every UTF-16 unit until it returns false. A line break resets the state, so
 * the costs of lines add up exactly.
 */
function walk(text: string, each: (tenths: number) => boolean): void {
  let letters = 0
  // Ids, keys and encoded data mix digits and cases within a word; they cost twice as much as prose.
  let isMixed = false
  let wasUpper = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const isUpper = code >= 65 && code <= 90
    const isLetter = isUpper || (code >= 97 && code <= 122)
    const isDigit = code >= 48 && code <= 57
    if (isDigit || (isUpper && letters > 0 && !wasUpper) || (!isUpper && isLetter && letters > 1 && wasUpper))
      isMixed = true
    else if (!isLetter) {
      isMixed = false
      letters = 0
    }
    if (isLetter) letters++
    wasUpper = isUpper
    if (!each(tenthsOf(code, { isUpper, isLetter, isDigit, isMixed, letters }))) return
  }
}

interface Kind {
  isUpper: boolean
  isLetter: boolean
  isDigit: boolean
  isMixed: boolean
  letters: number
}

function tenthsOf(code: number, { isUpper, isLetter, isDigit, isMixed, letters }: Kind): number {
  if (isDigit || (isLetter && isMixed)) return 7
  if (isLetter) return isUpper || letters === 1 || letters > WORD_LETTERS ? 6 : 2
  if (code === 32) return 1
  if (code === 10) return 8
  if (code < 0x80) return 9
  if (code < 0x800) return 7
  // Half of a pair of surrogates: emoji and rare scripts.
  return code >= 0xd800 && code <= 0xdfff ? 15 : 13
}

/** The cost of a text in tenths of a token. The cost of lines is the sum of their costs. */
export function cost(text: string): number {
  let sum = 0
  walk(text, (tenths) => {
    sum += tenths
    return true
  })
  return sum
}

export const toTokens = (tenths: number): number => Math.ceil(tenths / 10)
export const countTokens = (text: string): number => toTokens(cost(text))

/** The longest beginning that costs at most this much; never half of a pair of surrogates. */
export function beginningWithin(text: string, most: number): string {
  let sum = 0
  let end = 0
  walk(text, (tenths) => {
    sum += tenths
    if (sum > most) return false
    end++
    return true
  })
  const last = text.charCodeAt(end - 1)
  return text.slice(0, end < text.length && last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}

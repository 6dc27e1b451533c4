// Quotes text that must not instruct. Every line gets a prefix, so no text can end its own quote.

/** Everything that a reader may take for a line break. */
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
/**
 * Control and format characters hide or reorder text: bidi, zero width, tags, variation selectors. Joiners and the two
 * selectors of emoji stay, because scripts and emoji need them.
 */
const HIDDEN = /(?!\n|\t|\u200c|\u200d|[\u0600-\u0605\u06dd])[\p{Cc}\p{Cf}]|[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]/gu

/** The text as it is seen: its line breaks are `\n`, and nothing in it is hidden. */
export const visible = (text: string): string =>
  PLAIN.test(text) ? text : text.replace(LINE_BREAKS, '\n').replace(HIDDEN, '')

/** Nothing to replace: most texts, found ten times as fast. */
const PLAIN = /^[\n\t\x20-\x7e]*$/

/** In one line: for titles and names. */
export const oneLine = (text: string): string => visible(text).replace(/\s+/g, ' ').trim()

/** Each line as a line of a quote. */
export const quoted = (text: string): string[] =>
  visible(text)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))

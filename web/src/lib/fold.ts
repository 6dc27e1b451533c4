const PLAIN = /^[\x20-\x7e]*$/

/** Lowercases and removes accents. Preserves the length, so indexes in the result are valid in the text. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.replace(/[^\x20-\x40\x5b-\x7e]/g, (letter) => {
    const plain = letter.normalize('NFD').charAt(0).toLowerCase()
    return plain.length === letter.length ? plain : letter
  })
}

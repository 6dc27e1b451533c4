const PLAIN = /^[\x20-\x7e]*$/

/** Lower case without accents, of the same length, so that places in it are places in the text. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.replace(/[^\x20-\x40\x5b-\x7e]/g, (letter) => {
    const plain = letter.normalize('NFD').charAt(0).toLowerCase()
    return plain.length === letter.length ? plain : letter
  })
}

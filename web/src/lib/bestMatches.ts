/** Match rank: 4 exact, 3 prefix, 2 word prefix, 1 substring, 0 none. Both texts must be folded. */
export function rankOf(text: string, typed: string, words: readonly string[] = typed.split(' ')): number {
  const at = text.indexOf(typed)
  if (at < 0) return words.length > 1 && words.every((word) => text.includes(word)) ? 1 : 0
  if (at === 0) return text.length === typed.length ? 4 : 3
  return text.includes(` ${typed}`) ? 2 : 1
}

/** Returns the best matches by rank, in their given order within a rank. Takes linear time. */
export function bestMatches<T>(
  things: Iterable<T>,
  { typed, max, textOf }: { typed: string; max: number; textOf: (thing: T) => string },
): T[] {
  const words = typed.split(' ')
  const byRank: T[][] = [[], [], [], []]
  for (const thing of things) {
    const same = byRank[4 - rankOf(textOf(thing), typed, words)]
    if (same && same.length < max) same.push(thing)
  }
  return byRank.flat().slice(0, max)
}

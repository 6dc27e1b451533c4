/** How well a folded text answers what was typed, which is folded too: 4 it is that, 3 it begins so, 2 one of its words does, 1 it is somewhere in it, 0 not at all. */
export function rankOf(text: string, typed: string, words: readonly string[] = typed.split(' ')): number {
  const at = text.indexOf(typed)
  if (at < 0) return words.length > 1 && words.every((word) => text.includes(word)) ? 1 : 0
  if (at === 0) return text.length === typed.length ? 4 : 3
  return text.includes(` ${typed}`) ? 2 : 1
}

/** The best of many things for what was typed, those of one rank in their order. One look at each: quick for ten thousand. */
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

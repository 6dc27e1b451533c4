import { diff3Merge } from 'node-diff3'

/** Beyond this many differing lines, or pairs of equal ones, texts are not merged: comparing them would take too long. */
const MAX_LINES = 2_000
const MAX_PAIRS = 20_000

/** A passage that both sides changed, as each has it and as it was. */
export interface MergeConflict {
  base: string
  mine: string
  theirs: string
}

/** Passages of a merge in order: agreed text, or a conflict. */
export type MergePassage = { text: string } | { conflict: MergeConflict }

export interface Merge {
  /** Whether no passage conflicts; then `text` is the merged text. */
  clean: boolean
  text: string
  passages: MergePassage[]
}

/**
 * Merges two changes of a text by lines. No line that either side added is lost: lines that both changed are a
 * conflict.
 */
export function merge3(base: string, mine: string, theirs: string): Merge {
  if (mine === theirs || theirs === base) return agreed(mine)
  if (mine === base) return agreed(theirs)
  const sides = [base, mine, theirs].map((text) => text.split('\n'))
  const [before, after] = commonEnds(sides)
  const [ofBase = [], ofMine = [], ofTheirs = []] = sides.map((lines) => lines.slice(before, lines.length - after))
  const first = sides[0] ?? []
  const longest = Math.max(ofBase.length, ofMine.length, ofTheirs.length)
  const isLarge = longest > MAX_LINES || [ofMine, ofTheirs].some((side) => pairsOf(ofBase, side) > MAX_PAIRS)
  const regions = isLarge
    ? [{ conflict: { a: ofMine, o: ofBase, b: ofTheirs } }]
    : diff3Merge(ofMine, ofBase, ofTheirs, { excludeFalseConflicts: true })
  return join([
    { ok: first.slice(0, before) },
    ...regions,
    { ok: after === 0 ? [] : first.slice(first.length - after) },
  ])
}

const agreed = (text: string): Merge => ({ clean: true, text, passages: [{ text }] })

/** How many pairs of equal lines there are, one of each side. */
function pairsOf(one: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const line of one) counts.set(line, (counts.get(line) ?? 0) + 1)
  return other.reduce((pairs, line) => pairs + (counts.get(line) ?? 0), 0)
}

/** How many lines all sides have in common at the beginning and at the end. */
function commonEnds(sides: readonly (readonly string[])[]): [before: number, after: number] {
  const shortest = Math.min(...sides.map(({ length }) => length))
  const isCommon = (at: number) => sides.every((lines) => lines.at(at) === sides[0]?.at(at))
  let before = 0
  while (before < shortest && isCommon(before)) before++
  let after = 0
  while (after < shortest - before && isCommon(-1 - after)) after++
  return [before, after]
}

interface Region {
  ok?: string[]
  conflict?: { a: string[]; o: string[]; b: string[] }
}

function join(regions: readonly Region[]): Merge {
  const passages: MergePassage[] = []
  let lines: string[] = []
  const flush = () => {
    if (lines.length > 0) passages.push({ text: lines.join('\n') })
    lines = []
  }
  for (const { ok, conflict } of regions) {
    if (ok) lines.push(...ok)
    if (!conflict) continue
    flush()
    const [mine, base, theirs] = [conflict.a, conflict.o, conflict.b].map((side) => side.join('\n'))
    passages.push({ conflict: { mine: mine ?? '', base: base ?? '', theirs: theirs ?? '' } })
  }
  flush()
  const clean = passages.every((passage) => 'text' in passage)
  const [only] = passages
  return { clean, text: clean && only && 'text' in only ? only.text : '', passages }
}

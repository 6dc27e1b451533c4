/** The extent of something along a line. */
export interface Span {
  start: number
  end: number
}

/** The least that is used of a sheet for the sake of a better cut. */
const USED_MIN = 0.5

/**
 * Cuts a length into parts of at most `size`: between the spans if there is a gap in the second half of a part, otherwise
 * where the fewest are cut.
 */
export function partsBetween(length: number, size: number, spans: readonly Span[]): Span[] {
  const starts = spans.map(({ start }) => start).sort((a, b) => a - b)
  const ends = spans.map(({ end }) => end).sort((a, b) => a - b)
  const cutAt = (place: number) => countBelow(starts, place) - countBelow(ends, place + ROUNDING)
  const parts: Span[] = []
  let from = 0
  while (length - from > size) {
    const [first, last] = [from + size * USED_MIN, from + size]
    const places = [last]
    for (let index = countBelow(ends, first); (ends[index] ?? length) < last; index++) {
      const end = ends[index] ?? length
      places.push((end + Math.min(starts[countBelow(starts, end)] ?? length, last)) / 2)
    }
    for (let index = countBelow(starts, first); (starts[index] ?? length) < last; index++) {
      const start = starts[index] ?? length
      places.push((Math.max(ends[countBelow(ends, start) - 1] ?? 0, first) + start) / 2)
    }
    let best = { place: last, cut: cutAt(last) }
    for (const place of places) {
      const cut = cutAt(place)
      if (cut < best.cut || (cut === best.cut && place > best.place)) best = { place, cut }
    }
    parts.push({ start: from, end: best.place })
    from = best.place
  }
  return [...parts, { start: from, end: length }]
}

const ROUNDING = 1e-6

/** How many of the sorted values are smaller. */
function countBelow(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The indexes of a longest strictly increasing subsequence, in order: the items that need not move. */
export function longestIncreasing(values: readonly number[]): number[] {
  /** The index of the smallest last value of each length. */
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = index
  }
  const chosen: number[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) chosen.push(index)
  return chosen.reverse()
}

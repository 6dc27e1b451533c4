// Where the lines of an edited outline put the nodes of a plan.

import type { OutlineLine } from '@cairn/contract/rules/planOutline'
import { addTo } from '../../base/lists.ts'
import { restIfMany } from '../../base/turns.ts'
import { type CurrentNode, type Placed, parentInFile } from './outline.lines.ts'

export interface AddedLine {
  key: string
  /** The id of a node, or the key of another new line; null at the top level. */
  parent: string | null
  /** The sibling before it when it is inserted: an id or a key; null for none. */
  after: string | null
  line: OutlineLine
}

/** A node whose parent or position changes. */
export interface MovedNode {
  id: string
  line: number
  parent: string | null
  /** The sibling to follow: an id or a key; null to be the first. */
  previous: string | null
  /** About where it is among its siblings afterwards. */
  place: number
  overwrites: boolean
}

interface Lines {
  placed: readonly Placed[]
  nodes: readonly CurrentNode[]
  parents: ReadonlyMap<string, string | null>
  levels: ReadonlyMap<string, number>
  overwritten: ReadonlySet<string>
}

/** The new and the moved nodes. Among siblings as few as possible move. */
export async function arrange({ placed, nodes, parents, levels, overwritten }: Lines): Promise<{
  added: AddedLine[]
  moved: MovedNode[]
}> {
  const places = new Map<string, number>()
  const counts = new Map<string | null, number>()
  for (const { id, parent_id } of nodes) {
    const place = counts.get(parent_id) ?? 0
    places.set(id, place)
    counts.set(parent_id, place + 1)
  }
  const lists = new Map<string | null, Placed[]>()
  for (const item of placed) {
    if (item.key === null) continue
    const parent = parents.get(item.key) ?? null
    // Ignores the position of an unedited line whose node was moved since.
    if (!item.isEdited && parentInFile(item) !== parent) continue
    addTo(lists, parent, item)
  }
  await restIfMany(placed)
  const added: AddedLine[] = []
  const moved: MovedNode[] = []
  for (const [parent, list] of lists) {
    const staying = list.filter(({ node }) => node !== null && node.parent_id === parent)
    const still = new Set(
      longestIncreasing(staying.map(({ node }) => places.get(node?.id ?? '') ?? 0)).map((at) => staying[at]),
    )
    let previous: string | null = null
    let settled: string | null = null
    for (const [place, item] of list.entries()) {
      const { key, node, line } = item
      if (key === null) continue
      if (node === null) added.push({ key, parent, after: settled, line })
      else if (!still.has(item))
        moved.push({ id: node.id, line: line.line, parent, previous, place, overwrites: overwritten.has(node.id) })
      if (node === null || still.has(item)) settled = key
      previous = key
    }
  }
  const byLevel = (key: string) => levels.get(key) ?? 0
  added.sort((a, b) => byLevel(a.key) - byLevel(b.key))
  moved.sort((a, b) => byLevel(a.id) - byLevel(b.id))
  return { added, moved }
}

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

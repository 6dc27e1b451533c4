// The nodes that the lines of an edited outline are about.

import { type OutlineFields, type OutlineLine, outlineDigest } from '@cairn/contract/rules/planOutline'
import { addTo } from '../../base/lists.ts'
import { mapInTurns } from '../../base/turns.ts'
import type { Problems } from './import.read.ts'

/** An outline shows the last characters of an id. */
export const TAIL = 8

/** A node of the plan, in display order. */
export interface CurrentNode extends OutlineFields {
  id: string
  parent_id: string | null
  created_at: string
}

/** A line of the outline and the node it is about. */
export interface Placed {
  line: OutlineLine
  /** The id of its node, or the key of a new one; null for a line about a node that was deleted. */
  key: string | null
  node: CurrentNode | null
  parent: Placed | null
  isEdited: boolean
}

/** The id or key of the line above that a line is below in the file; null at the top level. */
export function parentInFile({ parent }: Placed): string | null {
  let above = parent
  while (above !== null && above.key === null) above = above.parent
  return above?.key ?? null
}

/** Finds the node of each line. */
export async function placeLines(
  lines: readonly OutlineLine[],
  nodes: readonly CurrentNode[],
  exportedAt: string | null,
  problems: Problems,
): Promise<Placed[]> {
  const byTail = new Map<string, CurrentNode[]>()
  for (const node of nodes) {
    const tail = node.id.slice(-TAIL)
    addTo(byTail, tail, node)
  }
  const nodeAt = (anchor: string): CurrentNode[] => {
    const found = (byTail.get(anchor.slice(-TAIL)) ?? []).filter(({ id }) => id.endsWith(anchor))
    // A node that is newer than the outline cannot be meant.
    const older = found.filter(({ created_at }) => exportedAt === null || created_at <= exportedAt)
    return found.length > 1 && older.length > 0 ? older : found
  }
  const taken = new Map<string, number>()
  const path: Placed[] = []
  let isKnown = false
  let unknown: OutlineLine | null = null
  const placed = await mapInTurns(lines, (line): Placed => {
    path.length = line.level
    const parent = path.at(-1) ?? null
    const item: Placed = { line, key: `line ${line.line}`, node: null, parent, isEdited: true }
    path.push(item)
    if (line.anchor === null) return item
    const [node, other] = nodeAt(line.anchor)
    const isUnderNewLine = parent !== null && parent.key !== null && parent.node === null
    const isAsExported = !isUnderNewLine && line.digest === outlineDigest(line, parent?.line.anchor ?? null)
    if (other) problems.fail(line.line, 'id', `"#${line.anchor}" is the id of more than one node`)
    else if (!node) {
      unknown ??= line
      const says = `No node of this plan has the id "#${line.anchor}"`
      if (isAsExported) item.key = null
      problems.warn(
        line.line,
        'id',
        says,
        isAsExported ? 'It was deleted, and the line is skipped' : 'It becomes a new node',
      )
    } else if (taken.has(node.id))
      problems.warn(
        line.line,
        'id',
        `"#${line.anchor}" is also the id of line ${taken.get(node.id)}`,
        'This line becomes a new node',
      )
    else {
      isKnown = true
      taken.set(node.id, line.line)
      Object.assign(item, { key: node.id, node, isEdited: !isAsExported })
    }
    return item
  })
  const stray = unknown as OutlineLine | null
  if (stray && !isKnown) problems.fail(stray.line, 'id', 'This is the outline of another plan')
  return placed
}

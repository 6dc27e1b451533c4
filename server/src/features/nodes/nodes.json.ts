// A plan's nodes as JSON.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { inSlices, toBuffer } from '../../base/json-slices.ts'

const CLOSING = ']}'

/**
 * `order` is the display order; `fragmentOf` returns a node as JSON. In a tree each node has its `children`. The list
 * is written between `before` and `after`.
 */
export async function writeNodes(
  order: readonly PlanNode[],
  format: 'flat' | 'tree',
  fragmentOf: (node: PlanNode) => string,
  [before, after]: readonly [string, string] = ['', ''],
): Promise<Buffer> {
  const parts = [`${before}[`]
  // In a tree a node stays open for its children, until the first node that is not a descendant.
  const open: string[] = []
  await inSlices(order, (node, i) => {
    const fragment = fragmentOf(node)
    let above = open.length
    while (above > 0 && open[above - 1] !== node.parent_id) above--
    const closed = open.splice(above).length
    const comma = i > 0 && (format === 'flat' || closed > 0) ? ',' : ''
    if (format === 'flat') parts.push(comma, fragment)
    else {
      parts.push(CLOSING.repeat(closed), comma, fragment.slice(0, -1), ',"children":[')
      open.push(node.id)
    }
    return fragment.length
  })
  parts.push(`${CLOSING.repeat(open.length)}]${after}`)
  return toBuffer(parts)
}

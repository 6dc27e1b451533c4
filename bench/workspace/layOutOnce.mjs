// Computes a plan's layout once and prints its cost: `node layOutOnce.js compact 10000`, or `d3` for comparison.
import { hierarchy, tree as tidyTree } from 'd3-hierarchy'
import { NODE_SIZE, SPACING } from '../../web/src/features/graph/layout/geometry.ts'
import { layOut } from '../../web/src/features/graph/layout/layout.ts'
import { draftPlan } from '../seed/plan.mjs'

const [, , kind, size] = process.argv
const { root } = draftPlan('A plan', Number(size))
const children = new Map([[null, ['0']]])
const types = new Map()
const visit = (id, draft) => {
  types.set(id, draft.fields.node_type)
  children.set(
    id,
    draft.children.map((_, index) => `${id}.${index}`),
  )
  for (const [index, child] of draft.children.entries()) visit(`${id}.${index}`, child)
}
visit('0', root)
const tree = {
  count: types.size,
  childrenOf: (id) => children.get(id) ?? [],
  sizeOf: (id) => NODE_SIZE[types.get(id)],
}

const compact = () => [...layOut(tree, { viewport: { width: 1440, height: 800 }, kind: 'compact' }).boxes.values()]

/** The tidy tree of d3-hierarchy, with the product's sizes and distances. */
function tidy() {
  const widthOf = ({ data }) => tree.sizeOf(data).width
  const top = hierarchy('0', tree.childrenOf)
  const placed = tidyTree()
    .nodeSize([1, 1])
    .separation((a, b) => (widthOf(a) + widthOf(b)) / 2 + SPACING.node)(top)
  return placed.descendants().map((node) => ({ x: node.x - widthOf(node) / 2, width: widthOf(node) }))
}

const started = performance.now()
const boxes = kind === 'd3' ? tidy() : compact()
const ms = performance.now() - started

let [left, right] = [0, 0]
for (const { x, width } of boxes) {
  left = Math.min(left, x)
  right = Math.max(right, x + width)
}
process.stdout.write(JSON.stringify({ ms, width: right - left }))

import { expect, it } from 'vitest'
import { PlanNodes } from '../../../data/nodeStore.ts'
import { makeTree } from '../../../test/make.ts'
import { extentsOf } from '../layout/extents.ts'
import { NODE_SIZE, type VisibleTree } from '../layout/geometry.ts'
import { layOut } from '../layout/layout.ts'
import { parentAt } from './parentAt.ts'

const TREE = makeTree('Trip\n  Prepare\n    Pack\n    Train\n  Walk')
if (TREE.Trip) TREE.Trip.node_type = 'root'
const nodes = new PlanNodes()
nodes.load(Object.values(TREE), { revision: 1, epoch: 'first' })
const id = (title: string) => TREE[title]?.id ?? ''
const tree: VisibleTree = {
  count: 5,
  childrenOf: (parentId) => nodes.structure.children.get(parentId) ?? [],
  sizeOf: (nodeId) => NODE_SIZE[nodes.get(nodeId)?.node_type ?? 'task'],
}
const layout = layOut(tree, { viewport: { width: 1200, height: 800 }, kind: 'tidy' })
const scene = { layout, tree, extents: extentsOf(layout, tree) }

/** The title of the parent that cards get when they are dropped on another. */
function over(title: string, ...dragged: string[]) {
  const { x, y, width, height } = layout.boxes.get(id(title)) ?? { x: 0, y: 0, width: 0, height: 0 }
  const place = { x: x + width / 2, y: y + height / 2 }
  const found = parentAt({ scene, nodes, place, dragged: new Set(dragged.map(id)) })
  return found === undefined ? undefined : nodes.get(found)?.title
}

it('is the card under the dragged one', () => {
  expect(over('Walk', 'Pack')).toBe('Walk')
  expect(over('Trip', 'Pack')).toBe('Trip')
  expect(over('Train', 'Pack', 'Walk')).toBe('Train')
})

it('is neither a dragged card nor one below it', () => {
  expect(over('Pack', 'Pack')).toBeUndefined()
  expect(over('Train', 'Prepare')).toBeUndefined()
})

it('is not the parent that all dragged cards have already', () => {
  expect(over('Prepare', 'Pack')).toBeUndefined()
  expect(over('Prepare', 'Pack', 'Train')).toBeUndefined()
  expect(over('Prepare', 'Pack', 'Walk')).toBe('Prepare')
})

it('is nothing for the root', () => {
  expect(over('Walk', 'Trip')).toBeUndefined()
})

it('is nothing beside the cards', () => {
  expect(parentAt({ scene, nodes, place: { x: -5000, y: 0 }, dragged: new Set([id('Pack')]) })).toBeUndefined()
})

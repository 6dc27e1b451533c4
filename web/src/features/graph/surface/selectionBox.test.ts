import { expect, it } from 'vitest'
import type { Box, Layout, VisibleTree } from '../layout/geometry.ts'
import type { Scene } from '../paint/scene.ts'
import { idsIn } from './selectionBox.ts'

const BOXES = new Map<string, Box>([
  ['trip', { x: 0, y: 0, width: 100, height: 50 }],
  ['pack', { x: 200, y: 100, width: 100, height: 50 }],
  ['walk', { x: 400, y: 100, width: 100, height: 50 }],
])
const tree: VisibleTree = {
  count: 3,
  childrenOf: (id) => (id === null ? ['trip'] : id === 'trip' ? ['pack', 'walk'] : []),
  sizeOf: () => ({ width: 100, height: 50 }),
}
const extent = { x: 0, y: 0, width: 500, height: 150 }
const scene = {
  layout: { boxes: BOXES } as Layout,
  tree,
  extents: new Map<string | null, Box>([
    [null, extent],
    ['trip', extent],
    ['pack', BOXES.get('pack') as Box],
    ['walk', BOXES.get('walk') as Box],
  ]),
} as Scene

it('selects the nodes that are wholly in the box', () => {
  expect(idsIn(scene, { x: 150, y: 50, width: 200, height: 150 })).toEqual(new Set(['pack']))
  expect(idsIn(scene, { x: 150, y: 50, width: 300, height: 150 })).toEqual(new Set(['pack']))
  expect(idsIn(scene, { x: 200, y: 100, width: 300, height: 50 })).toEqual(new Set(['pack', 'walk']))
  expect(idsIn(scene, { x: 210, y: 110, width: 10, height: 10 })).toEqual(new Set())
})

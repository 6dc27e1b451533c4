import fc from 'fast-check'
import { expect, it } from 'vitest'
import { many, type Shape, task, treeOf } from '../../test/visibleTree.ts'
import type { Matches } from '../../view-state/nodeFilter.ts'
import { DIMMED, dimmingOf, extentOf, HALF_DIMMED } from './dimming.ts'
import { extentsOf } from './layout/extents.ts'
import { layOut } from './layout/layout.ts'

const PHASES = 4
const TASKS = 5
const shapes = (): Shape[] => [
  { type: 'root', children: many(PHASES, () => ({ type: 'phase', children: many(TASKS, task) })) },
]
const whole = treeOf(shapes())
const phaseIds = Array.from({ length: PHASES }, (_, i) => `0.${i}`)
const ids = ['0', ...phaseIds, ...phaseIds.flatMap(whole.childrenOf)]
const parentOf = (id: string): string | null => (id.includes('.') ? id.slice(0, id.lastIndexOf('.')) : null)
const matchesOf = (found: readonly string[]): Matches => {
  const withAncestors = new Set<string>()
  for (const id of found) for (let at: string | null = id; at !== null; at = parentOf(at)) withAncestors.add(at)
  return { ids: new Set(found), withAncestors }
}
/** The same tree with some phases collapsed. */
const collapsed = (closed: ReadonlySet<string>) => ({
  ...whole,
  childrenOf: (id: string | null) => (id !== null && closed.has(id) ? [] : whole.childrenOf(id)),
})
const found = fc.subarray(ids)
const closed = fc.subarray(phaseIds).map((some) => new Set(some))

it('draws matches and cards that stand for hidden ones fully, ancestors less, and all others least', () => {
  fc.assert(
    fc.property(found, closed, (some, folded) => {
      const matches = matchesOf(some)
      const dimming = dimmingOf(matches, collapsed(folded))
      for (const id of ids) {
        const isShown = !folded.has(parentOf(id) ?? '')
        if (!isShown) continue
        const standsFor = matches.ids.has(id) || (folded.has(id) && matches.withAncestors.has(id))
        const expected = standsFor ? 1 : matches.withAncestors.has(id) ? HALF_DIMMED : DIMMED
        expect(dimming.node(id)).toBe(expected)
        expect(dimming.branch(id)).toBe(matches.withAncestors.has(id) ? 1 : DIMMED)
      }
    }),
  )
})

it('the extent of the matches contains each match, or the collapsed card around it, and nothing if none match', () => {
  fc.assert(
    fc.property(found, closed, (some, folded) => {
      const tree = collapsed(folded)
      const layout = layOut(tree, { viewport: { width: 1200, height: 800 } })
      const scene = { layout, tree, extents: extentsOf(layout, tree) }
      const extent = extentOf(scene, matchesOf(some).ids, parentOf)
      expect(extent === undefined).toBe(some.length === 0)
      for (const id of some) {
        const box = layout.boxes.get(id) ?? layout.boxes.get(parentOf(id) ?? '')
        if (!extent || !box) throw new Error(`${id} is not shown`)
        expect(extent.x).toBeLessThanOrEqual(box.x)
        expect(extent.y).toBeLessThanOrEqual(box.y)
        expect(extent.x + extent.width).toBeGreaterThanOrEqual(box.x + box.width)
        expect(extent.y + extent.height).toBeGreaterThanOrEqual(box.y + box.height)
      }
    }),
  )
})

import { NODE_STATUSES, type NodeStatus } from '@cairn/contract/api/nodes'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { branchStats } from './branchStats.ts'

const DAY = '2026-03-10'
const DUE_DATES = [null, '2026-03-09', '2026-03-10', '2026-04-01'] as const

/** A plan as parent of each node; a parent comes before its children. */
const plans = fc
  .array(
    fc.record({
      parent: fc.nat(),
      status: fc.constantFrom(...NODE_STATUSES),
      due_date: fc.constantFrom(...DUE_DATES),
    }),
    { maxLength: 40 },
  )
  .map((rows) =>
    rows.map(({ parent, status, due_date }, index) => ({
      id: String(index),
      parent_id: index === 0 ? null : String(parent % index),
      status: status as NodeStatus,
      due_date: due_date as string | null,
    })),
  )

it('counts the same as looking at every descendant of every branch', () => {
  fc.assert(
    fc.property(plans, (rows) => {
      const nodes = new Map(rows.map((row) => [row.id, row]))
      const children = new Map<string | null, string[]>()
      for (const { id, parent_id } of rows) children.set(parent_id, [...(children.get(parent_id) ?? []), id])
      const isBelow = (id: string, top: string): boolean => {
        for (let at = nodes.get(id)?.parent_id ?? null; at !== null; at = nodes.get(at)?.parent_id ?? null)
          if (at === top) return true
        return false
      }

      const stats = branchStats(children, (id) => nodes.get(id), DAY)

      expect([...stats.keys()].sort()).toEqual([...children.keys()].filter((id) => id !== null).sort())
      for (const [id, { total, byStatus, overdue }] of stats) {
        const below = rows.filter((row) => isBelow(row.id, id))
        expect(total).toBe(below.length)
        for (const status of NODE_STATUSES)
          expect(byStatus[status]).toBe(below.filter((row) => row.status === status).length)
        const late = below.filter((row) => row.status !== 'completed' && row.due_date === '2026-03-09')
        expect(overdue).toBe(late.length)
      }
    }),
  )
})

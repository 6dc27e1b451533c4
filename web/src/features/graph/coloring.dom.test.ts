import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assigneeColoring, countColors, dueColoring, PLAN, personTones, STATUS_COLORING } from './coloring.ts'

const node = (fields: Partial<Parameters<typeof STATUS_COLORING.indexOf>[0]> = {}) => ({
  status: 'not_started' as const,
  assignees: [],
  due_date: null,
  ...fields,
})

it('tells overdue nodes from those due soon, later, never and done', () => {
  const { entries, indexOf } = dueColoring(new Date(2026, 2, 10))
  const labelOf = (fields: Parameters<typeof node>[0]) => entries[indexOf(node(fields))]?.label

  expect(labelOf({ due_date: '2026-03-09' })).toBe('Overdue')
  expect(labelOf({ due_date: '2026-03-10' })).toBe('Due in 7 days')
  expect(labelOf({ due_date: '2026-03-17' })).toBe('Due in 7 days')
  expect(labelOf({ due_date: '2026-03-18' })).toBe('Due later')
  expect(labelOf({})).toBe('No due date')
  expect(labelOf({ due_date: '2026-03-09', status: 'completed' })).toBe('Completed')
})

const people = fc
  .uniqueArray(fc.uuid(), { maxLength: 20 })
  .map((ids) => ids.map((id, index) => ({ id, name: `Person ${index}` })))

it('gives each of the first eight people their own color, which no later one changes', () => {
  fc.assert(
    fc.property(people, fc.nat(20), (all, count) => {
      const tones = personTones(all)
      const early = all.slice(0, count)
      expect(new Set(all.slice(0, 8).map(({ id }) => tones.get(id))).size).toBe(Math.min(8, all.length))
      const before = personTones(early)
      expect(early.map(({ id }) => before.get(id))).toEqual(early.map(({ id }) => tones.get(id)))
    }),
  )
})

it('keeps the color of a person when others get nodes', () => {
  fc.assert(
    fc.property(people, fc.func(fc.boolean()), fc.func(fc.boolean()), (all, isOneAssigned, isOtherAssigned) => {
      const [one, other] = [isOneAssigned, isOtherAssigned].map((isAssigned) => assigneeColoring(all, isAssigned))
      for (const { id, name } of all) {
        if (!isOneAssigned(id) || !isOtherAssigned(id)) continue
        const [first, second] = [one, other].map((by) => by?.entries[by.indexOf(node({ assignees: [id] }))])
        expect(first?.tone).toBe(second?.tone)
        expect(first?.label.split(', ')).toContain(name)
      }
    }),
  )
})

it('tells people of the plan from others, and both from no one', () => {
  const all = ['a', 'b', 'c'].map((id) => ({ id, name: `Person ${id}` }))
  const { entries, indexOf } = assigneeColoring(all, (id) => id !== 'b')
  const of = (...assignees: string[]) => entries[indexOf(node({ assignees }))]

  expect(of('c', 'a')?.label).toBe('Person c')
  expect(of('gone')?.label).toBe('Other people')
  expect(of()?.label).toBe('Unassigned')
  expect(entries.map(({ label }) => label)).toEqual(['Person a', 'Person c', 'Other people', 'Unassigned'])
})

it('counts the colors below every node', () => {
  const statuses = ['not_started', 'in_progress', 'completed', 'blocked'] as const
  const somePlan = fc.array(fc.record({ parent: fc.nat(), status: fc.constantFrom(...statuses) }), { maxLength: 30 })
  fc.assert(
    fc.property(somePlan, (rows) => {
      const parents = rows.map(({ parent }, index) => (index === 0 ? null : `${parent % index}`))
      const children = new Map<string | null, string[]>()
      for (const [index, parent] of parents.entries())
        children.set(parent, [...(children.get(parent) ?? []), `${index}`])
      const nodeOf = (id: string) => {
        const row = rows[Number(id)]
        return row && node({ status: row.status })
      }
      const isBelow = (id: string, above: string | null): boolean => {
        const parent = parents[Number(id)] ?? null
        return parent === above || (parent !== null && isBelow(parent, above))
      }

      const counts = countColors(children, nodeOf, STATUS_COLORING)

      for (const above of [null, ...children.keys()]) {
        const below = rows.filter((_, index) => isBelow(`${index}`, above) || above === null)
        const expected = ['completed', 'in_progress', 'blocked', 'not_started'].map(
          (status) => below.filter((row) => row.status === status).length,
        )
        expect(counts.get(above ?? PLAN)).toEqual(expected)
      }
    }),
  )
})

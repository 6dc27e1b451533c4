import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assigneeColoring, countColors, dueColoring, PLAN, STATUS_COLORING } from './coloring.ts'

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

it('gives each of the first eight people a color, and the others one', () => {
  const people = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, name: `Person ${index}` }))
  const { entries, indexOf } = assigneeColoring(people)
  const of = (...assignees: string[]) => entries[indexOf(node({ assignees }))]

  expect(new Set(people.slice(0, 8).map(({ id }) => of(id)?.tone)).size).toBe(8)
  expect(of('3', '4')?.label).toBe('Person 3')
  expect([of('8'), of('9'), of('gone')].map((entry) => entry?.label)).toEqual(Array(3).fill('Other people'))
  expect(of()?.label).toBe('Unassigned')
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

import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('filters the list by status, type, assignee, due date, last change and parent', async () => {
  let ahead = 0
  const { as, make } = await testApp({ clock: () => new Date(Date.parse('2026-03-01T00:00:00Z') + ahead) })
  const { plan, owner, editor } = await make.team()
  const phase = await make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const one = await make.node(owner, plan.id, { title: 'One', parent_id: phase.id, due_date: '2026-03-10' })
  await make.node(owner, plan.id, { title: 'Two', parent_id: phase.id, status: 'blocked', due_date: '2026-03-20' })
  ahead = 3_600_000
  await make.node(owner, plan.id, { title: 'Gate', node_type: 'milestone', status: 'completed' })
  await as(owner)('POST', `/plans/${plan.id}/nodes/${one.id}/assign`, { user_id: editor.id })
  const list = async (query: string) =>
    (await as(editor)('GET', `/plans/${plan.id}/nodes?${query}`)).json<PlanNode[]>().map(({ title }) => title)

  const found: Record<string, string[]> = {}
  for (const query of [
    'status=blocked',
    'status=blocked,completed',
    'type=phase,milestone',
    'assignee=me',
    `assignee=${owner.id}`,
    'assignee=none&type=task',
    'due_before=2026-03-20',
    'due_before=2026-03-21&status=blocked',
    'updated_since=2026-03-01T00:30:00Z',
    `parent_id=${phase.id}`,
    'parent_id=',
    `parent_id=${crypto.randomUUID()}`,
  ])
    found[query.replace(phase.id, '{phase}').replace(owner.id, '{owner}')] = await list(query)

  expect(Object.values(found)).toEqual([
    ['Two'],
    ['Two', 'Gate'],
    ['Phase', 'Gate'],
    ['One'],
    [],
    ['Two'],
    ['One'],
    ['Two'],
    ['Gate'],
    ['One', 'Two'],
    ['Phase', 'Gate'],
    [],
  ])
})

it('returns the requested fields with the id, and an ETag that changes with the plan', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { title: 'A node', context: 'Long' })
  const url = `/plans/${plan.id}/nodes?fields=title,version&status=not_started`

  const first = await as(me)('GET', url)
  const same = await as(me)('GET', url, undefined, { 'if-none-match': String(first.headers.etag) })
  await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: 'Changed' })
  const changed = await as(me)('GET', url, undefined, { 'if-none-match': String(first.headers.etag) })

  expect(first.json()).toEqual([{ id: node.id, title: 'A node', version: 1 }])
  expect(same.statusCode).toBe(304)
  expect(changed.json()).toEqual([{ id: node.id, title: 'Changed', version: 2 }])
})

it.each([
  'status=done',
  'status=blocked,done',
  'type=epic',
  'assignee=ana',
  'due_before=2026-02-30',
  'updated_since=soon',
  'parent_id=x',
  'fields=title,secret',
])('rejects ?%s and names it', async (query) => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  const reply = await as(me)('GET', `/plans/${plan.id}/nodes?${query}`)

  expect(reply.statusCode).toBe(400)
  expect(reply.json().details[0].path).toContain(query.split('=')[0])
})

it('filters neither a nested list nor the trash', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  for (const query of ['format=tree&status=blocked', 'trash=1&type=task'])
    expect((await as(me)('GET', `/plans/${plan.id}/nodes?${query}`)).statusCode, query).toBe(400)
})

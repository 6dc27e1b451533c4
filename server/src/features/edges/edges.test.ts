import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('rejects a dependency that creates a cycle, with its path', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [a, b, c] = [await make.node(me, plan.id), await make.node(me, plan.id), await make.node(me, plan.id)]
  await make.edge(me, plan.id, a.id, b.id)
  await make.edge(me, plan.id, b.id, c.id)

  const closing = { source_id: c.id, target_id: a.id }
  const refused = await as(me)('POST', `/plans/${plan.id}/edges`, { ...closing, kind: 'dependency' })
  const reference = await as(me)('POST', `/plans/${plan.id}/edges`, { ...closing, kind: 'reference' })
  const changed = await as(me)('PUT', `/plans/${plan.id}/edges/${reference.json().id}`, { kind: 'dependency' })

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'cycle', details: { path: [c.id, a.id, b.id, c.id] } })
  expect(reference.statusCode).toBe(201)
  expect(changed.json()).toMatchObject({ code: 'cycle' })
})

it('finds a cycle that is closed by a long chain, and its shortest path', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const refs = Array.from({ length: 60 }, (_, i) => `${i}`)
  const chain = refs.slice(1).map((target, i) => ({ source: `${i}`, target, kind: 'dependency' }))
  const made = await as(me)('POST', `/plans/${plan.id}/nodes/tree`, {
    nodes: refs.map((ref) => ({ ref, title: `Step ${ref}`, node_type: 'task' })),
    edges: [...chain, { source: '3', target: '50', kind: 'dependency' }],
  })
  const ids = refs.map((ref) => made.json().refs[ref] as string)

  const close = (source: number, target: number) =>
    as(me)('POST', `/plans/${plan.id}/edges`, {
      ...{ source_id: ids[source], target_id: ids[target], kind: 'dependency' },
    })

  const path = (await close(59, 0)).json().details.path
  expect(path.map((id: string) => ids.indexOf(id))).toEqual([59, 0, 1, 2, 3, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59])
  expect((await close(40, 4)).json().details.path).toHaveLength(38)
  expect((await close(4, 40)).statusCode).toBe(201)
})

it('hides the edges of a deleted node and shows them again with it', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [a, b] = [await make.node(me, plan.id), await make.node(me, plan.id)]
  const edge = await make.edge(me, plan.id, a.id, b.id)
  const edges = async () => (await as(me)('GET', `/plans/${plan.id}/edges`)).json()

  await as(me)('DELETE', `/plans/${plan.id}/nodes/${b.id}`)
  const without = await edges()
  await as(me)('POST', `/plans/${plan.id}/nodes/${b.id}/restore`)
  const restored = await edges()

  expect(without).toEqual([])
  expect(restored).toEqual([edge])
})

it('rejects the same edge twice', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const [a, b] = [await make.node(me, plan.id), await make.node(me, plan.id)]
  const edge = await make.edge(me, plan.id, a.id, b.id, 'sequence')

  const again = await as(me)('POST', `/plans/${plan.id}/edges`, {
    source_id: edge.source_id,
    target_id: edge.target_id,
    kind: 'sequence',
  })

  expect(again.json()).toMatchObject({ code: 'already_exists' })
})

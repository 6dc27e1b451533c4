import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('rejects an edit that was made on an older version, with the current node', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}`

  const first = await as(me)('PUT', url, { title: 'Mine', expected_version: node.version })
  const second = await as(me)('PUT', url, { title: 'Yours', expected_version: node.version })

  expect(first.statusCode).toBe(200)
  expect(second.statusCode).toBe(409)
  expect(second.json()).toMatchObject({ code: 'version_conflict', details: { title: 'Mine', version: 2 } })
})

it('leaves absent fields unchanged, clears with null, and ignores unknown keys', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { description: 'Long', due_date: '2026-12-24T10:00:00Z', context: 'Why' })

  const { id, parent_id } = node
  const reply = await as(me)('PUT', `/plans/${plan.id}/nodes/${id}`, {
    description: null,
    order_index: 7,
    owner_id: id,
  })

  expect(reply.json()).toMatchObject({
    description: null,
    due_date: '2026-12-24',
    context: 'Why',
    parent_id,
    order_index: 0,
  })
})

it('preserves metadata of the caller beside the counts of children', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id, { metadata: { estimate: 3, child_count: 99 } })

  const reply = await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}`)

  expect(reply.json().metadata).toEqual({ estimate: 3, child_count: 0, completed_child_count: 0 })
})

import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

it('rejects to move a node under itself or a descendant, and stays readable', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const call = as(me)
  const plan = await make.plan(me)
  const top = await make.node(me, plan.id)
  const middle = await make.node(me, plan.id, { parent_id: top.id })
  const leaf = await make.node(me, plan.id, { parent_id: middle.id })
  const move = (id: string, parent_id: string) => call('POST', `/plans/${plan.id}/nodes/${id}/move`, { parent_id })

  const replies = [
    await move(top.id, top.id),
    await move(top.id, middle.id),
    await move(top.id, leaf.id),
    await call('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids: [top.id], parent_id: leaf.id }),
  ]

  for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([409, 'cycle'])
  expect(await expectSoundPlan(app, call, plan.id)).toHaveLength(3)
  const { ancestry } = (await call('GET', `/plans/${plan.id}/nodes/${leaf.id}/ancestry`)).json()
  expect(ancestry.map(({ id }: PlanNode) => id)).toEqual([top.id, middle.id, leaf.id])
})

it('rejects a parent of another plan, on create, on move and in bulk', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const call = as(me)
  const [plan, other] = [await make.plan(me), await make.plan(me)]
  const node = await make.node(me, plan.id)
  const foreign = await make.node(me, other.id)

  const replies = [
    await call('POST', `/plans/${plan.id}/nodes`, { title: 'Lost', node_type: 'task', parent_id: foreign.id }),
    await call('POST', `/plans/${plan.id}/nodes/${node.id}/move`, { parent_id: foreign.id }),
    await call('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids: [node.id], parent_id: foreign.id }),
    await call('POST', `/plans/${plan.id}/nodes/${foreign.id}/move`, { parent_id: node.id }),
    await call('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids: [node.id, foreign.id], parent_id: null }),
  ]

  for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([404, 'node_not_found'])
  expect(await expectSoundPlan(app, call, plan.id)).toHaveLength(1)
  expect(await expectSoundPlan(app, call, other.id)).toHaveLength(1)
})

it('lets at most one of two opposite moves succeed, 25 pairs concurrently', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const call = as(me)
  const plan = await make.plan(me)
  const ids = await insertTree(app, plan.id, Array(50).fill(null))
  const move = async (from: number, to: number) => {
    const reply = await call('POST', `/plans/${plan.id}/nodes/${ids[from]}/move`, { parent_id: ids[to] })
    return reply.statusCode
  }

  const pairs = await Promise.all(
    Array.from({ length: 25 }, (_, i) => Promise.all([move(2 * i, 2 * i + 1), move(2 * i + 1, 2 * i)])),
  )

  for (const pair of pairs) expect(pair.sort()).toEqual([200, 409])
  expect(await expectSoundPlan(app, call, plan.id)).toHaveLength(50)
})

it('preserves all of 60 nodes through 400 concurrent random moves', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const call = as(me)
  const plan = await make.plan(me)
  const ids = await insertTree(
    app,
    plan.id,
    Array.from({ length: 60 }, (_, i) => (i < 6 ? null : i % 6)),
  )
  const any = () => ids[Math.floor(Math.random() * ids.length)]

  const replies = await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      call('POST', `/plans/${plan.id}/nodes/${any()}/move`, {
        parent_id: i % 8 === 0 ? null : any(),
        order_index: i % 3 === 0 ? i % 7 : undefined,
      }),
    ),
  )

  const statuses = new Set(replies.map(({ statusCode }) => statusCode))
  expect(statuses).toContain(200)
  for (const status of statuses) expect([200, 409]).toContain(status)
  expect(await expectSoundPlan(app, call, plan.id)).toHaveLength(60)
})

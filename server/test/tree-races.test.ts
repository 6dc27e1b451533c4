import type { PlanNode } from '@cairn/contract/api/nodes'
import { NODE_STATUSES } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

it('gives 40 siblings that are created concurrently 40 positions', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await make.plan(me)
  const parent = await make.node(me, plan.id, { node_type: 'phase' })

  const made = await Promise.all(
    Array.from({ length: 40 }, (_, i) => make.node(me, plan.id, { parent_id: parent.id, title: `Task ${i}` })),
  )

  expect(made.map(({ order_index }) => order_index).sort((a, b) => a - b)).toEqual(made.map((_, i) => i))
  expect(await expectSoundPlan(app, as(me), plan.id)).toHaveLength(41)
})

it('accepts 400 concurrent status changes of 20 nodes, logs each, and ends with the last', async () => {
  const app = await testApp()
  const { as, make, store } = app
  const me = await make.user()
  const plan = await make.plan(me)
  const ids = await insertTree(app, plan.id, Array(20).fill(null))
  const statusOf = (i: number) => NODE_STATUSES[Math.floor(i / 20) % 4]

  const replies = await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      as(me)('PUT', `/plans/${plan.id}/nodes/${ids[i % 20]}/status`, { status: statusOf(i) }),
    ),
  )

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const events = await store.reader
    .selectFrom('events')
    .select(['node_id', 'data'])
    .where('kind', '=', 'node.status_changed')
    .orderBy('revision')
    .execute()
  for (const node of await expectSoundPlan(app, as(me), plan.id)) {
    const changes = events.filter(({ node_id }) => node_id === node.id).map(({ data }) => JSON.parse(data))
    // Each change begins where the one before it ended, so none was lost and none came between.
    const [first] = changes
    expect(first.before.status).toBe('not_started')
    for (const [i, { before }] of changes.entries()) if (i > 0) expect(before.status).toBe(changes[i - 1].after.status)
    expect(changes.at(-1).after).toMatchObject({ status: node.status, version: node.version })
  }
})

it('lets exactly one of 20 edits made on the same version through, and shows the others the winner', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${i}`, expected_version: node.version }),
    ),
  )

  const won = replies.filter(({ statusCode }) => statusCode === 200)
  const lost = replies.filter(({ statusCode }) => statusCode === 409)
  expect([won.length, lost.length]).toEqual([1, 19])
  const winner = won[0]?.json<PlanNode>()
  for (const reply of lost) expect(reply.json()).toMatchObject({ code: 'version_conflict', details: winner })
  await expectSoundPlan(app, as(me), plan.id)
})

it('creates one node from five posts with the same Idempotency-Key, also concurrent', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await make.plan(me)
  const post = () =>
    as(me)('POST', `/plans/${plan.id}/nodes`, { title: 'Once', node_type: 'task' }, { 'idempotency-key': 'once' })

  const replies = [...(await Promise.all([post(), post(), post()])), await post(), await post()]

  expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect(replies[0]?.statusCode).toBe(201)
  expect(await expectSoundPlan(app, as(me), plan.id)).toHaveLength(1)
})

import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { FILLING_MS } from '../../core/trash.ts'
import { purgePlans } from '../maintenance/maintenance.ts'

/** Calls `before` ahead of every transaction from now on. */
const interceptWrites = ({ store }: TestApp, before: () => Promise<void>) => {
  const { write } = store
  store.write = async (work, options) => {
    await before()
    return write(work, options)
  }
  return () => {
    store.write = write
  }
}

async function planOf(app: TestApp, owner: TestUser, nodes: number): Promise<Plan> {
  const plan = await app.make.plan(owner, { title: 'Original' })
  for (let left = nodes; left > 0; left -= 500)
    await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, {
      nodes: Array.from({ length: Math.min(left, 500) }, (_, i) => ({ title: `Node ${i}`, node_type: 'task' })),
    })
  return plan
}

const rowsOf = async ({ store }: TestApp) => ({
  plans: await store.reader.selectFrom('plans').select(['id', 'deleted_at']).execute(),
  nodes: (await store.reader.selectFrom('nodes').select('plan_id').execute()).length,
})

it('hides a copy until all of it is written', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await planOf(app, me, 600)
  let resume = () => {}
  const paused = new Promise<void>((resolve) => {
    resume = resolve
  })
  let writes = 0
  const stop = interceptWrites(app, () => (++writes === 3 ? paused : Promise.resolve()))

  const copying = as(me)('POST', `/plans/${plan.id}/duplicate`)
  await vi.waitFor(() => expect(writes).toBe(3))
  const copyId = (await rowsOf(app)).plans.find(({ id }) => id !== plan.id)?.id
  const seen = async () => ({
    list: (await as(me)('GET', '/plans')).json<Plan[]>().length,
    trash: (await as(me)('GET', '/plans?trash=1')).json<Plan[]>().length,
    status: (await as(me)('GET', `/plans/${copyId}/nodes`)).statusCode,
    restored: (await as(me)('POST', `/plans/${copyId}/restore`)).statusCode,
    purged: (await as(me)('DELETE', `/plans/${copyId}/trash`)).statusCode,
  })
  expect(await seen()).toEqual({ list: 1, trash: 0, status: 404, restored: 404, purged: 404 })
  await purgePlans({ ...app, clock: () => new Date() })
  resume()
  stop()

  const copy = (await copying).json<Plan>()
  expect(copy).toMatchObject({ id: copyId, node_count: 600, revision: 1 })
  const nodes = (await as(me)('GET', `/plans/${copy.id}/nodes`)).json<PlanNode[]>()
  expect(nodes).toHaveLength(600)
  const trees = await Promise.all([plan, copy].map(({ id }) => as(me)('GET', `/plans/${id}/nodes?fields=title`)))
  const titles = trees.map((tree) => tree.json<PlanNode[]>().map(({ title }) => title))
  expect(titles[1]).toEqual(titles[0])
})

it('purges what was written of a copy that failed', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await planOf(app, me, 600)
  let writes = 0
  const stop = interceptWrites(app, async () => {
    if (++writes === 3) throw new Error('The disk is gone.')
  })

  const reply = await as(me)('POST', `/plans/${plan.id}/duplicate`)
  stop()

  expect(reply.statusCode).toBe(500)
  expect(await rowsOf(app)).toMatchObject({ plans: { length: 2 }, nodes: 1_100 })
  await purgePlans({ ...app, clock: () => new Date(Date.now() + FILLING_MS) })
  expect(await rowsOf(app)).toMatchObject({ plans: { length: 2 }, nodes: 1_100 })
  await purgePlans({ ...app, clock: () => new Date(Date.now() + 2 * FILLING_MS + 1_000) })
  expect(await rowsOf(app)).toMatchObject({ plans: [{ id: plan.id, deleted_at: null }], nodes: 600 })
})

it('shows no plan that is being purged because writing it took too long', async () => {
  let aheadMs = 0
  const app = await testApp({ clock: () => new Date(Date.now() + aheadMs) })
  const me = await app.make.user()
  await app.store.write((tx) => tx.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00.000Z' }).execute())
  const plan = await planOf(app, me, 1)
  let writes = 0
  const stop = interceptWrites(app, async () => {
    if (++writes === 2) aheadMs = FILLING_MS
  })

  const reply = await app.as(me)('POST', `/plans/${plan.id}/duplicate`)
  stop()

  expect([reply.statusCode, reply.json().code]).toEqual([503, 'overloaded'])
  expect((await app.as(me)('GET', '/plans')).json()).toHaveLength(1)
})

it('answers a repeated key with the first copy, even when the original is gone', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await planOf(app, me, 2)
  const copy = () => app.as(me)('POST', `/plans/${plan.id}/duplicate`, {}, { 'idempotency-key': 'copy' })

  const together = await Promise.all([copy(), copy(), copy()])
  await app.as(me)('DELETE', `/plans/${plan.id}`)
  const later = await copy()

  expect(new Set([...together, later].map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect((await app.as(me)('GET', '/plans')).json()).toEqual([expect.objectContaining({ id: later.json().id })])
})

it('copies three large plans of a person at a time', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await planOf(app, me, 2_001)

  const replies = await Promise.all([1, 2, 3, 4].map(() => app.as(me)('POST', `/plans/${plan.id}/duplicate`)))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 429])
  const refused = replies.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json().error).toBe('You are already duplicating 3 large plans. Wait until one of them is done.')
  expect((await app.as(me)('POST', `/plans/${plan.id}/duplicate`)).statusCode).toBe(201)
})

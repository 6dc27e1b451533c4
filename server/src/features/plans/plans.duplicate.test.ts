import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { FILLING, FILLING_MS } from '../../core/trash.ts'
import { purgeDeletedAccounts, purgePlans } from '../maintenance/maintenance.ts'

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
  plans: await store.reader.selectFrom('plans').select(['id', 'deleted_at']).orderBy('id').execute(),
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
  const rest = { plans: [{ id: plan.id, deleted_at: null }], nodes: 600 }
  await vi.waitFor(async () => expect(await rowsOf(app)).toEqual(rest))
})

it('purges what a server that was killed has written of a copy', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await planOf(app, me, 600)
  const unfinished = await planOf(app, me, 2)
  await app.store.write((tx) =>
    tx.updateTable('plans').set({ deleted_at: FILLING }).where('id', '=', unfinished.id).execute(),
  )
  const idsAfter = async (ms: number) => {
    await purgePlans({ ...app, clock: () => new Date(Date.now() + ms) })
    return (await rowsOf(app)).plans.map(({ id }) => id)
  }

  expect(await idsAfter(FILLING_MS)).toEqual([plan.id, unfinished.id])
  expect(await idsAfter(2 * FILLING_MS + 1_000)).toEqual([plan.id])
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

  expect((await rowsOf(app)).plans).toHaveLength(2)
  expect(new Set([...together, later].map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect((await app.as(me)('GET', '/plans')).json()).toEqual([expect.objectContaining({ id: later.json().id })])
})

it('copies for one person between the copies of another', async () => {
  const app = await testApp()
  const [ana, ben] = [await app.make.user(), await app.make.user()]
  const [large, small] = [await planOf(app, ana, 2_001), await planOf(app, ben, 1)]
  let answered = 0
  const copies = [1, 2, 3, 4].map(async () => {
    expect((await app.as(ana)('POST', `/plans/${large.id}/duplicate`)).statusCode).toBe(201)
    answered++
  })
  await Promise.race(copies)

  expect((await app.as(ben)('POST', `/plans/${small.id}/duplicate`)).statusCode).toBe(201)
  expect(answered, 'copies made before the other one').toBeLessThan(4)
  await Promise.all(copies)
})

it('writes nothing of a copy that is bound to be refused', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await planOf(app, me, 20)
  const copy = (token: string | TestUser, key = '') =>
    app.as(token)('POST', `/plans/${plan.id}/duplicate`, {}, key ? { 'idempotency-key': key } : {})
  const few = await app.make.apiToken(me, 'write', { nodes_per_hour: 10 })
  const once = await app.make.apiToken(me, 'write', { changes_per_hour: 1 })
  expect((await copy(once)).statusCode).toBe(201)
  const before = await rowsOf(app)

  const replies = [await copy(few), await copy(once), await copy(me, 'k'.repeat(201))]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 429, 400])
  expect(replies.map((reply) => reply.json().code)).toEqual(['quota_too_small', 'quota_exceeded', 'invalid_input'])
  expect(await rowsOf(app)).toEqual(before)
})

it('shows no plan of an account that was deleted meanwhile', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await planOf(app, me, 1)
  let writes = 0
  const { write } = app.store
  const stop = interceptWrites(app, async () => {
    if (++writes !== 3) return
    stop()
    const deletion = await app.as(me)('DELETE', '/users/profile', { password: PASSWORD })
    expect(deletion.statusCode).toBe(204)
  })

  const reply = await app.as(me)('POST', `/plans/${plan.id}/duplicate`)

  expect(app.store.write).toBe(write)
  expect(reply.statusCode).toBe(401)
  await vi.waitFor(async () => expect(await rowsOf(app)).toEqual({ plans: [], nodes: 0 }))
})

it('purges the plans that a deleted account still owns, unless they are shared', async () => {
  const app = await testApp()
  const { plan: shared, owner } = await app.make.team()
  await planOf(app, owner, 2)
  await app.store.write((tx) =>
    tx.updateTable('users').set({ deleted_at: new Date().toISOString() }).where('id', '=', owner.id).execute(),
  )

  await purgeDeletedAccounts({ ...app, clock: () => new Date() })

  expect(await rowsOf(app)).toEqual({ plans: [{ id: shared.id, deleted_at: null }], nodes: 0 })
})

// Quotas of tokens and apps per hour.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { describe, expect, it } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { grown, tokensOf } from '../../../test/limited.ts'
import { twoServers } from '../../../test/two-servers.ts'

const HOUR_MS = 3_600_000

describe('a quota', () => {
  const limited = async (limits: Record<string, number>, overrides: Parameters<typeof testApp>[0] = {}) => {
    const app = await testApp(overrides)
    const me = await app.make.user()
    const tree = await grown(app, me)
    return { ...tree, app, me, call: app.as(await app.make.apiToken(me, 'write', limits)) }
  }
  const titlesOf = async (app: TestApp, me: TestUser, at: string) =>
    (await app.as(me)('GET', `${at}/nodes`)).json<PlanNode[]>().map(({ title }) => title)

  it('refuses what is above it, names the limit and is free again after its hour', async () => {
    const start = Date.now()
    let now = start
    const later = (ms: number) => new Date(start + ms).toISOString()
    const { app, me, call, one, at } = await limited({ changes_per_hour: 2 }, { clock: () => new Date(now) })
    const rename = (title: string) => call('PUT', `${at}/nodes/${one.id}`, { title })
    expect((await rename('a')).statusCode).toBe(200)
    now += HOUR_MS - 60_000
    expect((await rename('b')).statusCode).toBe(200)

    const reply = await rename('c')

    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60'])
    expect(reply.json()).toEqual({
      error: `This token may make 2 changes per hour and has used 2. Try again after ${later(HOUR_MS)}, or ask the person to change the limit in Settings.`,
      code: 'quota_exceeded',
      details: { limit: 'changes_per_hour', value: 2, used: 2, needed: 1, resets_at: later(HOUR_MS) },
    })
    expect((await call('GET', `${at}/nodes/${one.id}`)).json().title).toBe('b')
    now += 60_000
    expect((await tokensOf(app, me))[0]?.used).toBeNull()
    expect((await rename('d')).statusCode).toBe(200)
    expect((await tokensOf(app, me))[0]?.used).toMatchObject({ changes: 1, resets_at: later(2 * HOUR_MS) })
  })

  it('refuses a bulk, tree or duplicating call whole if it would exceed what is left', async () => {
    const { app, me, call, one, two, mine, away, at } = await limited({ changes_per_hour: 4, nodes_per_hour: 3 })
    const before = await titlesOf(app, me, at)
    const tree = (...titles: string[]) =>
      call('POST', `${at}/nodes/tree`, { nodes: titles.map((title) => ({ title, node_type: 'task' })) })

    expect((await call('PUT', `${at}/nodes/${one.id}`, { title: 'One!' })).statusCode).toBe(200)
    const bulk = await call('POST', `${at}/nodes/bulk`, {
      node_ids: [one.id, two.id, mine.id, away.id],
      status: 'completed',
    })
    expect([bulk.statusCode, bulk.json().details]).toMatchObject([
      429,
      { limit: 'changes_per_hour', needed: 4, used: 1 },
    ])
    const large = await tree('a', 'b', 'c', 'd')
    expect([large.statusCode, large.json().code]).toEqual([429, 'quota_exceeded'])
    const copy = await call('POST', `${at}/nodes/${mine.id}/duplicate`, {})
    expect(copy.statusCode).toBe(201)
    const more = await tree('a')
    expect([more.statusCode, more.json().details]).toMatchObject([
      429,
      { limit: 'nodes_per_hour', value: 3, used: 3, needed: 1 },
    ])
    expect((await tokensOf(app, me))[0]?.used).toMatchObject({ changes: 2, nodes: 3 })
    expect(await titlesOf(app, me, at)).toHaveLength(before.length + 3)
    expect((await app.as(me)('GET', `${at}/nodes/${away.id}`)).json().status).toBe('not_started')
  })

  it('refuses a call that is larger than the whole limit with 403, because waiting does not help', async () => {
    const { call, at } = await limited({ nodes_per_hour: 1 })
    const nodes = [
      { title: 'a', node_type: 'task' },
      { title: 'b', node_type: 'task' },
    ]

    const reply = await call('POST', `${at}/nodes/tree`, { nodes })

    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([403, undefined])
    expect(reply.json()).toMatchObject({
      code: 'quota_too_small',
      error: expect.stringMatching(/^This token may create 1 node per hour, and this call needs 2\. Split it/),
      details: { limit: 'nodes_per_hour', value: 1, needed: 2 },
    })
    expect((await call('POST', '/plans', { title: 'Without nodes' })).statusCode).toBe(201)
  })

  it('counts the nodes of a whole new plan', async () => {
    const { call, plan } = await limited({ nodes_per_hour: 5 })

    expect((await call('POST', `/plans/${plan.id}/duplicate`, {})).json().details).toMatchObject({
      limit: 'nodes_per_hour',
      needed: 6,
    })
  })

  it('does not count what changes nothing, and lets a used-up token read and keep its task', async () => {
    const { app, me, call, one, at } = await limited({ changes_per_hour: 2 })
    await call('PUT', `${at}/nodes/${one.id}`, { title: 'One' })
    expect((await tokensOf(app, me))[0]?.used).toBeNull()
    const { claim } = (await call('POST', `${at}/claims`, { node_id: one.id })).json()
    expect((await tokensOf(app, me))[0]?.used).toMatchObject({ changes: 2 })

    expect((await call('POST', `${at}/claims/${claim.id}/heartbeat`, {})).statusCode).toBe(200)
    expect((await call('GET', `${at}/nodes`)).statusCode).toBe(200)
    expect((await call('PUT', `${at}/nodes/${one.id}`, { title: 'x' })).statusCode).toBe(429)
    expect((await call('PUT', `${at}/favorite`)).statusCode).toBe(204)
  })

  it('is not passed by twenty calls at once to two servers, in several plans', async () => {
    const { one: first, two: second } = await twoServers()
    const me = await first.make.user()
    const trees = [await grown(first, me), await grown(first, me), await grown(first, me)]
    const token = await first.make.apiToken(me, 'write', { changes_per_hour: 7, nodes_per_hour: 5 })

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? first : second).as(token)('POST', `${trees[i % 3]?.at}/nodes`, {
          title: `New ${i}`,
          node_type: 'task',
        }),
      ),
    )

    const codes = replies.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(5)
    expect(codes.filter((code) => code === 429)).toHaveLength(15)
    const titles = (await Promise.all(trees.map(({ at }) => titlesOf(first, me, at)))).flat()
    expect(titles.filter((title) => title.startsWith('New'))).toHaveLength(5)
    expect((await tokensOf(first, me))[0]?.used).toMatchObject({ changes: 5, nodes: 5 })
  })

  it('counts nothing for a refused call, a preview or a repeated key', async () => {
    const { app, me, call, one, at } = await limited({ changes_per_hour: 10 })
    const used = async () => (await tokensOf(app, me))[0]?.used?.changes ?? 0
    const key = { 'idempotency-key': crypto.randomUUID() }
    const added = { title: 'Once', node_type: 'task' }
    const reply = await call('POST', `${at}/nodes`, added, key)
    await call('POST', `${at}/nodes`, added, key)
    expect(await used()).toBe(1)

    await call('PUT', `${at}/nodes/${one.id}`, { title: 'x', expected_version: 99 })
    const change = Number(reply.headers['x-change'])
    expect((await call('POST', `${at}/undo`, { changes: [change], preview: true })).statusCode).toBe(200)
    expect(await used()).toBe(1)
    expect((await call('POST', `${at}/undo`, { changes: [change] })).statusCode).toBe(200)
    expect(await used()).toBe(2)
  })
})

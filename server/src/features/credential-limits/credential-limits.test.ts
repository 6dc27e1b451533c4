// Limits of API tokens and connected apps: how they are set and shown, quotas per hour, and what a branch contains.
import type { ConnectedApp } from '@cairn/contract/api/apps'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { ApiToken } from '@cairn/contract/api/tokens'
import { describe, expect, it } from 'vitest'
import { connectApp } from '../../../test/apps.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { connect } from '../../../test/live-client.ts'
import { mcpClient } from '../../../test/mcp-client.ts'
import { twoServers } from '../../../test/two-servers.ts'

const HOUR_MS = 3_600_000
const tokensOf = async ({ as }: TestApp, me: TestUser) => (await as(me)('GET', '/auth/token')).json<ApiToken[]>()
const createToken = (app: TestApp, me: TestUser, body: Record<string, unknown>) =>
  app.as(me)('POST', '/auth/token', { name: 'Agent', permissions: ['write'], ...body })

/** A plan with the branch "Mine" (two tasks) beside "Other" (one task), below a root. */
async function grown(app: TestApp, me: TestUser) {
  const plan = await app.make.plan(me, { title: 'Bakery' })
  const node = (title: string, parent_id: string, node_type: 'phase' | 'task' = 'task') =>
    app.make.node(me, plan.id, { title, parent_id, node_type })
  const root = await app.make.node(me, plan.id, { title: 'Root', node_type: 'root' })
  const mine = await node('Mine', root.id, 'phase')
  const [one, two] = [await node('One', mine.id), await node('Two', mine.id)]
  const other = await node('Other', root.id, 'phase')
  const away = await node('Away', other.id)
  return { plan, root, mine, one, two, other, away, at: `/plans/${plan.id}` }
}

describe('setting limits', () => {
  it('stores those of a new token, shows them with their use, and replaces them later', async () => {
    const app = await testApp()
    const me = await app.make.user()
    const { plan, mine, one, at } = await grown(app, me)
    const limits = { plan_id: plan.id, branch_id: mine.id, changes_per_hour: 10, nodes_per_hour: 0 }

    const made = (await createToken(app, me, limits)).json<ApiToken & { token: string }>()
    expect(made).toMatchObject({
      plan: { id: plan.id, title: 'Bakery' },
      branch: { id: mine.id, title: 'Mine' },
      changes_per_hour: 10,
      nodes_per_hour: 0,
      used: null,
    })
    await app.as(made.token)('PUT', `${at}/nodes/${one.id}`, { title: 'Renamed' })
    expect((await tokensOf(app, me))[0]?.used).toEqual({ changes: 1, nodes: 0, resets_at: expect.any(String) })

    const set = await app.as(me)('PUT', `/auth/token/${made.id}/limits`, { changes_per_hour: 5 })
    expect(set.json()).toMatchObject({ plan: null, branch: null, changes_per_hour: 5, nodes_per_hour: null })
    expect(set.json().used).toMatchObject({ changes: 1 })
    expect((await tokensOf(app, me))[0]).toEqual(set.json())
  })

  it('acts with the next call, and closes sockets when the reach changes', async () => {
    const app = await testApp()
    const me = await app.make.user()
    const { plan, mine, away, at } = await grown(app, me)
    const other = await app.make.plan(me)
    const { id, token } = (await createToken(app, me, {})).json<ApiToken & { token: string }>()
    const call = app.as(token)
    expect((await call('GET', `/plans/${other.id}`)).statusCode).toBe(200)
    const live = await connect(app.app, token)
    await live.hear('hello')
    const set = (limits: object) => app.as(me)('PUT', `/auth/token/${id}/limits`, { ...limits })

    await set({ plan_id: plan.id, branch_id: mine.id })

    expect(await live.closed).toBe(4001)
    expect((await call('GET', `/plans/${other.id}`)).statusCode).toBe(404)
    expect((await call('GET', at)).statusCode).toBe(200)
    expect((await call('PUT', `${at}/nodes/${away.id}`, { title: 'x' })).json().code).toBe('outside_branch')
    await set({ plan_id: plan.id })
    expect((await call('PUT', `${at}/nodes/${away.id}`, { title: 'x' })).statusCode).toBe(200)
  })

  it.each([
    [{ changes_per_hour: 0 }, 'changes_per_hour', 'changes_per_hour must be a whole number from 1 to 1000000'],
    [{ changes_per_hour: 1.5 }, 'changes_per_hour', 'changes_per_hour must be a whole number from 1 to 1000000'],
    [{ nodes_per_hour: -1 }, 'nodes_per_hour', 'nodes_per_hour must be a whole number from 0 to 1000000'],
    [{ nodes_per_hour: '5' }, 'nodes_per_hour', 'nodes_per_hour must be a whole number from 0 to 1000000'],
    [{ branch_id: crypto.randomUUID() }, 'branch_id', 'branch_id requires plan_id'],
  ])('rejects %o', async (limits, path, message) => {
    const app = await testApp()
    const me = await app.make.user()
    const { id } = (await createToken(app, me, {})).json<ApiToken>()

    for (const reply of [
      await createToken(app, me, limits),
      await app.as(me)('PUT', `/auth/token/${id}/limits`, limits),
    ])
      expect([reply.statusCode, reply.json().details]).toEqual([400, [{ path, message }]])
  })

  it('finds no plan, branch, token or app of someone else', async () => {
    const app = await testApp()
    const [me, stranger] = [await app.make.user(), await app.make.user()]
    const theirs = await grown(app, stranger)
    const mine = await grown(app, me)
    const { id } = (await createToken(app, me, {})).json<ApiToken>()
    const codeOf = async (limits: Record<string, unknown>) => (await createToken(app, me, limits)).json().code

    expect(await codeOf({ plan_id: theirs.plan.id })).toBe('plan_not_found')
    expect(await codeOf({ plan_id: mine.plan.id, branch_id: theirs.mine.id })).toBe('node_not_found')
    await app.as(me)('DELETE', `${mine.at}/nodes/${mine.one.id}`)
    expect(await codeOf({ plan_id: mine.plan.id, branch_id: mine.one.id })).toBe('node_not_found')
    expect((await app.as(stranger)('PUT', `/auth/token/${id}/limits`, {})).json().code).toBe('token_not_found')
    expect((await app.as(stranger)('PUT', `/auth/apps/${id}/limits`, {})).json().code).toBe('app_not_found')
  })

  it('stores what the consent to an app says, and replaces it later', async () => {
    const app = await testApp()
    const me = await app.make.user()
    const { plan, mine, one, away, at } = await grown(app, me)
    const limits = { plan_id: plan.id, branch_id: mine.id, changes_per_hour: 2, nodes_per_hour: 1 }
    const { access_token } = await connectApp(app, me, limits)
    const call = app.as(access_token)
    const [shown] = (await app.as(me)('GET', '/auth/apps')).json<ConnectedApp[]>()
    expect(shown).toMatchObject({ branch: { id: mine.id, title: 'Mine' }, changes_per_hour: 2, nodes_per_hour: 1 })

    expect((await call('PUT', `${at}/nodes/${away.id}`, { title: 'x' })).json().error).toBe(
      'This app may change only the branch "Mine" of this plan.',
    )
    for (const title of ['a', 'b']) expect((await call('PUT', `${at}/nodes/${one.id}`, { title })).statusCode).toBe(200)
    expect((await call('PUT', `${at}/nodes/${one.id}`, { title: 'c' })).json().code).toBe('quota_exceeded')
    const set = await app.as(me)('PUT', `/auth/apps/${shown?.id}/limits`, { plan_id: plan.id, changes_per_hour: 3 })
    expect(set.json()).toMatchObject({ branch: null, changes_per_hour: 3, used: { changes: 2, nodes: 0 }, changes: 2 })
    expect((await call('PUT', `${at}/nodes/${away.id}`, { title: 'x' })).statusCode).toBe(200)
    expect((await call('PUT', `${at}/nodes/${away.id}`, { title: 'y' })).json().code).toBe('quota_exceeded')
  })
})

describe('a token that is limited to one plan', () => {
  it('finds only that plan, creates none and changes nothing outside of plans', async () => {
    const app = await testApp()
    const me = await app.make.user()
    const { plan, at } = await grown(app, me)
    const other = await app.make.plan(me, { title: 'Secret' })
    const call = app.as(await app.make.apiToken(me, 'admin', { plan_id: plan.id }))

    expect((await call('GET', '/plans')).json().map(({ id }: { id: string }) => id)).toEqual([plan.id])
    expect((await call('GET', `/plans/${other.id}`)).json()).toEqual({
      error: 'Plan not found',
      code: 'plan_not_found',
    })
    expect((await call('PUT', at, { title: 'Renamed' })).statusCode).toBe(200)
    const created = await call('POST', '/plans', { title: 'New' })
    expect([created.statusCode, created.json().error]).toEqual([403, 'This token is limited to one plan.'])
    expect((await call('PUT', '/users/profile', { name: 'Other' })).statusCode).toBe(403)
  })

  it('learns why it finds nothing once the plan is deleted, purged or no longer shared', async () => {
    const app = await testApp()
    const team = await app.make.team()
    const { plan, owner, editor } = team
    const call = app.as(await app.make.apiToken(owner, 'admin', { plan_id: plan.id }))
    const shared = app.as(await app.make.apiToken(editor, 'write', { plan_id: plan.id }))
    const why = /limited to a plan that was deleted or is no longer shared/
    await app.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${editor.id}`)
    expect((await shared('GET', `/plans/${plan.id}`)).json()).toMatchObject({ code: 'plan_not_found' })
    expect((await shared('PUT', `/plans/${plan.id}`, { title: 'x' })).json().error).toMatch(why)

    await app.as(owner)('DELETE', `/plans/${plan.id}`)
    expect((await call('PUT', `/plans/${plan.id}`, { title: 'x' })).json().error).toMatch(why)
    await app.as(owner)('DELETE', `/plans/${plan.id}/trash`)
    expect((await call('PUT', `/plans/${plan.id}`, { title: 'x' })).json().error).toMatch(why)
    expect((await call('GET', '/plans')).json()).toEqual([])
  })
})

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

describe('a branch', () => {
  async function limited(scope: 'write' | 'admin' = 'write') {
    const app = await testApp()
    const me = await app.make.user()
    const tree = await grown(app, me)
    const token = await app.make.apiToken(me, scope, { plan_id: tree.plan.id, branch_id: tree.mine.id })
    const call = app.as(token)
    const codeOf = async (...[method, path, body]: Parameters<typeof call>) => {
      const reply = await call(method, `${tree.at}${path}`, body)
      return reply.statusCode < 300 ? 'done' : reply.json().code
    }
    return { ...tree, app, me, token, call, codeOf }
  }

  it('can be changed in every way, its top included', async () => {
    const { app, me, plan, mine, one, two, at, call, codeOf } = await limited('admin')
    const made = await call('POST', `${at}/nodes`, { title: 'New', node_type: 'task', parent_id: mine.id })
    const { id } = made.json<PlanNode>()
    const log = (await call('POST', `${at}/nodes/${mine.id}/log`, { content: 'Hi', log_type: 'comment' })).json()
    const edge = (
      await call('POST', `${at}/edges`, { source_id: one.id, target_id: two.id, kind: 'dependency' })
    ).json()
    const link = { name: 'Docs', content_type: 'text/html', url: 'https://example.test/' }
    const claimed = (await call('POST', `${at}/claims`, { node_id: one.id })).json()
    const nodes = [{ title: 'A', node_type: 'task', children: [{ title: 'B', node_type: 'task' }] }]

    for (const [method, path, body] of [
      ['PUT', `/nodes/${mine.id}`, { title: 'Mine!' }],
      ['PUT', `/nodes/${mine.id}/status`, { status: 'in_progress' }],
      ['POST', `/nodes/tree`, { parent_id: mine.id, nodes }],
      ['POST', `/nodes/bulk`, { node_ids: [mine.id, two.id], due_date: '2030-01-01' }],
      ['POST', `/nodes/${id}/move`, { parent_id: two.id, order_index: 0 }],
      ['POST', `/nodes/${id}/duplicate`, {}],
      ['POST', `/nodes/${id}/assign`, { user_id: me.id }],
      ['PUT', `/edges/${edge.id}`, { kind: 'reference' }],
      ['DELETE', `/edges/${edge.id}`, undefined],
      ['PUT', `/nodes/${mine.id}/logs/${log.id}`, { content: 'Hello' }],
      ['DELETE', `/nodes/${mine.id}/logs/${log.id}`, undefined],
      ['POST', `/nodes/${mine.id}/artifacts`, link],
      ['POST', `/claims/${claimed.claim.id}/heartbeat`, {}],
      ['POST', `/claims/${claimed.claim.id}/end`, { outcome: 'done', summary: 'Done.' }],
      ['POST', `/undo`, { changes: [Number(made.headers['x-change'])], skip_blocked: true }],
      ['DELETE', `/nodes/${two.id}`, undefined],
      ['POST', `/nodes/${two.id}/restore`, undefined],
      ['DELETE', `/nodes/${one.id}`, undefined],
      ['POST', `/trash/purge`, { node_ids: [one.id] }],
    ] as const)
      expect(await codeOf(method, path, body), `${method} ${path}`).toBe('done')
    expect((await app.as(me)('GET', `/plans/${plan.id}/nodes/${one.id}`)).statusCode).toBe(404)
  })

  it('is not left, entered, or moved itself', async () => {
    const { root, mine, one, other, away, codeOf } = await limited()

    for (const [method, path, body] of [
      ['POST', `/nodes/${one.id}/move`, { parent_id: other.id }],
      ['POST', `/nodes/${away.id}/move`, { parent_id: mine.id }],
      ['POST', `/nodes/${mine.id}/move`, { parent_id: other.id }],
      ['POST', `/nodes/${mine.id}/move`, { order_index: 1 }],
      ['POST', `/nodes/${mine.id}/duplicate`, {}],
      ['POST', `/nodes`, { title: 'x', node_type: 'task' }],
      ['POST', `/nodes`, { title: 'x', node_type: 'task', parent_id: root.id }],
      ['POST', `/edges`, { source_id: one.id, target_id: away.id, kind: 'reference' }],
      ['POST', `/edges`, { source_id: away.id, target_id: one.id, kind: 'dependency' }],
      ['PUT', `/nodes/${root.id}`, { title: 'x' }],
      ['DELETE', `/nodes/${other.id}`, undefined],
    ] as const)
      expect(await codeOf(method, path, body), `${method} ${path}`).toBe('outside_branch')
  })

  it('keeps a bulk call, a tree call, a purge and an undo that reach outside from changing anything', async () => {
    const { app, me, one, two, away, at, call } = await limited('admin')
    const change = Number((await app.as(me)('PUT', `${at}/nodes/${away.id}`, { title: 'Later' })).headers['x-change'])
    const before = (await app.as(me)('GET', `${at}/nodes`)).json()
    const bulk = await call('POST', `${at}/nodes/bulk`, { node_ids: [one.id, away.id, two.id], status: 'completed' })
    expect([bulk.statusCode, bulk.json()]).toMatchObject([
      403,
      { code: 'outside_branch', details: [{ path: 'node_ids.1', index: 1, id: away.id }] },
    ])
    const outline = { nodes: [{ title: 'A', node_type: 'task' }] }
    expect((await call('POST', `${at}/nodes/tree`, outline)).json().code).toBe('outside_branch')
    for (const more of [{}, { skip_blocked: true }])
      expect((await call('POST', `${at}/undo`, { changes: [change], ...more })).json().code).toBe('outside_branch')
    expect((await app.as(me)('GET', `${at}/nodes`)).json()).toEqual(before)

    await app.as(me)('DELETE', `${at}/nodes/${one.id}`)
    await app.as(me)('DELETE', `${at}/nodes/${away.id}`)
    expect((await call('POST', `${at}/trash/purge`, { all: true })).json().code).toBe('outside_branch')
    expect((await app.as(me)('GET', `${at}/trash`)).json().counts.nodes).toBe(2)
    expect((await call('POST', `${at}/nodes/${away.id}/restore`)).json().code).toBe('outside_branch')
  })

  it('does not limit reading to it, but ready tasks and claims', async () => {
    const { call, at, one, two, away } = await limited()

    expect((await call('GET', `${at}/nodes`)).json()).toHaveLength(6)
    expect((await call('GET', `${at}/nodes/${away.id}/context-pack`)).statusCode).toBe(200)
    const ready = (await call('GET', `${at}/ready`)).json()
    expect([ready.total, ready.tasks.map(({ id }: { id: string }) => id).sort()]).toEqual([2, [one.id, two.id].sort()])
    for (const expected of [one.id, two.id])
      expect((await call('POST', `${at}/claims`, {})).json().node.id).toBe(expected)
    expect((await call('POST', `${at}/claims`, {})).json()).toEqual({ claim: null, node: null })
  })

  it('refuses every change once its top is deleted, until it is restored', async () => {
    const { app, me, mine, one, other, at, call } = await limited()
    const rename = async (id: string) => (await call('PUT', `${at}/nodes/${id}`, { title: 'x' })).json()
    await app.as(me)('DELETE', `${at}/nodes/${mine.id}`)

    expect(await rename(other.id)).toMatchObject({
      code: 'branch_deleted',
      error:
        'This token may change only one branch of this plan, which was deleted. Ask the person to restore it or to change the limit in Settings.',
    })
    expect((await call('POST', `${at}/nodes/${mine.id}/restore`)).json().code).toBe('branch_deleted')
    expect((await call('GET', `${at}/nodes`)).statusCode).toBe(200)
    expect((await tokensOf(app, me))[0]?.branch).toEqual({ id: mine.id, title: null })
    const { id } = (await tokensOf(app, me))[0] as ApiToken
    const kept = { plan_id: at.slice('/plans/'.length), branch_id: mine.id, changes_per_hour: 5 }
    expect((await app.as(me)('PUT', `/auth/token/${id}/limits`, kept)).statusCode).toBe(200)

    await app.as(me)('POST', `${at}/nodes/${mine.id}/restore`)
    expect((await rename(one.id)).title).toBe('x')
  })

  it('moves along with its top, and what is moved into it belongs to it', async () => {
    const { app, me, mine, one, other, away, at, codeOf } = await limited()

    await app.as(me)('POST', `${at}/nodes/${mine.id}/move`, { parent_id: other.id })
    expect(await codeOf('PUT', `/nodes/${one.id}`, { title: 'x' })).toBe('done')
    expect(await codeOf('PUT', `/nodes/${away.id}`, { title: 'x' })).toBe('outside_branch')
    await app.as(me)('POST', `${at}/nodes/${away.id}/move`, { parent_id: mine.id })
    expect(await codeOf('PUT', `/nodes/${away.id}`, { title: 'x' })).toBe('done')
  })
})

describe('tools', () => {
  it('obey the limits, and say what to do', async () => {
    const app = await testApp()
    const me = await app.make.user()
    const { plan, mine, one, two, away } = await grown(app, me)
    const limits = { plan_id: plan.id, branch_id: mine.id, changes_per_hour: 3, nodes_per_hour: 2 }
    const mcp = await mcpClient(app, await app.make.apiToken(me, 'write', limits))
    const at = { plan_id: plan.id }

    expect(await mcp.refused('set_status', { ...at, node_id: away.id, status: 'completed' })).toMatchObject({
      code: 'outside_branch',
      message: 'This token may change only the branch "Mine" of this plan.',
      hint: expect.stringContaining('the nodes below it'),
      details: { plan_id: plan.id, branch_id: mine.id },
    })
    expect(await mcp.refused('create_plan', { title: 'New', outline: '- [ ] A' })).toMatchObject({ code: 'forbidden' })
    const nodes = ['A', 'B', 'C'].map((title) => ({ title, node_type: 'task' }))
    expect(await mcp.refused('add_nodes', { ...at, parent_id: mine.id, nodes })).toMatchObject({
      code: 'quota_too_small',
      hint: 'Split the call into several smaller ones.',
      details: { limit: 'nodes_per_hour', value: 2, needed: 3 },
    })
    await mcp.call('add_nodes', { ...at, parent_id: mine.id, nodes: nodes.slice(1) })
    await mcp.call('set_status', { ...at, node_id: one.id, status: 'completed' })
    expect(await mcp.refused('set_status', { ...at, node_id: two.id, status: 'completed' })).toMatchObject({
      code: 'quota_exceeded',
      hint: expect.stringMatching(/^Reading still works\. Wait \d+ seconds before the next change/),
      details: { limit: 'changes_per_hour', value: 3, used: 3 },
    })
    await mcp.call('get_plan_outline', at)
  })
})

// Limits of API tokens and connected apps: how they are set and shown, tokens of one plan, and what tools say.
import type { ConnectedApp } from '@cairn/contract/api/apps'
import type { ApiToken } from '@cairn/contract/api/tokens'
import { describe, expect, it } from 'vitest'
import { connectApp } from '../../../test/apps.ts'
import { type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { grown, tokensOf } from '../../../test/limited.ts'
import { connect } from '../../../test/live-client.ts'
import { mcpClient } from '../../../test/mcp-client.ts'

const createToken = (app: TestApp, me: TestUser, body: Record<string, unknown>) =>
  app.as(me)('POST', '/auth/token', { name: 'Agent', permissions: ['write'], ...body })

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

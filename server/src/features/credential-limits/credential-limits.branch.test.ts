// What a token that is limited to a branch may change.
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { ApiToken } from '@cairn/contract/api/tokens'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { grown, tokensOf } from '../../../test/limited.ts'

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

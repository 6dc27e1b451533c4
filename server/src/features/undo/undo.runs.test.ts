import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Call, TestUser } from '../../../test/factory.ts'
import { done, setUp } from '../../../test/undoing.ts'

describe('a run of an agent', () => {
  async function runAs(test: Awaited<ReturnType<typeof setUp>>, user: TestUser) {
    const token = await test.make.apiToken(user, 'write')
    return (method: Parameters<Call>[0], path: string, body?: Record<string, unknown>) =>
      test.as(token)(method, `${test.base}${path}`, body, { 'x-run-id': 'run 1' })
  }

  it('is undone at once by its person, the owner and admins, and its log entries on request', async () => {
    const test = await setUp()
    const { base, call, as, node, titles, one, change, undo, editor, admin } = test
    const { id } = await node('Route')
    const agent = await runAs(test, editor)
    await agent('POST', '/nodes', { title: 'By the agent', node_type: 'task' })
    await agent('PUT', `/nodes/${id}`, { title: 'Route by the agent' })
    await agent('PUT', `/nodes/${id}/status`, { status: 'completed' })
    await agent('POST', `/nodes/${id}/log`, { content: 'Done' })

    const preview = done(await undo({ run_id: 'run 1', preview: true }, as(admin)))
    expect(preview).toMatchObject({ undone: 3, logs: 1, left: 0, blocked: [] })
    expect(await titles()).toEqual(['Route by the agent', 'By the agent'])

    const gone = (await agent('POST', `/nodes/${id}/log`, { content: 'Deleted by its author' })).json()
    expect(done(await undo({ run_id: 'run 1', preview: true }))).toMatchObject({ logs: 2 })
    await change('DELETE', `/nodes/${id}/logs/${gone.id}`, undefined, as(editor))
    expect(done(await undo({ run_id: 'run 1', preview: true }))).toMatchObject({ undone: 3, logs: 1 })

    done(await undo({ run_id: 'run 1', logs: true }, as(editor)))
    expect(await one(id)).toMatchObject({ title: 'Route', status: 'not_started' })
    expect(await titles()).toEqual(['Route'])
    expect((await call('GET', `${base}/nodes/${id}/logs`)).json()).toEqual([])
    expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 0, already: 4, change: null })
  })

  it('releases the tasks that it still holds', async () => {
    const test = await setUp()
    const { base, call, node, one, undo, editor } = test
    const [first, second] = [await node('Route'), await node('Hut')]
    const agent = await runAs(test, editor)
    await agent('POST', '/claims', { node_id: first.id })
    expect(done(await undo({ run_id: 'run 1', preview: true }))).toMatchObject({ undone: 1, left: 0 })
    const other = test.as(await test.make.apiToken(editor, 'write'))
    await other('POST', `${base}/claims`, { node_id: second.id })

    expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 1, blocked: [] })
    expect(await one(first.id)).toMatchObject({ status: 'not_started' })
    const held = (await call('GET', `${base}/claims`)).json().map(({ node_id }: { node_id: string }) => node_id)
    expect(held).toEqual([second.id])
  })

  it('is undone although a long log entry has an emoji where its event cuts the text', async () => {
    const test = await setUp()
    const { id } = await test.node('Route')
    const agent = await runAs(test, test.owner)
    await agent('PUT', `/nodes/${id}`, { title: 'Route by the agent' })
    const content = `${'x'.repeat(399)}🗺️ and more`
    expect((await agent('POST', `/nodes/${id}/log`, { content })).statusCode).toBe(201)
    const added = () =>
      test.store.write((tx) =>
        tx.selectFrom('events').select('data').where('kind', '=', 'log.added').executeTakeFirstOrThrow(),
      )
    expect((await added()).data).toContain('x"')

    // As it was stored before.
    await test.store.write((tx) =>
      sql`update events set data = replace(data, 'x"', ${'x\\ud83d"'}) where kind = 'log.added'`.execute(tx),
    )
    expect((await added()).data).toContain('\\ud83d')
    expect(done(await test.undo({ run_id: 'run 1' }))).toMatchObject({ undone: 1, logs: 1 })
  })

  it('gets back a phase and the tasks that it had deleted before, in their order', async () => {
    const test = await setUp()
    const { node, nodes, undo } = test
    const phase = await node('Phase')
    const [first, second, third] = [await node('1', phase.id), await node('2', phase.id), await node('3', phase.id)]
    const below = await node('Below 2', second.id)
    const agent = await runAs(test, test.owner)
    const before = (await nodes()).map(({ id, parent_id, order_index }) => ({ id, parent_id, order_index }))
    for (const { id } of [third, first, below, second, phase]) await agent('DELETE', `/nodes/${id}`)

    expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 5, blocked: [], left: 0 })

    expect((await nodes()).map(({ id, parent_id, order_index }) => ({ id, parent_id, order_index }))).toEqual(before)
  })

  it('is not undone by another editor', async () => {
    const test = await setUp()
    const agent = await runAs(test, test.owner)
    await agent('POST', '/nodes', { title: 'By the agent', node_type: 'task' })

    expect((await test.undo({ run_id: 'run 1' }, test.as(test.editor))).statusCode).toBe(403)
  })

  it('is not undone with a token of another person, even of the owner', async () => {
    const test = await setUp()
    const agent = await runAs(test, test.editor)
    await agent('POST', '/nodes', { title: 'By the agent', node_type: 'task' })
    const token = await test.make.apiToken(test.owner, 'write')

    expect((await test.undo({ run_id: 'run 1' }, test.as(token))).json().error).toBe(
      'A token or app can only undo runs of its own user.',
    )
    expect(await test.titles()).toEqual(['By the agent'])
  })

  it('asks before it takes a node that its own person has worked on since', async () => {
    const test = await setUp()
    const agent = await runAs(test, test.owner)
    const { id } = (await agent('POST', '/nodes', { title: 'By the agent', node_type: 'task' })).json()
    await test.change('PUT', `/nodes/${id}`, { title: 'By me' })

    const reply = await test.undo({ run_id: 'run 1' })

    expect(reply.json()).toMatchObject({ code: 'undo_blocked', details: { blocked: [{ code: 'used_since' }] } })
  })

  it('of more than 500 events is undone call by call', async () => {
    const test = await setUp()
    const agent = await runAs(test, test.owner)
    const outline = (from: number) =>
      Array.from({ length: 300 }, (_, i) => ({ title: `Task ${from + i}`, node_type: 'task' }))
    for (const from of [0, 300]) {
      const reply = await agent('POST', '/nodes/tree', { nodes: outline(from) })
      expect(reply.statusCode, reply.body.slice(0, 200)).toBe(201)
    }

    const first = done(await test.undo({ run_id: 'run 1' }))
    expect(first.undone + first.left).toBe(600)
    expect(first.left).toBeGreaterThan(0)
    for (let left = first.left; left > 0; ) left = done(await test.undo({ run_id: 'run 1' })).left
    expect(await test.nodes()).toEqual([])
  })
})

import type { PlanNode } from '@cairn/contract/api/nodes'
import { describe, expect, it } from 'vitest'
import type { Call, TestUser } from '../../../test/factory.ts'
import { blocks, done, setUp } from '../../../test/undoing.ts'

describe('undoes and redoes', () => {
  it('a status', async () => {
    const { node, one, change, undo } = await setUp()
    const { id } = await node('Route')
    const changed = await change('PUT', `/nodes/${id}/status`, { status: 'blocked' })

    const undone = done(await undo({ changes: [changed] }))
    expect((await one(id)).status).toBe('not_started')
    expect(undone).toMatchObject({ undone: 1, kinds: { 'node.status_changed': 1 }, blocked: [], node_ids: [id] })

    const redone = done(await undo({ changes: [undone.change] }))
    expect((await one(id)).status).toBe('blocked')
    expect(redone).toMatchObject({ undone: 1, already: 0 })
    expect(done(await undo({ changes: [undone.change] }))).toMatchObject({ undone: 0, already: 1, change: null })
  })

  it('an edit, field by field and key by key', async () => {
    const { node, one, change, undo } = await setUp()
    const { id } = await node('Route', undefined, { description: 'Short', metadata: { a: 1, b: 2 } })
    const edit = await change('PUT', `/nodes/${id}`, {
      title: 'Route by train',
      description: null,
      due_date: '2027-03-01',
      metadata: { a: 5, c: 3 },
    })
    await change('PUT', `/nodes/${id}`, { metadata: { a: 5, c: 3, d: 4 } })

    done(await undo({ changes: [edit] }))

    expect(await one(id)).toMatchObject({ title: 'Route', description: 'Short', due_date: null })
    expect((await one(id)).metadata).toEqual({ a: 1, b: 2, d: 4, child_count: 0, completed_child_count: 0 })
  })

  it('a long text that others have edited elsewhere since', async () => {
    const { node, one, change, undo, as, editor } = await setUp()
    const { id } = await node('Route', undefined, { context: 'one\ntwo\nthree\nfour' })
    const edit = await change('PUT', `/nodes/${id}`, { context: 'ONE\ntwo\nthree\nfour' })
    await change('PUT', `/nodes/${id}`, { context: 'ONE\ntwo\nthree\nFOUR' }, as(editor))

    done(await undo({ changes: [edit] }))

    expect((await one(id)).context).toBe('one\ntwo\nthree\nFOUR')
  })

  it('a new node, a copy and a restored one', async () => {
    const { call, base, node, titles, change, undo } = await setUp()
    const phase = await node('Phase')
    const created = await change('POST', '/nodes', { title: 'Task', node_type: 'task', parent_id: phase.id })
    const copied = await change('POST', `/nodes/${phase.id}/duplicate`)
    await call('DELETE', `${base}/nodes/${phase.id}`)
    const restored = await change('POST', `/nodes/${phase.id}/restore`)
    const before = await titles()

    const undone = done(await undo({ changes: [restored] }))
    expect(await titles()).toEqual(['Phase (copy)', 'Task'])
    done(await undo({ changes: [undone.change] }))
    expect(await titles()).toEqual(before)
    done(await undo({ changes: [copied] }))
    expect(await titles()).toEqual(['Phase', 'Task'])
    done(await undo({ changes: [created] }))
    expect(await titles()).toEqual(['Phase'])
  })

  it('a deleted branch, behind the sibling that was before it', async () => {
    const { node, titles, change, undo, as, editor } = await setUp()
    const [, second] = [await node('A'), await node('B'), await node('C')]
    await node('B1', second?.id)
    const deleted = await change('DELETE', `/nodes/${second?.id}`)
    await change('POST', '/nodes', { title: 'First', node_type: 'task', order_index: 0 }, as(editor))

    done(await undo({ changes: [deleted] }))

    expect(await titles()).toEqual(['First', 'A', 'B', 'B1', 'C'])
  })

  it('a bulk deletion of neighbors', async () => {
    const { node, titles, change, undo } = await setUp()
    const all = []
    for (const title of ['A', 'B', 'C', 'D', 'E']) all.push(await node(title))
    const node_ids = [all[2], all[1], all[4]].map((one) => one?.id)
    const deleted = await change('POST', '/nodes/bulk', { node_ids, delete: true })
    expect(await titles()).toEqual(['A', 'D'])

    const undone = done(await undo({ changes: [deleted] }))
    expect(await titles()).toEqual(['A', 'B', 'C', 'D', 'E'])
    done(await undo({ changes: [undone.change] }))
    expect(await titles()).toEqual(['A', 'D'])
  })

  it('a new phase and copies in it together, which left one after the other', async () => {
    const { base, call, node, nodes, change, undo } = await setUp()
    const { id } = await node('Route')
    const created = await change('POST', '/nodes', { title: 'Phase', node_type: 'phase' })
    const phase = (await nodes()).find(({ title }) => title === 'Phase')?.id
    const copied = await call('POST', `${base}/nodes/${id}/duplicate`)
    const moved = await change('POST', `/nodes/${copied.json<PlanNode>().id}/move`, { parent_id: phase })
    const before = await nodes()

    const undone = done(await undo({ changes: [created, Number(copied.headers['x-change'])], skip_blocked: true }))
    expect(moved).toBeGreaterThan(0)
    expect((await nodes()).map(({ title }) => title)).toEqual(['Route'])
    expect(done(await undo({ changes: [undone.change] }))).toMatchObject({ undone: 2, blocked: [] })
    expect((await nodes()).map(({ id, parent_id, order_index }) => ({ id, parent_id, order_index }))).toEqual(
      before.map(({ id, parent_id, order_index }) => ({ id, parent_id, order_index })),
    )
  })

  it('a move, behind the sibling that was before it', async () => {
    const { node, nodes, titles, change, undo, as, editor } = await setUp()
    const [a, b] = [await node('A'), await node('B')]
    await node('C')
    const moved = await change('POST', `/nodes/${b.id}/move`, { parent_id: a.id })
    await change('POST', '/nodes', { title: 'First', node_type: 'task', order_index: 0 }, as(editor))

    const undone = done(await undo({ changes: [moved] }))
    expect(await titles()).toEqual(['First', 'A', 'B', 'C'])
    done(await undo({ changes: [undone.change] }))
    expect((await nodes()).find(({ id }) => id === b.id)?.parent_id).toBe(a.id)
  })

  it('a move of many', async () => {
    const { node, nodes, change, undo } = await setUp()
    const phase = await node('Phase')
    const all = []
    for (const title of ['A', 'B', 'C', 'D', 'E']) all.push(await node(title))
    const before = (await nodes()).map(({ id, parent_id, order_index }) => [id, parent_id, order_index])
    const node_ids = [all[3], all[0], all[2]].map((one) => one?.id)

    const moved = await change('POST', '/nodes/bulk', { node_ids, parent_id: phase.id })
    done(await undo({ changes: [moved] }))

    expect((await nodes()).map(({ id, parent_id, order_index }) => [id, parent_id, order_index])).toEqual(before)
  })

  it('a root, whose nodes return to the top level', async () => {
    const { node, nodes, change, undo } = await setUp()
    for (const title of ['A', 'B']) await node(title)
    const created = await change('POST', '/nodes', { title: 'Trip', node_type: 'root' })

    const undone = done(await undo({ changes: [created] }))
    expect((await nodes()).map(({ title, parent_id }) => [title, parent_id])).toEqual([
      ['A', null],
      ['B', null],
    ])
    done(await undo({ changes: [undone.change] }))
    expect((await nodes()).map(({ title, order_index }) => [title, order_index])).toEqual([
      ['Trip', 0],
      ['A', 0],
      ['B', 1],
    ])
  })

  it('a root above more nodes than one command may change', async () => {
    const { node, nodes, change, undo } = await setUp({ CAIRN_MAX_COMMAND_NODES: '3' })
    const titles = ['A', 'B', 'C', 'D', 'E']
    for (const title of titles) await node(title)
    const created = await change('POST', '/nodes', { title: 'Trip', node_type: 'root' })

    const undone = done(await undo({ changes: [created] }))
    expect((await nodes()).map(({ title, parent_id }) => [title, parent_id])).toEqual(titles.map((one) => [one, null]))
    done(await undo({ changes: [undone.change] }))
    expect((await nodes()).map(({ title }) => title)).toEqual(['Trip', ...titles])
  })

  it('assignments, in their order', async () => {
    const { node, one, change, undo, owner, editor, viewer } = await setUp()
    const { id } = await node('Route')
    const people = [owner.id, editor.id, viewer.id]
    const assigned = []
    for (const user_id of people) assigned.push(await change('POST', `/nodes/${id}/assign`, { user_id }))
    const removed = await change('DELETE', `/nodes/${id}/unassign?user_id=${editor.id}`)

    done(await undo({ changes: [removed] }))
    expect((await one(id)).assignees).toEqual(people)
    done(await undo({ changes: [assigned[0]] }))
    expect((await one(id)).assignees).toEqual([editor.id, viewer.id])
    const order = await change('POST', '/nodes/bulk', { changes: [{ id, assignees: [viewer.id, editor.id] }] })
    done(await undo({ changes: [order] }))
    expect((await one(id)).assignees).toEqual([editor.id, viewer.id])
  })

  it('links, under their old ids', async () => {
    const { call, base, node, change, undo } = await setUp()
    const [a, b] = [await node('A'), await node('B')]
    const edges = async () => (await call('GET', `${base}/edges`)).json()
    const created = await change('POST', '/edges', { source_id: a.id, target_id: b.id, kind: 'dependency' })
    const [edge] = await edges()
    const updated = await change('PUT', `/edges/${edge.id}`, { kind: 'reference' })
    const deleted = await change('DELETE', `/edges/${edge.id}`)

    done(await undo({ changes: [deleted] }))
    expect(await edges()).toMatchObject([{ id: edge.id, kind: 'reference' }])
    done(await undo({ changes: [updated] }))
    expect(await edges()).toMatchObject([{ id: edge.id, kind: 'dependency' }])
    done(await undo({ changes: [created] }))
    expect(await edges()).toEqual([])
  })

  it('files and links of a node', async () => {
    const { call, base, node, one, change, undo } = await setUp()
    const { id } = await node('A')
    const list = async () => (await call('GET', `${base}/nodes/${id}/artifacts`)).json()
    const link = { name: 'Map', content_type: 'text/html', url: 'https://maps.test/' }
    const added = await change('POST', `/nodes/${id}/artifacts`, link)
    const [made] = await list()
    const renamed = await change('PUT', `/nodes/${id}/artifacts/${made.id}`, { name: 'Atlas' })
    const deleted = await change('DELETE', `/nodes/${id}/artifacts/${made.id}`)
    expect([await list(), (await one(id)).artifact_count]).toEqual([[], 0])

    done(await undo({ changes: [deleted] }))
    expect([await list(), (await one(id)).artifact_count]).toMatchObject([[{ id: made.id, name: 'Atlas' }], 1])
    done(await undo({ changes: [renamed] }))
    expect(await list()).toMatchObject([{ name: 'Map' }])
    const undone = done(await undo({ changes: [added] }))
    expect(await list()).toEqual([])
    done(await undo({ changes: [undone.change] }))
    expect(await list()).toMatchObject([{ id: made.id, name: 'Map' }])
  })

  it('the fields of the plan', async () => {
    const { call, base, change, undo } = await setUp()
    const edit = await change('PUT', '', { title: 'Hut tour', status: 'active' })

    done(await undo({ changes: [edit] }))

    expect((await call('GET', base)).json()).toMatchObject({ title: 'A plan', status: 'draft' })
  })

  it('a change once, if the call is sent again because its reply was lost', async () => {
    const { node, change, undo, call, base, one } = await setUp()
    const { id } = await node('Route')
    const edit = await change('PUT', `/nodes/${id}`, { title: 'Train' })
    const send = () => call('POST', `${base}/undo`, { changes: [edit] }, { 'idempotency-key': 'first' })

    const [first, again] = [await send(), await send()]

    expect(again.json()).toEqual(first.json())
    expect(again.headers['x-change']).toBe(first.headers['x-change'])
    done(await undo({ changes: [done(again).change] }))
    expect((await one(id)).title).toBe('Train')
  })

  it('several changes at once, newest first', async () => {
    const { node, one, change, undo } = await setUp()
    const { id } = await node('Route')
    const changes = []
    for (const title of ['One', 'Two', 'Three']) changes.push(await change('PUT', `/nodes/${id}`, { title }))

    expect(done(await undo({ changes }))).toMatchObject({ undone: 3 })
    expect((await one(id)).title).toBe('Route')
  })
})

describe('what is in the way', () => {
  it('a field that someone changed later, with the rest undone on request', async () => {
    const { node, one, change, undo, as, editor } = await setUp()
    const { id } = await node('Route')
    const edit = await change('PUT', `/nodes/${id}`, { title: 'Route by train', due_date: '2027-03-01' })
    await change('PUT', `/nodes/${id}`, { title: 'Route by bike' }, as(editor))

    const refused = await undo({ changes: [edit] })
    expect(blocks(refused)).toEqual([['changed_since', 'title', editor.name]])
    const values = { node_title: 'Route by bike', now: 'Route by bike', was: 'Route' }
    expect(refused.json().details.blocked).toMatchObject([values])
    expect(await one(id)).toMatchObject({ title: 'Route by bike', due_date: '2027-03-01' })

    const preview = done(await undo({ changes: [edit], preview: true }))
    expect(preview).toMatchObject({ change: null, undone: 1, blocked: [{ code: 'changed_since' }] })
    expect((await one(id)).due_date).toBe('2027-03-01')

    done(await undo({ changes: [edit], skip_blocked: true }))
    expect(await one(id)).toMatchObject({ title: 'Route by bike', due_date: null })
  })

  it('a status that an agent changed later, with what it is and was', async () => {
    const test = await setUp()
    const { id } = await test.node('Route')
    const edit = await test.change('PUT', `/nodes/${id}/status`, { status: 'completed' })
    const token = await test.make.apiToken(test.editor, 'write')
    await test.as(token)('PUT', `${test.base}/nodes/${id}/status`, { status: 'blocked' })

    const [found] = (await test.undo({ changes: [edit] })).json().details.blocked

    expect(found).toMatchObject({ field: 'status', now: 'blocked', was: 'not_started' })
    expect(found.by).toMatchObject({ id: test.editor.id, name: test.editor.name, agent: expect.any(String) })
  })

  it('work of others on or below a new node', async () => {
    const { call, base, node, nodes, change, undo, as, editor, commenter } = await setUp()
    const top = await node('Top')
    const created = await change('POST', '/nodes', { title: 'Phase', node_type: 'phase', parent_id: top.id })
    const phase = (await nodes()).find(({ title }) => title === 'Phase')
    const task = await node('Task', phase?.id)
    const comment = { content: 'Nice', log_type: 'comment' }
    await change('POST', `/nodes/${task.id}/log`, comment, as(commenter))

    expect(blocks(await undo({ changes: [created] }))).toEqual([['used_since', undefined, commenter.name]])
    await call('DELETE', `${base}/nodes/${task.id}`)
    done(await undo({ changes: [created] }))

    const again = await change('POST', '/nodes', { title: 'Task', node_type: 'task', parent_id: top.id })
    const moved = (await nodes()).find(({ title }) => title === 'Task')
    await change('PUT', `/nodes/${moved?.id}/status`, { status: 'completed' }, as(editor))
    expect(blocks(await undo({ changes: [again] }))).toEqual([['used_since', undefined, editor.name]])
  })

  it('a later move, a deleted parent, a node in the trash', async () => {
    const { node, change, undo, as, editor } = await setUp()
    const [a, b, c] = [await node('A'), await node('B'), await node('C')]
    const moved = await change('POST', `/nodes/${c.id}/move`, { parent_id: a.id })
    const again = await change('POST', `/nodes/${c.id}/move`, { parent_id: b.id }, as(editor))
    expect(blocks(await undo({ changes: [moved] }))).toEqual([['moved_since', undefined, editor.name]])

    const inA = await change('POST', `/nodes/${c.id}/move`, { parent_id: null })
    await change('DELETE', `/nodes/${b.id}`, undefined, as(editor))
    expect(blocks(await undo({ changes: [inA] }))).toEqual([['parent_gone', undefined, editor.name]])
    expect(again).toBeGreaterThan(moved)

    const status = await change('PUT', `/nodes/${a.id}/status`, { status: 'blocked' })
    await change('DELETE', `/nodes/${a.id}`, undefined, as(editor))
    expect(blocks(await undo({ changes: [status] }))).toEqual([['in_trash', undefined, editor.name]])
  })

  it('a cycle, a link that exists, an end in the trash', async () => {
    const { call, base, node, change, undo, as, editor } = await setUp()
    const [a, b] = [await node('A'), await node('B')]
    const ends = { source_id: a.id, target_id: b.id, kind: 'dependency' }
    await change('POST', '/edges', ends)
    const [edge] = (await call('GET', `${base}/edges`)).json()
    const deleted = await change('DELETE', `/edges/${edge.id}`)
    const back = await change('POST', '/edges', { source_id: b.id, target_id: a.id, kind: 'dependency' })
    expect(blocks(await undo({ changes: [deleted] }))).toEqual([['cycle', undefined, undefined]])
    done(await undo({ changes: [back] }))
    const same = await change('POST', '/edges', ends)
    expect(blocks(await undo({ changes: [deleted] }))).toEqual([['exists', undefined, undefined]])
    done(await undo({ changes: [same] }))
    await change('DELETE', `/nodes/${b.id}`, undefined, as(editor))
    expect(blocks(await undo({ changes: [deleted] }))).toEqual([['in_trash', undefined, editor.name]])
  })

  it('twelve links of a run whose nodes someone linked the other way since', async () => {
    const { make, owner, base, node, change, undo, as, editor } = await setUp()
    const agent = as(await make.apiToken(owner, 'write'))
    const linked = []
    for (let pair = 0; pair < 12; pair++) linked.push([(await node('From')).id, (await node('To')).id])
    for (const [source_id, target_id] of linked)
      await change('POST', '/edges', { source_id, target_id, kind: 'dependency' })
    for (const { id } of (await agent('GET', `${base}/edges`)).json<{ id: string }[]>())
      await agent('DELETE', `${base}/edges/${id}`, undefined, { 'x-run-id': 'r' })
    for (const [target_id, source_id] of linked)
      await change('POST', '/edges', { source_id, target_id, kind: 'dependency' }, as(editor))

    const seen = done(await undo({ run_id: 'r', preview: true }))
    expect(seen.blocked.map(({ code }) => code)).toEqual(linked.map(() => 'cycle'))
    expect((await undo({ run_id: 'r' })).statusCode).toBe(409)
  })

  it('a new node to which someone has linked another', async () => {
    const { node, nodes, change, undo, as, editor } = await setUp()
    const { id: source_id } = await node('Earlier')
    const created = await change('POST', '/nodes', { title: 'Later', node_type: 'task' })
    const target_id = (await nodes()).find(({ title }) => title === 'Later')?.id
    await change('POST', '/edges', { source_id, target_id, kind: 'dependency' }, as(editor))

    expect(blocks(await undo({ changes: [created] }))).toEqual([['used_since', undefined, editor.name]])
  })

  it('a new link whose kind someone changed', async () => {
    const { call, base, node, change, undo, as, editor } = await setUp()
    const [a, b] = [await node('A'), await node('B')]
    const created = await change('POST', '/edges', { source_id: a.id, target_id: b.id, kind: 'dependency' })
    const [edge] = (await call('GET', `${base}/edges`)).json()
    await change('PUT', `/edges/${edge.id}`, { kind: 'reference' }, as(editor))

    expect(blocks(await undo({ changes: [created] }))).toEqual([['changed_since', 'kind', editor.name]])
  })

  it('a person who has left, and what cannot be undone at all', async () => {
    const { node, change, undo, editor, viewer } = await setUp()
    const { id } = await node('Route')
    await change('POST', `/nodes/${id}/assign`, { user_id: editor.id })
    const off = await change('DELETE', `/nodes/${id}/unassign?user_id=${editor.id}`)
    await change('DELETE', `/collaborators/${editor.id}`)
    expect(blocks(await undo({ changes: [off] }))).toEqual([['not_member', undefined, undefined]])

    const role = await change('PUT', `/collaborators/${viewer.id}`, { role: 'editor' })
    const both = await undo({ changes: [off, role] })
    expect(both.json().error).toBe(
      'This cannot be undone. Changes of this kind cannot be undone. The person is no longer a member of the plan.',
    )
    expect(blocks(await undo({ changes: [role] }))).toEqual([['not_undoable', undefined, undefined]])
  })

  it('too many levels by now', async () => {
    const { node, change, undo } = await setUp()
    let parent: string | undefined
    for (let level = 1; level <= 60; level++) parent = (await node(`Level ${level}`, parent)).id
    const branch = await node('Branch', parent)
    const moved = await change('POST', `/nodes/${branch.id}/move`, { parent_id: null })
    let below = branch.id
    for (let level = 1; level <= 50; level++) below = (await node(`Below ${level}`, below)).id

    expect(blocks(await undo({ changes: [moved] }))).toEqual([['too_deep', undefined, undefined]])
  })

  it('a change or run that does not exist, and requests that make no sense', async () => {
    const { undo, node, change } = await setUp()
    const { id } = await node('Route')
    const first = await change('PUT', `/nodes/${id}`, { title: 'Train' })

    expect((await undo({ changes: [first + 1] })).json()).toMatchObject({ code: 'change_not_found' })
    expect((await undo({ run_id: 'none' })).json()).toMatchObject({ code: 'run_not_found' })
    const requests = [
      {},
      { changes: [] },
      { changes: [first], run_id: 'x' },
      { changes: ['x'] },
      { changes: [2 ** 31] },
    ]
    for (const body of requests) expect((await undo(body)).statusCode, JSON.stringify(body)).toBe(400)
  })
})

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
    expect(done(await undo({ run_id: 'run 1' }))).toMatchObject({ undone: 0, change: null })
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

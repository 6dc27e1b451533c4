import { describe, expect, it } from 'vitest'
import { blocks, done, setUp } from '../../../test/undoing.ts'

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

  it('an earlier node that was moved below a new one, unless the move is undone too', async () => {
    const { owner, call, node, nodes, change, undo } = await setUp()
    const [top, task] = [await node('Top'), await node('Task')]
    const created = await change('POST', '/nodes', { title: 'Phase', node_type: 'phase', parent_id: top.id })
    const phase = (await nodes()).find(({ title }) => title === 'Phase')
    const moved = await change('POST', `/nodes/${task.id}/move`, { parent_id: phase?.id })

    expect(blocks(await undo({ changes: [created] }))).toEqual([['used_since', undefined, owner.name]])
    expect(done(await undo({ changes: [created, moved] }, call))).toMatchObject({ undone: 2 })
    expect((await nodes()).map(({ title }) => title)).toEqual(['Top', 'Task'])
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

import type { PlanNode } from '@cairn/contract/api/nodes'
import { describe, expect, it } from 'vitest'
import { done, setUp } from '../../../test/undoing.ts'

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

  it('a new task that was claimed, again and again', async () => {
    const { call, base, nodes, titles, change, undo } = await setUp()
    const created = await change('POST', '/nodes', { title: 'Task', node_type: 'task' })
    expect((await call('POST', `${base}/claims`, { node_id: (await nodes())[0]?.id })).statusCode).toBe(200)

    for (let round = 0; round < 3; round++) {
      const undone = done(await undo({ changes: [created] }))
      expect([undone.undone, undone.already, await titles()]).toEqual([1, 0, []])
      done(await undo({ changes: [undone.change] }))
      expect(await titles()).toEqual(['Task'])
    }
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

  it('a root with the nodes that were created below it; only those that it adopted stay', async () => {
    const { node, nodes, titles, change, undo } = await setUp()
    const places = async () => (await nodes()).map(({ title, parent_id }) => [title, parent_id === null])
    const children = ['B', 'C'].map((title) => ({
      title,
      node_type: 'phase',
      children: [{ title: `Below ${title}`, node_type: 'task' }],
    }))
    const outline = { nodes: [{ title: 'Trip', node_type: 'root', children }] }
    const below = ['B', 'Below B', 'C', 'Below C']
    const whole = await change('POST', '/nodes/tree', outline)
    expect(await titles()).toEqual(['Trip', ...below])

    const emptied = done(await undo({ changes: [whole] }))
    expect(emptied).toMatchObject({ undone: 5, blocked: [], kinds: { 'node.created': 5 } })
    expect(await nodes()).toEqual([])
    const refilled = done(await undo({ changes: [emptied.change] }))
    expect(await titles()).toEqual(['Trip', ...below])
    done(await undo({ changes: [refilled.change] }))
    expect(await nodes()).toEqual([])

    await node('Adopted')
    const above = await change('POST', '/nodes/tree', outline)
    expect(await titles()).toEqual(['Trip', 'Adopted', ...below])
    const undone = done(await undo({ changes: [above] }))
    expect(await places()).toEqual([['Adopted', true]])
    done(await undo({ changes: [undone.change] }))
    expect((await places()).map(([title]) => title)).toEqual(['Trip', 'Adopted', ...below])
    expect((await places()).filter(([, isTop]) => isTop)).toEqual([['Trip', true]])
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

it('lets a token take back only changes of its own person', async () => {
  const { as, make, owner, editor, change, undo } = await setUp()
  const theirs = await change('POST', '/nodes', { title: 'Tents', node_type: 'task' })
  const token = await make.apiToken(editor, 'write')
  const own = await change('POST', '/nodes', { title: 'Ropes', node_type: 'task' }, as(token))

  const refused = await undo({ changes: [theirs] }, as(token))
  expect([refused.statusCode, refused.json().error]).toEqual([
    403,
    'A token or app can only undo changes of its own user.',
  ])
  expect((await undo({ changes: [own] }, as(token))).statusCode).toBe(200)
  expect((await undo({ changes: [theirs] }, as(owner))).statusCode).toBe(200)
})

import type { BulkNode } from '@cairn/contract/api/nodeBulk'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { insertTree } from '../../../test/rows.ts'
import { expectSoundPlan } from '../../../test/soundness.ts'

async function aPlan() {
  const app = await testApp()
  const team = await app.make.team()
  const base = `/plans/${team.plan.id}/nodes`
  const call = app.as(team.owner)
  const list = async () => (await call('GET', base)).json<PlanNode[]>()
  const add = (title: string, more: object = {}) => app.make.node(team.owner, team.plan.id, { title, ...more })
  const bulk = async (body: object) => {
    const reply = await call('POST', `${base}/bulk`, { ...body })
    return {
      status: reply.statusCode,
      code: reply.json().code,
      details: reply.json().details,
      nodes: reply.json<BulkNode[]>(),
    }
  }
  /** Sends the changes that undo a reply. */
  const undo = (nodes: readonly BulkNode[]) => {
    const changed = nodes.filter(({ before }) => Object.keys(before).length > 0)
    return bulk({ changes: changed.map(({ id, version, before }) => ({ id, ...before, expected_version: version })) })
  }
  const outline = async () => {
    const nodes = await list()
    const depth = (node: PlanNode): number => {
      const parent = nodes.find(({ id }) => id === node.parent_id)
      return parent ? depth(parent) + 1 : 0
    }
    return nodes.map((node) => '  '.repeat(depth(node)) + node.title)
  }
  return { ...app, ...team, base, call, list, add, bulk, undo, outline }
}

/** What people see of nodes: all but versions and times. */
const shown = (nodes: readonly PlanNode[]) => nodes.map(({ version: _v, updated_at: _u, ...node }) => node)

it('sets due date and type of many nodes, and undoes each from the reply', async () => {
  const { bulk, undo, list, add } = await aPlan()
  await add('A', { due_date: '2026-01-31', node_type: 'phase' })
  await add('B', { due_date: '2026-02-28', node_type: 'milestone', status: 'blocked' })
  await add('C')
  const before = await list()
  const node_ids = before.map(({ id }) => id)

  const due = await bulk({ node_ids, due_date: '2026-02-28' })
  const type = await bulk({ node_ids, node_type: 'phase' })
  const status = await bulk({ node_ids, status: 'completed' })
  const after = await list()

  expect(due.nodes.map((node) => node.before)).toEqual([{ due_date: '2026-01-31' }, {}, { due_date: null }])
  expect(type.nodes.map((node) => node.before)).toEqual([{}, { node_type: 'milestone' }, { node_type: 'task' }])
  expect(after.map((node) => [node.due_date, node.node_type, node.status])).toEqual(
    Array(3).fill(['2026-02-28', 'phase', 'completed']),
  )
  for (const done of [status, type, due]) {
    const current = new Map((await list()).map(({ id, version }) => [id, version]))
    await undo(done.nodes.map((node) => ({ ...node, version: current.get(node.id) ?? 0 })))
  }
  expect(shown(await list())).toEqual(shown(before))
})

it('assigns and unassigns a member, and undo preserves the order', async () => {
  const { bulk, undo, list, add, call, base, owner, editor, commenter } = await aPlan()
  const [a, b] = [await add('A'), await add('B')]
  for (const user of [editor, owner]) await call('POST', `${base}/${a.id}/assign`, { user_id: user.id })

  const assigned = await bulk({ node_ids: [a.id, b.id], assign: commenter.id })
  const unassigned = await bulk({ node_ids: [a.id, b.id], unassign: editor.id })
  const between = (await list()).map(({ assignees }) => assignees)
  await undo(unassigned.nodes)

  expect(assigned.nodes.map((node) => node.before)).toEqual([{ assignees: [editor.id, owner.id] }, { assignees: [] }])
  expect(between).toEqual([[owner.id, commenter.id], [commenter.id]])
  expect(unassigned.nodes.map((node) => node.before)).toEqual([{ assignees: [editor.id, owner.id, commenter.id] }, {}])
  expect((await list()).map(({ assignees }) => assignees)).toEqual([
    [editor.id, owner.id, commenter.id],
    [commenter.id],
  ])
})

it('assigns members only, and names the nodes', async () => {
  const { bulk, add, make, list } = await aPlan()
  const [a, b] = [await add('A'), await add('B')]
  const outsider = await make.user()

  const refused = await bulk({ node_ids: [a.id, b.id], assign: outsider.id })

  expect(refused).toMatchObject({
    status: 400,
    code: 'invalid_input',
    details: [
      { index: 0, id: a.id },
      { index: 1, id: b.id },
    ],
  })
  expect((await list()).map(({ assignees }) => assignees)).toEqual([[], []])
})

it('moves nodes back to their positions, whatever their parents were', async () => {
  const app = await aPlan()
  const { bulk, undo, outline, add, call, plan } = app
  const one = await add('One')
  const two = await add('Two')
  const ids: string[] = []
  for (const title of ['a', 'b', 'c', 'd']) ids.push((await add(title, { parent_id: one.id })).id)
  for (const title of ['e', 'f']) ids.push((await add(title, { parent_id: two.id })).id)
  const [a, , c, , e] = ids
  const before = await outline()

  const moved = await bulk({ node_ids: [a, c, e], parent_id: two.id })
  const between = await outline()
  await expectSoundPlan(app, call, plan.id)
  const back = await undo(moved.nodes)

  expect(between).toEqual(['One', '  b', '  d', 'Two', '  f', '  a', '  c', '  e'])
  expect(moved.nodes.map((node) => node.before)).toEqual([
    { parent_id: one.id, order_index: 0 },
    { parent_id: one.id, order_index: 2 },
    { order_index: 0, parent_id: two.id },
  ])
  expect(back.status).toBe(200)
  expect(await outline()).toEqual(before)
  await expectSoundPlan(app, call, plan.id)
})

it('moves in the order of the changes, and rejects a cycle that only all of them make', async () => {
  const app = await aPlan()
  const { bulk, outline, add, call, plan } = app
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]

  const cycle = await bulk({
    changes: [
      { id: a.id, parent_id: b.id },
      { id: b.id, parent_id: a.id },
    ],
  })
  const lost = await bulk({
    changes: [
      { id: a.id, order_index: 2 },
      { id: c.id, parent_id: crypto.randomUUID() },
    ],
  })
  const before = await outline()
  await bulk({
    changes: [
      { id: c.id, order_index: 0 },
      { id: a.id, parent_id: b.id },
      { id: b.id, order_index: 0 },
    ],
  })

  expect(cycle).toMatchObject({ status: 409, code: 'cycle', details: [{ path: 'changes.1', index: 1, id: b.id }] })
  expect(lost).toMatchObject({ status: 404, code: 'node_not_found', details: [{ path: 'changes.1', id: c.id }] })
  expect(before).toEqual(['A', 'B', 'C'])
  expect(await outline()).toEqual(['B', '  A', 'C'])
  await expectSoundPlan(app, call, plan.id)
})

it('rejects moves that make the plan too deep', async () => {
  const app = await aPlan()
  const { bulk, add, plan, list } = app
  const chain = await insertTree(
    app,
    plan.id,
    Array.from({ length: 99 }, (_, i) => (i === 0 ? null : i - 1)),
  )
  const parent = await add('Parent')
  await add('Child', { parent_id: parent.id })

  const refused = await bulk({ changes: [{ id: parent.id, parent_id: chain[98] }] })
  const allowed = await bulk({ changes: [{ id: parent.id, parent_id: chain[97] }] })

  expect(refused).toMatchObject({ status: 400, code: 'too_deep', details: [{ path: 'changes.0', id: parent.id }] })
  expect(allowed.status).toBe(200)
  expect(await list()).toHaveLength(101)
})

it('copies many nodes after their originals, with the edges among them', async () => {
  const app = await aPlan()
  const { bulk, outline, add, call, plan, make, owner } = app
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  const child = await add('Child', { parent_id: a.id })
  await make.edge(owner, plan.id, child.id, c.id)

  const copies = await bulk({ node_ids: [c.id, child.id, a.id], duplicate: true })

  expect(await outline()).toEqual(['A', '  Child', 'A (copy)', '  Child', 'B', 'C', 'C (copy)'])
  expect(copies.nodes.map(({ title }) => title)).toEqual(['C (copy)', 'A (copy)'])
  const edges = (await call('GET', `/plans/${plan.id}/edges`)).json<{ source_id: string; target_id: string }[]>()
  expect(edges).toHaveLength(2)
  expect(edges.map(({ target_id }) => target_id)).toEqual([c.id, copies.nodes[0]?.id])
  await expectSoundPlan(app, call, plan.id)
  await bulk({ node_ids: copies.nodes.map(({ id }) => id), delete: true })
  expect(await outline()).toEqual(['A', '  Child', 'B', 'C'])
  expect(b.id).toBeTruthy()
})

it('does not change the root', async () => {
  const { bulk, add } = await aPlan()
  const root = await add('Root', { node_type: 'root' })
  const child = await add('Child')
  const node_ids = [child.id, root.id]

  for (const [body, code] of [
    [{ node_ids, node_type: 'task' }, 'root_fixed'],
    [{ node_ids: [child.id], node_type: 'root' }, 'root_fixed'],
    [{ node_ids, duplicate: true }, 'root_exists'],
    [{ changes: [{ id: root.id, order_index: 0 }] }, 'root_fixed'],
  ] as const)
    expect(await bulk(body)).toMatchObject({ status: 409, code })
})

it('restores one root, and rejects a second one', async () => {
  const { bulk, add, outline } = await aPlan()
  const roots: string[] = []
  for (const title of ['First', 'Second']) {
    const { id } = await add(title, { node_type: 'root' })
    await bulk({ node_ids: [id], delete: true })
    roots.push(id)
  }

  expect(await bulk({ node_ids: roots, restore: true })).toMatchObject({ status: 409, code: 'root_exists' })
  expect(await outline()).toEqual([])
  expect(await bulk({ node_ids: roots.slice(1), restore: true })).toMatchObject({ status: 200 })
  expect(await bulk({ node_ids: roots.slice(0, 1), restore: true })).toMatchObject({
    status: 409,
    code: 'root_exists',
    details: [{ id: roots[0] }],
  })
  expect(await outline()).toEqual(['Second'])
})

it('names every node of another version', async () => {
  const { bulk, add, call, base } = await aPlan()
  const [a, b, c] = [await add('A'), await add('B'), await add('C')]
  for (const { id } of [a, c]) await call('PUT', `${base}/${id}`, { title: 'Changed' })

  const refused = await bulk({ changes: [a, b, c].map(({ id }) => ({ id, status: 'blocked', expected_version: 1 })) })

  expect(refused).toMatchObject({
    status: 409,
    code: 'version_conflict',
    details: [
      { path: 'changes.0', index: 0, id: a.id, current: { id: a.id, version: 2 } },
      { path: 'changes.2', index: 2, id: c.id, current: { id: c.id, version: 2 } },
    ],
  })
})

it.each([
  [{}, 'Provide exactly one of'],
  [{ node_ids: 'one' }, 'Provide exactly one of'],
  [{ node_ids: 'one', status: 'blocked', delete: true }, 'Provide exactly one of'],
  [{ node_ids: 'one', changes: 'one' }, 'changes replaces node_ids'],
  [{ status: 'blocked' }, 'node_ids is required'],
  [{ changes: 'twice' }, 'changes names a node twice'],
  [{ changes: 'nothing' }, 'Provide at least one of'],
])('rejects %j', async (given, message) => {
  const { call, base, add } = await aPlan()
  const { id } = await add('A')
  const one = { id, status: 'blocked' }
  const lists = { one: [one], twice: [one, one], nothing: [{ id }] }
  const { node_ids, changes, ...rest } = given as Record<string, string>
  const body = {
    ...rest,
    ...(node_ids ? { node_ids: [id] } : {}),
    ...(changes ? { changes: lists[changes as keyof typeof lists] } : {}),
  }

  const reply = await call('POST', `${base}/bulk`, body)

  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain(message)
})

it('restores nodes that come back with their parent', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const parent = await make.node(me, plan.id)
  const child = await make.node(me, plan.id, { parent_id: parent.id })
  const node_ids = [parent.id, child.id]
  const bulk = (change: object) => as(me)('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids, ...change })
  await bulk({ delete: true })

  const other = await bulk({ restore: true, expected_versions: { [child.id]: 7 } })
  expect([other.statusCode, other.json().code]).toEqual([409, 'version_conflict'])
  const restored = await bulk({ restore: true })
  expect(restored.statusCode, restored.body).toBe(200)
  expect(restored.json().map(({ id }: { id: string }) => id)).toEqual(node_ids)
})

it('counts children once that were deleted before their parent and come back with it', async () => {
  const { plan, call, bulk, list, add, store } = await aPlan()
  const parent = await add('Parent')
  const child = await add('Child', { parent_id: parent.id })
  const below = await add('Below', { parent_id: child.id, status: 'completed' })
  await list()
  const node_ids = [below.id, child.id, parent.id]
  for (const id of node_ids) await bulk({ node_ids: [id], delete: true })
  await list()

  expect(await bulk({ node_ids, restore: true })).toMatchObject({ status: 200 })
  await expectSoundPlan({ store }, call, plan.id)
})

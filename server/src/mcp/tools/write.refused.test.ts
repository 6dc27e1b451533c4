import { expect, it } from 'vitest'
import { setUp, short } from '../../../test/mcp-plan.ts'
import { TOOLS } from './all.ts'

/** Arguments with which each tool of the write scope works. */
const good = (plan_id: string, one: string, two: string): Record<string, Record<string, unknown>> => ({
  update_plan: { plan_id, title: 'x' },
  add_nodes: { plan_id, nodes: [{ title: 'x' }] },
  update_node: { plan_id, node_id: one, title: 'x' },
  set_status: { plan_id, node_id: one, status: 'blocked' },
  move_node: { plan_id, node_id: two, position: 0 },
  link_nodes: { plan_id, source: one, target: two },
  unlink_nodes: { plan_id, source: one, target: two },
  add_log: { plan_id, node_id: one, content: 'x' },
  attach_artifact: { plan_id, node_id: one, name: 'x', url: 'https://example.test' },
  claim_task: { plan_id, node_id: one },
  end_claim: { plan_id, claim_id: plan_id, outcome: 'done' },
  undo_run: { plan_id },
  archive_nodes: { plan_id, node_ids: [one] },
})

it('refuses each tool to those whose role, scope or plan does not allow it', async () => {
  const { clientOf, make, team, plan_id, one, two } = await setUp()
  const calls = good(plan_id, one.id, two.id)
  expect(Object.keys(calls).sort()).toEqual(
    TOOLS.filter(({ scope, name }) => scope !== 'read' && name !== 'create_plan')
      .map(({ name }) => name)
      .sort(),
  )
  const viewer = await clientOf(team.viewer, 'admin')
  const reader = await clientOf(team.owner, 'read')
  const stranger = await clientOf(await make.user(), 'admin')
  for (const [name, args] of Object.entries(calls)) {
    // A run is unknown before it changed anything, for everyone.
    const code = name === 'undo_run' ? 'run_not_found' : 'forbidden'
    expect(await viewer.refused(name, args), name).toMatchObject({ code })
    expect(await reader.refused(name, args), name).toMatchObject({
      code: 'forbidden',
      details: { scope: expect.any(String) },
    })
    const foreign = await stranger.refused(name, args)
    expect(foreign, name).toMatchObject({ code: 'plan_not_found' })
    const missing = plan_id.replace(/^./, 'f')
    expect(await stranger.refused(name, { ...args, plan_id: missing }), name).toEqual(foreign)
    for (const field of ['node_id', 'source'])
      if (field in args) expect(await stranger.refused(name, { ...args, [field]: short(one) }), name).toEqual(foreign)
  }
  expect(await reader.refused('create_plan', { title: 'x' })).toMatchObject({ code: 'forbidden' })
})

it('does not find nodes of another plan', async () => {
  const { clientOf, make, owner, plan_id, one, two } = await setUp()
  const other = await make.plan(owner)
  const foreign = await make.node(owner, other.id)
  const admin = await clientOf(owner, 'admin')
  for (const id of [foreign.id, short(foreign), plan_id, 'nonsense'])
    for (const [name, args] of Object.entries(good(plan_id, id, two.id)))
      if (!['update_plan', 'add_nodes', 'move_node', 'unlink_nodes', 'undo_run', 'end_claim'].includes(name))
        expect(await admin.refused(name, args), `${name} ${id}`).toMatchObject({ code: 'node_not_found' })
  expect(await admin.refused('add_nodes', { plan_id, parent_id: foreign.id, nodes: [{ title: 'x' }] })).toMatchObject({
    code: 'node_not_found',
  })
  const edges = [{ source: one.id, target: foreign.id }]
  expect(await admin.refused('add_nodes', { plan_id, nodes: [{ title: 'x' }], edges })).toMatchObject({
    code: 'node_not_found',
  })
})

it('names the end of the link that no node has, among ends in short and complete form', async () => {
  const { mcp, plan_id, one, two } = await setUp()
  const ends = [short(one), `#${short(two).toUpperCase()}`, one.id, two.id.slice(-12)]
  const edges = [...ends.map((target) => ({ source: 'new', target })), { source: 'new', target: 'ffffffff' }]
  const nodes = [{ title: 'x', ref: 'new' }]

  expect(await mcp.refused('add_nodes', { plan_id, nodes, edges })).toMatchObject({
    code: 'node_not_found',
    details: [{ path: 'edges.4.target' }],
  })
})

it('says what to do about a second root, and who can do what the caller cannot', async () => {
  const { clientOf, team, mcp, plan_id, one } = await setUp()
  const root = { plan_id, nodes: [{ title: 'Second', node_type: 'root' }] }
  expect(await mcp.refused('add_nodes', root)).toMatchObject({
    code: 'root_exists',
    hint: expect.stringContaining('one root'),
  })

  const viewer = await clientOf(team.viewer, 'write')
  const change = { plan_id, node_id: one.id, status: 'blocked' }
  expect(await viewer.refused('set_status', change)).toMatchObject({
    code: 'forbidden',
    hint: expect.stringContaining('role'),
  })
})

it('records refused calls in the security log', async () => {
  const { clientOf, team, plan_id, one, app, store } = await setUp()
  const viewer = await clientOf(team.viewer, 'write')
  await viewer.refused('set_status', { plan_id, node_id: one.id, status: 'blocked' })
  const find = () =>
    store.reader
      .selectFrom('security_events')
      .select(['plan_id', 'data'])
      .where('kind', '=', 'access.refused')
      .where('user_id', '=', team.viewer.id)
      .execute()
  await expect.poll(find).toMatchObject([{ plan_id, data: expect.stringContaining('/mcp set_status') }])
  expect(app).toBeDefined()
})

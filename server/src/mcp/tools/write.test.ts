import type { PlanNode } from '@cairn/contract/api/nodes'
import type { RunDetail } from '@cairn/contract/api/runs'
import { expect, it } from 'vitest'
import { ERAS, mcpClient } from '../../../test/mcp-client.ts'
import { setUp, short } from '../../../test/mcp-plan.ts'

interface Line {
  id: string
  title: string
  version: number
}
interface Changed {
  node: Line
  change: number | null
  revision: number | null
}

const OUTLINE = `# Launch

## Build
- [ ] Import endpoint
  > Accept a file.
  - [/] Parser {due=2027-03-01}
- [x] Schema
## Ship {milestone}
`

it.each(ERAS)('creates a plan from a Markdown outline in the %s era', async (era) => {
  const { owner, clientOf, as } = await setUp()
  const mcp = await clientOf(owner, 'write', era)
  const made = await mcp.call<{ plan: { id: string; title: string; node_count: number }; url: string }>('create_plan', {
    outline: OUTLINE,
    description: 'By an agent',
  })
  expect(made.plan).toMatchObject({ title: 'Launch', node_count: 6 })
  expect(made.url).toBe(`http://cairn.test/plans/${made.plan.id}`)
  const nodes = (await as(owner)('GET', `/plans/${made.plan.id}/nodes`)).json<PlanNode[]>()
  expect(
    nodes.map(({ title, node_type, status, due_date, description }) =>
      [title, node_type, status, due_date, description].join(' | '),
    ),
  ).toEqual([
    'Launch | root | not_started |  | ',
    'Build | phase | not_started |  | ',
    'Import endpoint | task | not_started |  | Accept a file.',
    'Parser | task | in_progress | 2027-03-01 | ',
    'Schema | task | completed |  | ',
    'Ship | milestone | not_started |  | ',
  ])
})

it('creates a plan from nested nodes with edges, or an empty one', async () => {
  const { owner, clientOf, treeOf, as } = await setUp()
  const mcp = await clientOf(owner, 'write')
  const made = await mcp.call<{ plan: { id: string }; refs: Record<string, string> }>('create_plan', {
    title: 'Nested',
    nodes: [
      { title: 'A', node_type: 'phase', children: [{ title: 'A1', ref: 'a1' }] },
      { title: 'B', ref: 'b' },
    ],
    edges: [{ source: 'a1', target: 'b' }],
  })
  expect(await treeOf(made.plan.id)).toEqual(['Nested', 'A', 'A1', 'B'])
  expect((await as(owner)('GET', `/plans/${made.plan.id}/edges`)).json()).toMatchObject([
    { source_id: made.refs.a1, target_id: made.refs.b, kind: 'dependency' },
  ])
  expect(await mcp.call('create_plan', { title: 'Empty' })).toMatchObject({ plan: { node_count: 0 }, refs: {} })
})

it('names the wrong field of a new plan by the path that the caller wrote', async () => {
  const { owner, clientOf } = await setUp()
  const mcp = await clientOf(owner, 'write')
  const nodes = [{ title: 'Parent', due_date: 'tomorrow', children: [{ title: 'Child', status: 'open' }] }]
  const { details } = await mcp.refused('create_plan', { title: 'T', nodes })
  expect((details as { path: string }[]).map(({ path }) => path)).toEqual([
    'nodes.0.due_date',
    'nodes.0.children.0.status',
  ])
})

it('reads a quote below the title as the description of the plan, shows it and changes it', async () => {
  const { owner, clientOf } = await setUp()
  const mcp = await clientOf(owner, 'write')
  const outline = '# Launch\n\n> Before the fair.\n> In May.\n\n- [ ] Book a stand\n  > Near the door.\n'
  const { plan } = await mcp.call<{ plan: { id: string } }>('create_plan', { outline })
  const read = () =>
    mcp.call<{ plan: { description: string | null; version: number } }>('get_plan_outline', { plan_id: plan.id })
  const before = (await read()).plan
  expect(before.description).toBe('Before the fair.\nIn May.')

  const change = { plan_id: plan.id, description: null, status: 'active', expected_version: before.version }
  expect(await mcp.call('update_plan', change)).toMatchObject({ plan: { title: 'Launch', status: 'active' } })
  expect((await read()).plan.description).toBeNull()
  expect(await mcp.refused('update_plan', change)).toMatchObject({ code: 'version_conflict' })
})

it('creates no plan of an outline that it cannot read', async () => {
  const { owner, clientOf, as } = await setUp()
  const mcp = await clientOf(owner, 'write')
  const before = (await as(owner)('GET', '/plans')).headers['x-total-count']
  for (const [args, message] of [
    [{ title: 'T', outline: '- [?] A' }, 'outline, line 1: "[?]" is not a status. Use [ ], [/], [x] or [!]'],
    [
      { title: 'T', outline: 'Some text\n- A\n\n---\n' },
      'outline, line 1: This is not a list item, a heading or a description; line 4: This is not a list item, a heading or a description. Begin lines of a description with "> "',
    ],
    [{ outline: '- A' }, 'Title is required'],
    [{ title: 'T', outline: '- A', nodes: [] }, 'Provide outline or nodes, not both'],
    [
      { title: 'T', nodes: [{ title: 'A', due: '2027-01-01', type: 'phase' }] },
      'Unknown fields "due", "type" in nodes.0. Use title, ref, node_type, status, due_date, assignees, description, acceptance_criteria, context, agent_instructions, children',
    ],
    [{ title: 'T', nodes: [{ title: '' }] }, 'Title is required'],
    [{ title: 'T', nodes: [{ title: 'A' }], edges: [{ source: 'x', target: 'y' }] }, 'Node not found'],
    [{ title: 'T', edges: [{ source: 'x', target: 'y' }] }, 'edges must come with nodes'],
    [{ title: 'T', status: 'done' }, expect.stringContaining('must be one of draft, active')],
  ] as const)
    expect(await mcp.refused('create_plan', args)).toMatchObject({ message })
  const deep = { title: 'T', nodes: [JSON.parse(`${'{"title":"x","children":['.repeat(200)}${']}'.repeat(200)}`)] }
  expect(await mcp.refused('create_plan', deep)).toMatchObject({ code: 'invalid_input' })
  const many = { title: 'T', nodes: Array.from({ length: 500 }, () => ({ title: 'x' })) }
  expect(await mcp.refused('create_plan', many)).toMatchObject({
    code: 'too_many_nodes',
    message: expect.stringContaining('at most 499'),
  })
  expect((await as(owner)('GET', '/plans')).headers['x-total-count']).toBe(before)
})

it('adds nodes below a node, with edges to existing ones', async () => {
  const { mcp, plan_id, one, two, treeOf, nodeOf } = await setUp()
  const added = await mcp.call<{ nodes: Line[]; refs: Record<string, string>; change: number; revision: number }>(
    'add_nodes',
    {
      plan_id,
      parent_id: short(one),
      nodes: [{ title: 'New', ref: 'n', acceptance_criteria: '[ ] Works', children: [{ title: 'Below' }] }],
      edges: [{ source: 'n', target: short(two) }],
    },
  )
  expect(await treeOf()).toEqual(['A plan', 'One', 'New', 'Below', 'Two'])
  expect(added.nodes.map(({ title }) => title)).toEqual(['New', 'Below'])
  expect(added.refs).toEqual({ n: added.nodes[0]?.id })
  expect(await nodeOf(String(added.refs.n))).toMatchObject({ acceptance_criteria: '[ ] Works', node_type: 'task' })
  expect(added.revision).toBeGreaterThan(added.change)
  const nodes = Array.from({ length: 51 }, () => ({ title: 'x' }))
  expect(await mcp.refused('add_nodes', { plan_id, nodes })).toMatchObject({
    code: 'too_many_nodes',
    hint: expect.stringContaining('Split'),
  })
})

it('updates a node, and answers a version conflict with the current one', async () => {
  const { mcp, plan_id, one, nodeOf } = await setUp()
  const { node } = await mcp.call<Changed>('update_node', {
    plan_id,
    node_id: one.id,
    title: 'Renamed',
    due_date: '2027-05-01',
    description: 'Text',
    expected_version: 1,
  })
  expect(node).toMatchObject({ title: 'Renamed', due_date: '2027-05-01', version: 2 })
  const stale = await mcp.refused('update_node', { plan_id, node_id: one.id, title: 'Mine', expected_version: 1 })
  expect(stale).toMatchObject({
    code: 'version_conflict',
    current: { title: 'Renamed', version: 2 },
    hint: expect.stringContaining('expected_version'),
  })
  expect(await mcp.call('update_node', { plan_id, node_id: one.id, description: null })).toMatchObject({
    node: { version: 3 },
  })
  expect(await nodeOf(one.id)).toMatchObject({ title: 'Renamed', description: null })
  expect(await mcp.call('update_node', { plan_id, node_id: one.id })).toMatchObject({ change: null })
  expect(await mcp.refused('update_node', { plan_id, node_id: one.id, due_date: 'soon' })).toMatchObject({
    message: 'Due date must be a date like 2026-01-31',
  })
})

it('sets a status and names what no longer waits', async () => {
  const { mcp, make, owner, plan_id, root, one, two } = await setUp()
  const three = await make.node(owner, plan_id, { title: 'Three', parent_id: root.id })
  const last = await make.node(owner, plan_id, { title: 'Last', parent_id: root.id })
  await make.edge(owner, plan_id, one.id, three.id)
  await make.edge(owner, plan_id, one.id, last.id)
  await make.edge(owner, plan_id, two.id, last.id)
  const set = (node: { id: string }, status: string) => mcp.call('set_status', { plan_id, node_id: node.id, status })
  expect(await set(one, 'in_progress')).toMatchObject({ node: { status: 'in_progress' }, unblocked: [] })
  expect(await set(one, 'completed')).toMatchObject({ unblocked: [{ id: three.id, title: 'Three' }] })
  expect(await set(one, 'completed')).toMatchObject({ change: null, unblocked: [] })
  expect(await set(two, 'completed')).toMatchObject({ unblocked: [{ id: last.id }] })
  expect(await mcp.refused('set_status', { plan_id, node_id: one.id, status: 'done' })).toMatchObject({
    message: 'status must be one of not_started, in_progress, completed, blocked',
  })
})

it('moves a node, and refuses to move it below itself', async () => {
  const { mcp, plan_id, root, one, two, treeOf } = await setUp()
  expect(await mcp.call('move_node', { plan_id, node_id: short(two), position: 0 })).toMatchObject({
    node: { order_index: 0, parent_id: root.id },
  })
  expect(await treeOf()).toEqual(['A plan', 'Two', 'One'])
  await mcp.call('move_node', { plan_id, node_id: two.id, parent_id: short(one) })
  expect(await mcp.refused('move_node', { plan_id, node_id: one.id, parent_id: two.id })).toMatchObject({
    code: 'cycle',
    hint: 'Choose a parent that is not below the node.',
  })
  expect(await mcp.refused('move_node', { plan_id, node_id: root.id, parent_id: one.id })).toMatchObject({
    code: 'root_fixed',
  })
})

it('links and unlinks nodes, and refuses a cycle with its path', async () => {
  const { mcp, plan_id, one, two } = await setUp()
  const ends = { plan_id, source: short(one), target: short(two) }
  const { edge_id } = await mcp.call<{ edge_id: string }>('link_nodes', ends)
  expect(await mcp.refused('link_nodes', ends)).toMatchObject({ code: 'already_exists' })
  expect(await mcp.refused('link_nodes', { plan_id, source: two.id, target: one.id })).toMatchObject({
    code: 'cycle',
    details: { path: [two.id, one.id, two.id] },
    hint: expect.stringContaining('path in `details`'),
  })
  expect(await mcp.refused('link_nodes', { ...ends, target: ends.source })).toMatchObject({
    message: 'target must be another node than source',
  })
  expect(await mcp.refused('unlink_nodes', { ...ends, kind: 'reference' })).toMatchObject({ code: 'edge_not_found' })
  expect(await mcp.call('unlink_nodes', ends)).toMatchObject({ edge_id })
  expect(await mcp.refused('unlink_nodes', ends)).toMatchObject({ code: 'edge_not_found' })
})

it('writes logs and attaches links', async () => {
  const { mcp, as, owner, plan_id, one } = await setUp()
  const at = { plan_id, node_id: short(one) }
  await mcp.call('add_log', { ...at, content: 'We use CSV.', log_type: 'decision', tags: ['format'] })
  await mcp.call('attach_artifact', { ...at, name: 'PR 12', url: 'https://example.test/12' })
  expect((await as(owner)('GET', `/plans/${plan_id}/nodes/${one.id}/logs`)).json()).toMatchObject([
    { content: 'We use CSV.', log_type: 'decision', tags: ['format'] },
  ])
  expect((await as(owner)('GET', `/plans/${plan_id}/nodes/${one.id}/artifacts`)).json()).toMatchObject([
    { name: 'PR 12', url: 'https://example.test/12', content_type: 'text/html' },
  ])
  expect(await mcp.refused('add_log', { ...at, content: ' ' })).toMatchObject({ message: 'Content is required' })
  expect(await mcp.refused('attach_artifact', { ...at, name: 'x', url: 'javascript:alert(1)' })).toMatchObject({
    message: 'URL must start with http:// or https://',
  })
})

it('groups what a client does into one run, which it can undo', async () => {
  for (const era of ERAS) {
    const { clientOf, editor, owner, as, plan_id, one, two, nodeOf, mcp } = await setUp()
    const agent = await clientOf(editor, 'write', era)
    await agent.call('update_node', { plan_id, node_id: one.id, title: 'By the agent' })
    await agent.call('set_status', { plan_id, node_id: two.id, status: 'completed' })
    const { runs } = (await as(owner)('GET', `/plans/${plan_id}/runs`)).json<{ runs: RunDetail[] }>()
    expect(runs).toMatchObject([{ changes: 2, user: { id: editor.id }, via: { kind: 'token', name: 'write token' } }])
    expect(await agent.call('undo_run', { plan_id })).toMatchObject({ preview: true, undone: 2, blocked: [], left: 0 })
    expect(await nodeOf(one.id)).toMatchObject({ title: 'By the agent' })
    expect(await agent.call('undo_run', { plan_id, preview: false })).toMatchObject({ preview: false, undone: 2 })
    expect(await nodeOf(one.id)).toMatchObject({ title: 'One' })
    expect(await nodeOf(two.id)).toMatchObject({ status: 'not_started' })
    const ownersAgent = await clientOf(owner, 'write', era)
    expect(await ownersAgent.refused('undo_run', { plan_id, run_id: runs[0]?.run_id })).toMatchObject({
      code: 'forbidden',
    })
    expect(await mcp.refused('undo_run', { plan_id, run_id: 'unknown' })).toMatchObject({ code: 'run_not_found' })
  }
})

it('undoes the current run when someone else uses the same run id', async () => {
  const server = await setUp()
  const { make, owner, editor, plan_id, one, two, nodeOf } = server
  const headers = { 'x-run-id': 'nightly' }
  const [first, second] = await Promise.all(
    [owner, editor].map(async (user) => mcpClient(server, await make.apiToken(user, 'write'), { headers })),
  )
  await first?.call('update_node', { plan_id, node_id: one.id, title: 'By the first' })
  await second?.call('update_node', { plan_id, node_id: two.id, title: 'By the second' })
  expect(await second?.call('undo_run', { plan_id, preview: false })).toMatchObject({ undone: 1 })
  expect(await nodeOf(one.id)).toMatchObject({ title: 'By the first' })
  expect(await nodeOf(two.id)).toMatchObject({ title: 'Two' })
})

it('says what archiving would take along before it does it', async () => {
  const { clientOf, make, owner, editor, plan_id, one, treeOf } = await setUp()
  const below = await make.node(owner, plan_id, { title: 'Below', parent_id: one.id })
  const admin = await clientOf(editor, 'admin')
  const what = { plan_id, node_ids: [short(one)] }
  expect(await admin.call('archive_nodes', what)).toMatchObject({
    dry_run: true,
    count: 2,
    nodes: [{ id: one.id }, { id: below.id, title: 'Below' }],
  })
  expect(await treeOf()).toEqual(['A plan', 'One', 'Below', 'Two'])
  const call = { ...what, dry_run: false, idempotency_key: 'k' }
  const gone = await admin.call('archive_nodes', { ...call, node_ids: [one.id] })
  expect(gone).toMatchObject({ dry_run: false, count: 2 })
  expect(await treeOf()).toEqual(['A plan', 'Two'])
  expect(await admin.call('archive_nodes', { ...call, node_ids: [one.id] })).toMatchObject({ count: 2 })
  expect(await admin.refused('archive_nodes', { ...what, dry_run: false })).toMatchObject({ code: 'node_not_found' })
  const writer = await clientOf(editor, 'write')
  expect(await writer.refused('archive_nodes', what)).toMatchObject({
    code: 'forbidden',
    hint: 'Ask the person for access with the "admin" scope.',
  })
})

it('runs a call with an idempotency key once', async () => {
  const { mcp, plan_id, treeOf, clientOf, owner } = await setUp()
  const call = { plan_id, nodes: [{ title: 'Once' }], idempotency_key: 'first' }
  const made = await mcp.call('add_nodes', call)
  expect(made.revision).toEqual(expect.any(Number))
  expect(await mcp.call('add_nodes', call)).toEqual(made)
  // Another order of the arguments does not make it another call.
  expect(await mcp.call('add_nodes', Object.fromEntries(Object.entries(call).reverse()))).toEqual(made)
  expect(await treeOf()).toEqual(['A plan', 'One', 'Two', 'Once'])
  expect(await mcp.refused('add_nodes', { ...call, nodes: [{ title: 'Other' }] })).toMatchObject({
    code: 'idempotency_key_reused',
    hint: expect.stringContaining('new idempotency_key'),
  })
  expect(await mcp.refused('add_nodes', { ...call, idempotency_key: '' })).toMatchObject({ code: 'invalid_input' })
  const mine = await clientOf(owner, 'write')
  const plan = await mine.call('create_plan', { title: 'P', idempotency_key: 'first' })
  expect(await mine.call('create_plan', { title: 'P', idempotency_key: 'first' })).toEqual(plan)
})

it('attaches small text files, like uploads', async () => {
  const { clientOf, make, team, owner, as, plan_id, one, mcp } = await setUp()
  const at = { plan_id, node_id: one.id }
  const report = {
    ...at,
    name: 'report.md',
    content: '# Größe\n',
    content_type: 'text/markdown',
    idempotency_key: 'r1',
  }
  const { artifact_id } = await mcp.call<{ artifact_id: string }>('attach_artifact', report)
  expect(await mcp.call('attach_artifact', report)).toMatchObject({ artifact_id })
  await mcp.call('attach_artifact', { plan_id, node_id: one.id.slice(-8), name: '../../notes', content: 'Plain' })
  const path = `/plans/${plan_id}/nodes/${one.id}/artifacts`
  expect((await as(owner)('GET', path)).json()).toMatchObject([
    { name: 'notes', content_type: 'text/plain', size: 5 },
    { id: artifact_id, name: 'report.md', content_type: 'text/markdown', size: 10 },
  ])
  const kept = await as(owner)('GET', `${path}/${artifact_id}/content`)
  expect(kept.body).toBe('# Größe\n')

  for (const [wrong, message] of [
    [{ content: 'x', url: 'https://example.test' }, 'Pass either url or content'],
    [{}, 'Pass either url or content'],
    [{ content: '' }, 'content is required'],
    [{ content: 'x', content_type: 'text/html' }, /^content_type of a text must be one of text\/plain/],
    [{ content: 'ü'.repeat(60_000) }, 'content must be at most 102,400 bytes'],
    [{ content: 'a\0b' }, 'content contains invalid characters'],
  ] as const)
    expect(await mcp.refused('attach_artifact', { ...at, name: 'x', ...wrong })).toMatchObject({
      code: 'invalid_input',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  const viewer = await clientOf(team.viewer, 'write')
  expect(await viewer.refused('attach_artifact', { ...at, name: 'x', content: 'x' })).toMatchObject({
    code: 'forbidden',
  })
  const stranger = await clientOf(await make.user(), 'write')
  expect(await stranger.refused('attach_artifact', { ...at, name: 'x', content: 'x' })).toMatchObject({
    code: 'plan_not_found',
  })
})

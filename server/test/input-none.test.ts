import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

it("accepts '' for none in every optional field on create", async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const friend = await make.user()
  const call = as(me)
  const made = async (path: string, body: Record<string, unknown>) => {
    const reply = await call('POST', path, body)
    expect([path, reply.statusCode, reply.body]).toEqual([path, 201, reply.body])
    return reply.json()
  }

  const plan = await made('/plans', { title: 'A plan', description: '', status: '', template: '' })
  expect(plan).toMatchObject({ description: null, status: 'draft', node_count: 0 })
  const nodes = `/plans/${plan.id}/nodes`
  const node = await made(nodes, {
    title: 'A node',
    node_type: 'task',
    parent_id: '',
    order_index: '',
    status: '',
    description: '',
    due_date: '',
    acceptance_criteria: '',
    context: '',
    agent_instructions: '',
    metadata: '',
  })
  expect(node).toMatchObject({
    parent_id: null,
    order_index: 0,
    status: 'not_started',
    description: null,
    due_date: null,
    acceptance_criteria: null,
    context: null,
    agent_instructions: null,
    metadata: { child_count: 0, completed_child_count: 0 },
  })
  const log = await made(`${nodes}/${node.id}/log`, { content: 'Said', log_type: '', tags: '', metadata: '' })
  expect(log).toMatchObject({ log_type: 'progress', tags: [], metadata: {} })
  const link = { name: 'A link', content_type: 'text/html', url: 'https://example.test/' }
  expect(await made(`${nodes}/${node.id}/artifacts`, { ...link, metadata: '' })).toMatchObject({ metadata: {} })
  const shared = await made(`/plans/${plan.id}/collaborators`, { email: '', user_id: friend.id, role: '' })
  expect(shared).toMatchObject({ user_id: friend.id, role: 'viewer' })
  const token = await made('/auth/token', { name: 'A token', permissions: '', expires_at: '' })
  expect(token).toMatchObject({ permissions: ['read'], expires_at: null })
  const limits = { plan_id: '', branch_id: '', changes_per_hour: '', nodes_per_hour: '' }
  expect(await made('/auth/token', { name: 'Another', ...limits })).toMatchObject({
    plan: null,
    changes_per_hour: null,
  })
  await made(`${nodes}/tree`, { nodes: [{ title: 'B', node_type: 'task', ref: '' }] })
})

it('accepts null for none where agents send it', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const agent = as(await make.apiToken(me, 'write'))

  const claimed = await agent('POST', `/plans/${plan.id}/claims`, { node_id: null, minutes: null, take_over: null })
  expect([claimed.statusCode, claimed.json().node.id]).toEqual([200, node.id])
  const beat = await agent('POST', `/plans/${plan.id}/claims/${claimed.json().claim.id}/heartbeat`, { minutes: null })
  expect(beat.statusCode).toBe(200)
  const changes = [Number(claimed.headers['x-change'])]
  const request = { changes, run_id: null, preview: true, skip_blocked: null, logs: null }
  expect((await agent('POST', `/plans/${plan.id}/undo`, request)).statusCode).toBe(200)
})

it('names an invalid optional field in its message', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)

  const reply = await as(me)('POST', `/plans/${plan.id}/nodes`, {
    title: 'A node',
    node_type: 'task',
    order_index: -1,
    status: 'done',
    metadata: 'text',
  })

  expect(reply.statusCode).toBe(400)
  expect(reply.json().details).toEqual([
    { path: 'order_index', message: 'order_index must be at least 0' },
    { path: 'status', message: 'Status must be one of not_started, in_progress, completed, blocked' },
    { path: 'metadata', message: 'Metadata must be an object' },
  ])
})

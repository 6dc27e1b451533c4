import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { ERAS, mcpClient } from '../../../test/mcp-client.ts'

interface Line {
  id: string
  title: string
}
interface Claimed {
  claim: { id: string; fence: number; expires_at: string } | null
  node: (Line & { status: string }) | null
}

async function setUp(era?: (typeof ERAS)[number]) {
  const server = await testApp()
  const { make } = server
  const team = await make.team()
  const { owner, editor, plan } = team
  const root = await make.node(owner, plan.id, { title: 'A plan', node_type: 'root' })
  const one = await make.node(owner, plan.id, { title: 'One', parent_id: root.id })
  const two = await make.node(owner, plan.id, { title: 'Two', parent_id: root.id })
  await make.edge(owner, plan.id, one.id, two.id)
  const agent = async (scope: 'read' | 'write' = 'write', who = editor) =>
    mcpClient(server, await make.apiToken(who, scope), era && { era })
  return { ...server, team, owner, plan_id: plan.id, one, two, agent }
}

it.each(ERAS)('works through a plan until nothing is ready in the %s era', async (era) => {
  const { plan_id, agent, as, owner } = await setUp(era)
  const mcp = await agent()
  const ready = async () => (await mcp.call<{ tasks: Line[]; total: number }>('list_ready_tasks', { plan_id })).tasks
  expect((await ready()).map(({ title }) => title)).toEqual(['One'])
  const done: string[] = []
  for (;;) {
    const { claim, node } = await mcp.call<Claimed>('claim_task', { plan_id })
    if (!claim || !node) break
    expect(node.status).toBe('in_progress')
    expect(await ready()).toEqual([])
    const ended = await mcp.call<{ unblocked: Line[] }>('end_claim', {
      plan_id,
      claim_id: claim.id,
      outcome: 'done',
      summary: `${node.title} works.`,
    })
    expect(ended.unblocked.map(({ title }) => title)).toEqual(node.title === 'One' ? ['Two'] : [])
    done.push(node.title)
  }
  expect(done).toEqual(['One', 'Two'])
  const { statuses } = { statuses: (await as(owner)('GET', `/plans/${plan_id}/nodes`)).json<{ status: string }[]>() }
  expect(statuses.map(({ status }) => status)).toEqual(['not_started', 'completed', 'completed'])
})

it('gives one task to one agent, and says who holds it', async () => {
  const { plan_id, agent, one, two, owner } = await setUp()
  const [first, second] = [await agent(), await agent()]
  const { claim } = await first.call<Claimed>('claim_task', { plan_id, node_id: one.id.slice(-8), minutes: 5 })
  expect(await first.call<Claimed>('claim_task', { plan_id, node_id: one.id })).toMatchObject({
    claim: { id: claim?.id },
  })
  expect(await second.call<Claimed>('claim_task', { plan_id })).toMatchObject({ claim: null, node: null })
  expect(await second.refused('claim_task', { plan_id, node_id: one.id })).toMatchObject({
    code: 'claimed',
    hint: expect.stringContaining('claim_task'),
  })
  expect(await second.refused('set_status', { plan_id, node_id: one.id, status: 'completed' })).toMatchObject({
    code: 'claimed',
  })
  const stranger = await agent('write', owner)
  expect(await stranger.refused('end_claim', { plan_id, claim_id: claim?.id, outcome: 'done' })).toMatchObject({
    code: 'claim_not_found',
  })
  expect(await first.refused('claim_task', { plan_id, node_id: two.id })).toMatchObject({ code: 'not_ready' })
  expect(await first.refused('claim_task', { plan_id, minutes: 0 })).toMatchObject({
    message: 'minutes must be at least 1',
  })
  await first.call('end_claim', { plan_id, claim_id: claim?.id, outcome: 'released' })
  expect(await first.refused('end_claim', { plan_id, claim_id: claim?.id, outcome: 'done' })).toMatchObject({
    code: 'lease_lost',
    hint: expect.stringContaining('claim_task'),
  })
  expect(await second.call<Claimed>('claim_task', { plan_id })).toMatchObject({ node: { id: one.id } })
})

it('says what open tasks wait for when nothing is ready', async () => {
  const { plan_id, agent, one, two } = await setUp()
  const [first, second] = [await agent(), await agent()]
  type Ready = { tasks: Line[]; waiting: { id: string; reason: string; by?: Line }[] }
  const list = () => first.call<Ready>('list_ready_tasks', { plan_id })
  expect(await list()).toMatchObject({ tasks: [{ id: one.id }], waiting: [] })

  await second.call('claim_task', { plan_id, node_id: one.id })
  expect(await list()).toEqual({
    ...{ tasks: [], total: 0 },
    waiting: [
      { id: one.id, title: 'One', status: 'in_progress', reason: 'claimed' },
      {
        id: two.id,
        title: 'Two',
        status: 'not_started',
        reason: 'waits_for',
        by: expect.objectContaining({ id: one.id }),
      },
    ],
  })
})

it('refuses claims to those who may not edit, and hides plans of others', async () => {
  const { plan_id, agent, make, team } = await setUp()
  const viewer = await agent('write', team.viewer)
  expect(await viewer.call('list_ready_tasks', { plan_id })).toMatchObject({ total: 1 })
  expect(await viewer.refused('claim_task', { plan_id })).toMatchObject({ code: 'forbidden' })
  const stranger = await agent('write', await make.user())
  for (const name of ['list_ready_tasks', 'claim_task', 'end_claim'])
    expect(
      await stranger.refused(name, { plan_id, ...(name === 'end_claim' && { claim_id: plan_id, outcome: 'done' }) }),
    ).toMatchObject({ code: 'plan_not_found' })
})

it('claims once for an idempotency key of an agent, which another agent of the same person may use too', async () => {
  const { plan_id, agent } = await setUp()
  const mcp = await agent()
  const call = { plan_id, idempotency_key: 'k' }
  const first = await mcp.call<Claimed>('claim_task', call)
  expect(await mcp.call<Claimed>('claim_task', call)).toMatchObject({ claim: first.claim, node: first.node })
  const other = await agent()
  expect(await other.call<Claimed>('claim_task', call)).toMatchObject({ claim: null, node: null })
})

it('hands a task over to a person by name or id, by default to its own', async () => {
  const { plan_id, agent, one, owner, team, as } = await setUp()
  const mcp = await agent()
  const claim = async () => (await mcp.call<Claimed>('claim_task', { plan_id, node_id: one.id })).claim?.id
  const held = async () => (await as(owner)('GET', `/plans/${plan_id}/claims`)).json()
  const first = await claim()
  const handOver = { plan_id, claim_id: first, outcome: 'handed_over' }
  const unknown = await mcp.refused('end_claim', { ...handOver, to: team.viewer.name })
  expect(unknown).toMatchObject({ code: 'invalid_input', message: expect.stringContaining(owner.name) })
  expect(await mcp.refused('end_claim', { plan_id, claim_id: first, outcome: 'done', to: owner.id })).toMatchObject({
    message: 'to requires the outcome handed_over',
  })
  await mcp.call('end_claim', { ...handOver, to: ` ${owner.name.toUpperCase()} `, summary: 'Needs a decision.' })
  expect(await held()).toMatchObject([{ user: { id: owner.id }, agent: null }])
  expect(await mcp.refused('set_status', { plan_id, node_id: one.id, status: 'completed' })).toMatchObject({
    code: 'lease_lost',
  })
  const [{ id }] = await held()
  await as(owner)('POST', `/plans/${plan_id}/claims/${id}/end`, { outcome: 'released' })
  await mcp.call('end_claim', { ...handOver, claim_id: await claim() })
  expect(await held()).toMatchObject([{ user: { id: team.editor.id }, agent: null }])
})

it('ends the claim of a task that is completed with set_status', async () => {
  const { plan_id, agent, one, as, owner } = await setUp()
  const mcp = await agent()
  const { claim } = await mcp.call<Claimed>('claim_task', { plan_id, node_id: one.id })
  const set = { plan_id, node_id: one.id, status: 'completed' }
  expect(await mcp.call('set_status', set)).toMatchObject({ unblocked: [{ title: 'Two' }] })
  expect((await as(owner)('GET', `/plans/${plan_id}/claims`)).json()).toEqual([])
  const end = { plan_id, claim_id: claim?.id }
  expect(await mcp.refused('end_claim', { ...end, outcome: 'released' })).toMatchObject({ code: 'lease_lost' })
  // Assistants often end the claim of what they have completed.
  const ended = await mcp.call('end_claim', { ...end, outcome: 'done', summary: 'It works.' })
  expect(ended).toMatchObject({ node: { status: 'completed' }, unblocked: [] })
  const logs = (await as(owner)('GET', `/plans/${plan_id}/nodes/${one.id}/logs`)).json<{ content: string }[]>()
  expect(logs.map(({ content }) => content)).toEqual(['It works.'])
})

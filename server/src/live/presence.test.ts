// Who is writing where, and agents beside their people.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { connected, type LiveClient } from '../../test/live-client.ts'
import { twoServers } from '../../test/two-servers.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const writes = (client: LiveClient, userId: string, field: string | null) =>
  client.hear('presence', ({ people }) => people.some(({ id, writing }) => id === userId && writing === field))
const isAt = (client: LiveClient, userId: string, nodeId: string) =>
  client.hear('presence', ({ people }) => people.some(({ id, node_id }) => id === userId && node_id === nodeId))

it('shows the others who is writing, until they stop or five seconds pass', async () => {
  const { app, make } = await testApp()
  const { plan, owner, editor } = await make.team()
  const node = await make.node(owner, plan.id)
  const [watching, writing] = await Promise.all([connected(app, owner.token), connected(app, editor.token)])
  await Promise.all([watching.subscribe(plan.id), writing.subscribe(plan.id)])
  const say = (field: 'description' | 'comment' | null) =>
    writing.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field })

  writing.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  await isAt(watching, editor.id, node.id)
  say('description')
  await writes(watching, editor.id, 'description')
  watching.messages.length = 0
  say(null)
  await writes(watching, editor.id, null)
  say('comment')
  await writes(watching, editor.id, 'comment')
  watching.messages.length = 0
  await writing.flush()
  vi.advanceTimersByTime(5_000)

  await writes(watching, editor.id, null)
})

it('ignores people who may not edit the text, agents, and nodes that are not open', async () => {
  const { app, make } = await testApp()
  const { plan, owner, viewer, commenter } = await make.team()
  const node = await make.node(owner, plan.id)
  const agentToken = await make.apiToken(owner, 'write')
  const [watching, reading, commenting, agent] = await Promise.all(
    [owner.token, viewer.token, commenter.token, agentToken].map((credential) => connected(app, credential)),
  )
  for (const client of [watching, reading, commenting, agent]) await client?.subscribe(plan.id)
  if (!watching || !reading || !commenting || !agent) throw new Error('not connected')

  watching.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field: 'description' })
  for (const [client, field] of [
    [reading, 'comment'],
    [commenting, 'description'],
    [agent, 'description'],
  ] as const) {
    client.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
    client.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field })
    await client.flush()
  }
  commenting.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field: 'comment' })
  const { people } = await writes(watching, commenter.id, 'comment')

  expect(people.filter(({ writing }) => writing).map(({ id }) => id)).toEqual([commenter.id])
  expect(people.filter(({ id }) => id === owner.id).map(({ agent: name, node_id }) => [name, node_id])).toEqual([
    [null, null],
    ['write token', node.id],
  ])
})

it('reaches people on another server', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, editor } = await one.make.team()
  const node = await one.make.node(owner, plan.id)
  const [watching, writing] = await Promise.all([connected(one.app, owner.token), connected(two.app, editor.token)])
  await Promise.all([watching.subscribe(plan.id), writing.subscribe(plan.id)])

  writing.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  writing.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field: 'context' })

  await writes(watching, editor.id, 'context')
})

it('shows no one as writing in a text that they may no longer change', async () => {
  const { one, two } = await twoServers()
  const { plan, owner, editor } = await one.make.team()
  const node = await one.make.node(owner, plan.id)
  const [watching, writing] = [await connected(one.app, owner.token), await connected(two.app, editor.token)]
  await Promise.all([watching.subscribe(plan.id), writing.subscribe(plan.id)])
  writing.say({ type: 'presence', plan_id: plan.id, node_id: node.id })
  const say = (field: 'description' | 'comment') =>
    writing.say({ type: 'writing', plan_id: plan.id, node_id: node.id, field })

  await one.as(owner)('PUT', `/plans/${plan.id}/collaborators/${editor.id}`, { role: 'commenter' })
  await writing.hear('event', ({ event }) => event.kind === 'collaborator.changed')
  await writing.flush()
  say('description')
  say('comment')

  await writes(watching, editor.id, 'comment')
  const shown = watching.messages.flatMap((message) => (message.type === 'presence' ? message.people : []))
  expect(shown.filter(({ writing }) => writing === 'description')).toEqual([])
})

// Events travel as the contract says: every reply is checked against its schema in tests, so reading them is the check.
import { allEndpoints } from '@cairn/contract/api/all'
import { EVENTS, type PlanEvent } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { samples, urlOf } from './samples.ts'

/** After these the plan is out of the owner's reach. */
const LAST = new Set(['plans.delete', 'plans.purge', 'plans.transfer', 'plans.leave'])

it('emits every kind of event as its schema describes', async () => {
  const server = await testApp()
  const team = await server.make.team()
  const call = server.as(team.owner)
  const kinds = new Set<string>()
  const path = `/plans/${team.plan.id}`
  const read = async () => {
    const reply = await call('GET', `${path}/changes?since=0&limit=1000`)
    expect(reply.statusCode, reply.body).toBe(200)
    for (const { kind } of reply.json<{ events: PlanEvent[] }>().events) kinds.add(kind)
  }

  for (const { name, endpoint } of allEndpoints)
    if (endpoint.method !== 'GET' && endpoint.path.startsWith('/plans/:planId') && !LAST.has(name)) {
      const sample = await samples[name]?.(server, team)
      if (!sample) continue
      const reply = await call(endpoint.method, urlOf(endpoint, sample), sample.body, sample.headers)
      expect([name, reply.statusCode < 300]).toEqual([name, true])
    }
  const node = await server.make.node(team.owner, team.plan.id)
  await call('PUT', `${path}/nodes/${node.id}`, { title: 'Other', metadata: { a: [1] }, due_date: '2026-01-31' })
  const invited = { email: 'invited@example.test', role: 'viewer' }
  const { id } = (await call('POST', `${path}/collaborators`, invited)).json()
  await call('PUT', `${path}/collaborators/${id}`, { role: 'editor' })
  await call('DELETE', `${path}/collaborators/${id}`)
  await call('DELETE', path)
  await call('POST', `${path}/restore`)
  await server.as(team.viewer)('POST', `${path}/leave`)
  await read()
  await call('POST', `${path}/transfer`, { user_id: team.editor.id })
  await read()

  expect([...kinds].sort()).toEqual(Object.keys(EVENTS).sort())
})

it('emits a node with omitted texts as its schema describes', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const long = '漢'.repeat(50_000)
  await make.node(me, plan.id, { context: long, agent_instructions: long })

  const reply = await as(me)('GET', `/plans/${plan.id}/changes?since=0`)

  expect(reply.statusCode, reply.body).toBe(200)
  const { data } = reply.json<{ events: PlanEvent[] }>().events.at(-1) as PlanEvent<'node.created'>
  expect(data.left_out).toContain('context')
  expect(data.after).not.toHaveProperty('context')
})

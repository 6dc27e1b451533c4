// An id that is unknown, malformed or another person's gets the same reply everywhere.
import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@cairn/contract/api/all'
import type { Endpoint } from '@cairn/contract/api/common'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { samples, urlOf } from './samples.ts'

const idParams = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+Id)\b/g)].map(([, name]) => String(name))
const withPlan = allEndpoints.filter(({ endpoint }) => endpoint.path.includes(':planId'))
const withMoreIds = withPlan.filter(({ endpoint }) => idParams(endpoint).length > 1)

it('answers 404 to the ids of another plan, at every endpoint', async () => {
  const server = await testApp()
  const replies: object[] = []
  for (const { name, endpoint } of withMoreIds) {
    const [mine, other] = [await server.make.team(), await server.make.team()]
    const [own, foreign] = [await samples[name]?.(server, mine), await samples[name]?.(server, other)]
    if (!own?.params || !foreign?.params) throw new Error(`There is no sample call for ${name}.`)
    const { planId: _, ...ids } = foreign.params
    for (const param of Object.keys(ids).filter((name) => name.endsWith('Id')))
      for (const id of [ids[param], randomUUID(), 'no-uuid'] as string[]) {
        const url = urlOf(endpoint, { ...own, params: { ...own.params, [param]: id } })
        const { statusCode } = await server.as(mine.owner)(endpoint.method, url, own.body, own.headers)
        replies.push({ name, param, id, statusCode })
      }
  }

  expect(replies.length).toBeGreaterThan(withMoreIds.length)
  expect(replies).toEqual(replies.map((reply) => ({ ...reply, statusCode: 404 })))
})

it('answers a hidden plan and a missing one alike, at every endpoint', async () => {
  const server = await testApp()
  const stranger = await server.make.user()
  for (const { name, endpoint } of withPlan) {
    const team = await server.make.team()
    const sample = await samples[name]?.(server, team)
    if (!sample) throw new Error(`There is no sample call for ${name}.`)
    const ask = (planId: string) => {
      const asked = { ...sample, params: { ...sample.params, planId } }
      return server.as(stranger)(endpoint.method, urlOf(endpoint, asked), sample.body, sample.headers)
    }

    const [hidden, missing, malformed] = [await ask(team.plan.id), await ask(randomUUID()), await ask('no-uuid')]

    expect(hidden.statusCode, name).toBe(404)
    expect([missing.body, malformed.body], name).toEqual([hidden.body, hidden.body])
  }
})

it('rejects ids of another plan in bodies', async () => {
  const { as, make } = await testApp()
  const [mine, other] = [await make.team(), await make.team()]
  const own = await make.node(mine.owner, mine.plan.id)
  const foreign = await make.node(other.owner, other.plan.id)
  const plan = `/plans/${mine.plan.id}`
  const call = as(mine.owner)

  const replies = await Promise.all([
    call('POST', `${plan}/nodes`, { title: 'x', node_type: 'task', parent_id: foreign.id }),
    call('POST', `${plan}/nodes/${own.id}/move`, { parent_id: foreign.id }),
    call('POST', `${plan}/nodes/bulk`, { node_ids: [own.id, foreign.id], status: 'completed' }),
    call('POST', `${plan}/nodes/bulk`, { node_ids: [own.id], parent_id: foreign.id }),
    call('POST', `${plan}/edges`, { source_id: own.id, target_id: foreign.id, kind: 'reference' }),
    call('POST', `${plan}/nodes/${own.id}/assign`, { user_id: other.owner.id }),
    call('POST', `${plan}/transfer`, { user_id: other.owner.id }),
  ])

  expect(replies.map((reply) => reply.statusCode)).toEqual([404, 404, 404, 404, 404, 400, 400])
  expect((await call('GET', `${plan}/nodes`)).json()).toMatchObject([
    { id: own.id, status: 'not_started', parent_id: null },
  ])
})

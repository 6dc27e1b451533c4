import { allEndpoints } from '@cairn/contract/api/all'
import { expect, it } from 'vitest'
import { PASSWORD, testApp } from './factory.ts'
import { type Sample, samples, urlOf } from './samples.ts'

/** Right for every call that needs no sign-in. */
const PUBLIC_BODY = {
  email: 'ana@example.test',
  password: PASSWORD,
  name: 'Ana Ruiz',
  token: 'a token',
  challenge: 'a challenge',
  code: '123456',
}

it('rejects an unknown query parameter on every endpoint with a 400 that names it', async () => {
  const server = await testApp()
  const people = await server.make.team()
  for (const { name, endpoint } of allEndpoints) {
    const team = await server.make.team(people)
    const sample: Sample = (await samples[name]?.(server, team)) ?? { params: { key: 'none' }, body: PUBLIC_BODY }
    const url = urlOf(endpoint, { ...sample, query: { ...sample.query, sort_by: 'name', Limit: '3' } })
    // The owner may do everything but leave.
    const caller = name === 'plans.leave' ? team.viewer : team.owner
    const reply = await server.as(caller)(endpoint.method, url, sample.body, sample.headers)

    expect(reply.statusCode, `${name}: ${reply.body}`).toBe(400)
    expect(reply.json(), name).toMatchObject({ code: 'invalid_input' })
    expect(reply.json().details, name).toEqual(
      expect.arrayContaining([
        { path: 'sort_by', message: 'Unknown query parameter "sort_by"' },
        { path: 'Limit', message: 'Unknown query parameter "Limit"' },
      ]),
    )
  }
})

it('reveals nothing of a plan to users without access through an unknown parameter', async () => {
  const { as, make } = await testApp()
  const plan = await make.plan(await make.user())

  const reply = await as(await make.user())('GET', `/plans/${plan.id}/nodes?fieldz=title`)

  expect(reply.statusCode).toBe(404)
})

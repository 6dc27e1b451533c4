// The databases do not store a NUL character, and PostgreSQL fails on one in any value of a query.
import { allEndpoints } from '@cairn/contract/api/all'
import type { Endpoint } from '@cairn/contract/api/common'
import { expect, it } from 'vitest'
import { TOOLS } from '../src/mcp/tools/all.ts'
import { authorizationQuery, sendForm, VERIFIER } from './apps.ts'
import { PASSWORD, testApp } from './factory.ts'
import { mcpClient } from './mcp-client.ts'
import { type Sample, samples, urlOf } from './samples.ts'

const NUL = '\0'
/** Right for every call that needs no sign-in. */
const PUBLIC_BODY = {
  email: 'ana@example.test',
  password: PASSWORD,
  name: 'Ana Ruiz',
  token: 'a token',
  challenge: 'a challenge',
  code: '123456',
  device_token: 'a device',
  invitation: 'an invitation',
}

const fieldsOf = (schema: Endpoint['query']): string[] =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

/** The call with a NUL character in one parameter or one field of the body, once for each. */
function spoiled(endpoint: Endpoint, sample: Sample): [string, Sample][] {
  const { params = {}, query = {}, body } = sample
  const fields = typeof body === 'object' && !Buffer.isBuffer(body) ? Object.keys(body) : []
  return [
    ...fieldsOf(endpoint.params).map((name) => [name, { ...sample, params: { ...params, [name]: '%00' } }] as const),
    ...fieldsOf(endpoint.query).map((name) => [name, { ...sample, query: { ...query, [name]: NUL } }] as const),
    ...fields.map((name) => [name, { ...sample, body: { ...(body as object), [name]: NUL } }] as const),
  ].map(([name, call]) => [name, call])
}

it('is no server error in any parameter or field of any call', async () => {
  const server = await testApp()
  const people = await server.make.team()
  for (const { name, endpoint } of allEndpoints) {
    const team = await server.make.team(people)
    const sample = (await samples[name]?.(server, team)) ?? { body: PUBLIC_BODY }
    const caller = endpoint.access === 'public' ? null : team.owner
    for (const [field, call] of spoiled(endpoint, sample)) {
      const reply = await server.as(caller)(endpoint.method, urlOf(endpoint, call), call.body, call.headers)
      expect(reply.statusCode, `${name} ${field}: ${reply.body}`).toBeLessThan(500)
    }
  }
})

it('is refused in the id of a run, with 404 in the path and 400 in the body', async () => {
  const { as, make } = await testApp()
  const { plan, owner } = await make.team()

  for (const path of ['', '/changes', '/changes/1/texts'])
    expect((await as(owner)('GET', `/plans/${plan.id}/runs/%00${path}`)).json()).toMatchObject({
      code: 'run_not_found',
    })
  const undo = await as(owner)('POST', `/plans/${plan.id}/undo`, { run_id: NUL })
  expect(undo.json().details).toEqual([{ path: 'run_id', message: 'run_id contains invalid characters' }])
})

it('is no server error in any argument of any tool', async () => {
  const server = await testApp()
  const { plan, owner } = await server.make.team()
  const node = await server.make.node(owner, plan.id)
  const { client } = await mcpClient(server, await server.make.apiToken(owner, 'admin'))
  const known: Record<string, unknown> = {
    plan_id: plan.id,
    node_id: node.id,
    source: node.id,
    target: node.id,
    claim_id: node.id,
    nodes: [{ title: 'x' }],
    node_ids: [node.id],
  }

  for (const { name, definition } of TOOLS) {
    const { properties = {}, required = [] } = definition.inputSchema as {
      properties?: Record<string, { type?: string; enum?: string[] }>
      required?: string[]
    }
    const args = Object.fromEntries(
      required.map((field) => [field, known[field] ?? properties[field]?.enum?.[0] ?? 'x']),
    )
    for (const [field, { type }] of Object.entries(properties)) {
      if (type !== 'string') continue
      const { content } = await client.callTool({ name, arguments: { ...args, [field]: NUL } })
      expect(JSON.stringify(content), `${name} ${field}`).not.toContain('internal')
    }
  }
})

it('is an unknown app in the id of an app', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const form = { grant_type: 'authorization_code', code: 'x', code_verifier: VERIFIER, redirect_uri: 'https://a.test' }

  const asked = await app.as(me)('POST', '/auth/apps/requests', {
    query: await authorizationQuery(app, { client_id: NUL }),
  })
  const redeemed = await sendForm(app, '/oauth/token', { ...form, client_id: NUL })

  expect([asked.statusCode, asked.json().details]).toEqual([400, { reason: 'invalid_client' }])
  expect([redeemed.statusCode, redeemed.json().error]).toEqual([401, 'invalid_client'])
})

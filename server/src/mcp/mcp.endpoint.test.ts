import { expect, it } from 'vitest'
import { connectApp } from '../../test/apps.ts'
import { testApp } from '../../test/factory.ts'
import { ERAS, listen, mcpClient } from '../../test/mcp-client.ts'

const post = (url: string, token: string | null, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
}

it.each(ERAS)('serves the official client of the %s era', async (era) => {
  const server = await testApp()
  const me = await server.make.user()
  const plan = await server.make.plan(me, { title: 'Launch' })
  const mcp = await mcpClient(server, await server.make.apiToken(me, 'read'), { era })
  expect(mcp.client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
  expect(mcp.client.getServerVersion()).toMatchObject({ name: 'cairn' })
  expect(mcp.client.getInstructions()).toContain('get_plan_outline')
  const { plans } = await mcp.call<{ plans: { id: string; title: string }[] }>('list_plans')
  expect(plans).toMatchObject([{ id: plan.id, title: 'Launch' }])
})

it('tells clients without a valid credential where to get one', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const url = await listen(server)
  for (const token of [null, 'cairn_unknown', me.token]) {
    const reply = await post(url, token, INITIALIZE)
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="http://cairn.test/.well-known/oauth-protected-resource/mcp", scope="plans:read plans:write"',
    )
    expect(await reply.json()).toMatchObject({ jsonrpc: '2.0', error: { data: { code: 'not_signed_in' } } })
  }
})

it('accepts apps that are connected for it, and no others', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const forMcp = await connectApp(server, me, { query: { resource: 'http://cairn.test/mcp' } })
  const forApi = await connectApp(server, me, { query: { resource: 'http://cairn.test/api' } })
  const url = await listen(server)
  expect((await post(url, forMcp.access_token, INITIALIZE)).status).toBe(200)
  expect((await post(url, forApi.access_token, INITIALIZE)).status).toBe(401)
})

it('rejects batches, broken JSON, other methods and pages of other sites', async () => {
  const server = await testApp()
  const token = await server.make.apiToken(await server.make.user(), 'read')
  const url = await listen(server)
  expect((await post(url, token, [INITIALIZE])).status).toBe(400)
  const broken = await post(url, token, '{')
  expect(broken.status).toBe(400)
  expect(await broken.json()).toMatchObject({ error: { code: -32_700 } })
  expect((await post(url, token, INITIALIZE, { origin: 'https://evil.test' })).status).toBe(403)
  expect((await post(url, token, INITIALIZE, { origin: 'http://cairn.test' })).status).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  for (const method of ['GET', 'DELETE']) {
    const reply = await fetch(`${url}/mcp`, { method, headers })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  }
})

it('counts calls to the same rate limit as the API', async () => {
  const server = await testApp({ env: { CAIRN_RATE_LIMITS: '5' } })
  const token = await server.make.apiToken(await server.make.user(), 'read')
  const url = await listen(server)
  for (let i = 0; i < 4; i++) expect((await post(url, token, INITIALIZE)).status).toBe(200)
  expect((await server.as(token)('GET', '/plans')).statusCode).toBe(200)
  const limited = await post(url, token, INITIALIZE)
  expect(limited.status).toBe(429)
  expect(limited.headers.get('retry-after')).not.toBeNull()
  expect(await limited.json()).toMatchObject({ error: { data: { code: 'rate_limited' } } })
})

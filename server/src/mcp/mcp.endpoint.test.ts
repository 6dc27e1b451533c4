import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { CALLBACK, connectApp } from '../../test/apps.ts'
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
    expect(await reply.json()).toMatchObject({
      jsonrpc: '2.0',
      error: { message: expect.stringContaining('Create a token in the settings'), data: { code: 'not_signed_in' } },
    })
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
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
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

it.each(ERAS)(
  'challenges an app of the %s era that lacks the scope of a tool, and asks for all it needs',
  async (era) => {
    const server = await testApp()
    const me = await server.make.user()
    const plan = await server.make.plan(me)
    const url = await listen(server)
    const wishes = { query: { resource: 'http://cairn.test/mcp' }, scope: 'read' } as const
    const { access_token } = await connectApp(server, me, wishes)
    const { client } = await mcpClient(server, access_token, { era })
    const add = { name: 'add_nodes', arguments: { plan_id: plan.id, nodes: [{ title: 'Node' }] } }
    await expect(client.callTool(add)).rejects.toThrow(/403|scope/i)
    await expect(client.callTool({ name: 'list_plans', arguments: {} })).resolves.toMatchObject({})

    const replies = new Map<string, string | null>()
    for (const name of ['add_nodes', 'archive_nodes', 'list_plans']) {
      const body = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: { plan_id: plan.id } } }
      const reply = await post(url, access_token, body, { 'mcp-protocol-version': '2025-11-25' })
      replies.set(`${name} ${reply.status}`, reply.headers.get('www-authenticate'))
      if (reply.status === 403)
        expect(await reply.json()).toMatchObject({ jsonrpc: '2.0', id: 7, error: { data: { code: 'forbidden' } } })
    }
    const challenge = (tool: string, scope: string) =>
      `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="http://cairn.test/.well-known/oauth-protected-resource/mcp", error_description="${tool} requires this scope"`
    expect(Object.fromEntries(replies)).toEqual({
      'add_nodes 403': challenge('add_nodes', 'plans:read plans:write'),
      'archive_nodes 403': challenge('archive_nodes', 'plans:read plans:write plans:admin'),
      'list_plans 200': null,
    })
  },
)

it.each(ERAS)('lets the official client of the %s era ask for the scope that the challenge names', async (era) => {
  const server = await testApp()
  const me = await server.make.user()
  const plan = await server.make.plan(me)
  const url = await listen(server)
  const query = { resource: 'http://cairn.test/mcp' }
  const first = await connectApp(server, me, { query, scope: 'read' })
  const asked: (string | null)[] = []
  const tokens = { access_token: first.access_token, token_type: 'Bearer', scope: 'plans:read' }
  // The address in the metadata is the product's own; the test reaches it on another port.
  const reachable: typeof fetch = (input, init) => fetch(String(input).replace('http://cairn.test', url), init)
  const client = new Client(
    { name: 'tests', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const authProvider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { redirect_uris: [CALLBACK] },
    clientInformation: () => ({ client_id: first.client_id }),
    tokens: () => tokens,
    saveTokens: () => {},
    redirectToAuthorization: (to) => {
      asked.push(to.searchParams.get('scope'))
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => '',
    validateResourceURL: async () => new URL('http://cairn.test/mcp'),
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { authProvider, fetch: reachable }))
  onTestFinished(() => client.close())
  const add = { name: 'add_nodes', arguments: { plan_id: plan.id, nodes: [{ title: 'Node' }] } }
  await expect(client.callTool(add)).rejects.toThrow()
  expect(asked).toEqual(['plans:read plans:write'])
})

it.each(ERAS)('answers an API token of the %s era that lacks the scope with the error of the tool', async (era) => {
  const server = await testApp()
  const me = await server.make.user()
  const plan = await server.make.plan(me)
  const { refused } = await mcpClient(server, await server.make.apiToken(me, 'read'), { era })
  expect(await refused('add_nodes', { plan_id: plan.id, nodes: [{ title: 'Node' }] })).toMatchObject({
    code: 'forbidden',
    hint: 'Ask the person for access with the "write" scope.',
  })
})

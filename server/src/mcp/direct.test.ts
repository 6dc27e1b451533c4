import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { listen } from '../../test/mcp-client.ts'
import { directCall } from './direct.ts'

const META = 'io.modelcontextprotocol/'
const envelope = {
  [`${META}protocolVersion`]: '2026-07-28',
  [`${META}clientInfo`]: { name: 'tests', version: '1' },
  [`${META}clientCapabilities`]: {},
}
const ACCEPT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const HEADERS = {
  modern: { ...ACCEPT, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'list_plans' },
  legacy: { ...ACCEPT, 'mcp-protocol-version': '2025-11-25' },
}
const bodyOf = (era: 'modern' | 'legacy', args: unknown) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'list_plans', arguments: args, ...(era === 'modern' && { _meta: envelope }) },
})

it.each(['modern', 'legacy'] as const)('answers plain calls of the %s era like the SDK', async (era) => {
  const server = await testApp()
  const me = await server.make.user()
  await server.make.plan(me)
  const url = await listen(server)
  const authorization = `Bearer ${await server.make.apiToken(me, 'read')}`
  const ask = async (body: unknown, type: string) => {
    const headers = { ...HEADERS[era], authorization, 'content-type': type }
    const reply = await fetch(`${url}/mcp`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: reply.status, body: await reply.json() }
  }
  for (const args of [undefined, {}, { limit: 0 }]) {
    const body = bodyOf(era, args)
    expect(directCall(HEADERS[era], JSON.parse(JSON.stringify(body)))).not.toBeNull()
    // The SDK ignores the parameter of the type, and nothing else reads it.
    const sdk = await ask(body, 'application/json; charset=utf-8')
    expect(sdk.status).toBe(200)
    expect(await ask(body, 'application/json')).toEqual(sdk)
  }
})

it('leaves every other request to the SDK', () => {
  const plain = bodyOf('modern', {})
  const headers = HEADERS.modern
  expect(directCall(headers, plain)).toEqual({ id: 7, name: 'list_plans', args: {}, era: 'modern' })
  for (const body of [
    null,
    [plain],
    { ...plain, id: null },
    { ...plain, id: 1.5 },
    { ...plain, jsonrpc: '1.0' },
    { ...plain, method: 'tools/list' },
    { ...plain, params: { ...plain.params, arguments: [] } },
    { ...plain, params: { ...plain.params, task: {} } },
    { ...plain, params: { ...plain.params, _meta: {} } },
    { ...plain, params: { ...plain.params, _meta: { ...envelope, [`${META}protocolVersion`]: '2099-01-01' } } },
    { ...plain, params: { ...plain.params, _meta: { ...envelope, [`${META}clientInfo`]: { name: 'tests' } } } },
    { ...plain, params: { ...plain.params, _meta: { ...envelope, [`${META}logLevel`]: 'debug' } } },
    bodyOf('legacy', {}),
  ])
    expect(directCall(headers, body)).toBeNull()
  for (const changed of [
    { accept: '*/*' },
    { 'content-type': 'text/plain' },
    { 'mcp-method': 'tools/list' },
    { 'mcp-name': 'other' },
    { 'mcp-protocol-version': '2025-11-25' },
    { 'mcp-protocol-version': undefined },
  ])
    expect(directCall({ ...headers, ...changed }, plain)).toBeNull()
  expect(directCall(HEADERS.legacy, plain)).toBeNull()
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, it, onTestFinished } from 'vitest'
import { testApp } from './factory.ts'
import { removeFolder, storeFolder } from './folder.ts'
import { ERAS, type Era, listen } from './mcp-client.ts'

const run = promisify(execFile)
const SOURCE = fileURLToPath(new URL('../../connector', import.meta.url))

/** The package as people pack it, in a folder of its own. */
async function packed(): Promise<{ folder: string; file: string }> {
  const folder = storeFolder()
  onTestFinished(() => removeFolder(folder))
  const { stdout } = await run('npm', ['pack', SOURCE, '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  return { folder, file: path.join(folder, filename) }
}

/** Its program, unpacked where no other package is. */
async function unpacked(): Promise<string> {
  const { folder, file } = await packed()
  await run('tar', ['-xzf', file, '-C', folder])
  return path.join(folder, 'package/cairn-mcp.mjs')
}

const connect = (program: string, env: Record<string, string>, era: Era = 'legacy') =>
  start(process.execPath, [program], env, era)

function start(command: string, args: string[], env: Record<string, string>, era: Era = 'legacy') {
  const client = new Client(
    { name: 'tests', version: '1' },
    era === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const stderr = new PassThrough()
  const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe' })
  transport.stderr?.pipe(stderr)
  onTestFinished(() => client.close())
  return { client, connected: client.connect(transport), stderr }
}

it.each(ERAS)('connects the official client over stdio in the %s era, as a packed package', async (era) => {
  const server = await testApp()
  const me = await server.make.user()
  const program = await unpacked()
  const env = { CAIRN_URL: await listen(server), CAIRN_TOKEN: await server.make.apiToken(me, 'write') }
  const { client, connected } = await connect(program, env, era)
  await connected
  expect(client.getNegotiatedProtocolVersion()).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25')
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('create_plan')
  const made = await client.callTool({ name: 'create_plan', arguments: { title: 'Über Ärger', outline: '- Ä' } })
  const { plan } = made.structuredContent as { plan: { id: string; title: string } }
  expect(plan.title).toBe('Über Ärger')
  const found = await client.readResource({ uri: `plan://${plan.id}/outline.md` })
  expect(JSON.stringify(found.contents)).toContain('Über Ärger')
  const outlines = Array.from({ length: 20 }, () =>
    client.callTool({ name: 'get_plan_outline', arguments: { plan_id: plan.id } }),
  )
  expect((await Promise.all(outlines)).filter(({ isError }) => isError)).toEqual([])
  await expect(client.callTool({ name: 'unknown', arguments: {} })).rejects.toThrow('unknown')
})

it('starts as its README says', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const { folder, file } = await packed()
  const [, block = ''] = readFileSync(path.join(SOURCE, 'README.md'), 'utf8').match(/```json\n(.*?)```/s) ?? []
  const { command, args, env } = JSON.parse(block).mcpServers.cairn as {
    command: string
    args: string[]
    env: Record<string, string>
  }
  const here = { CAIRN_URL: await listen(server), CAIRN_TOKEN: await server.make.apiToken(me, 'read') }
  expect(Object.keys(env)).toEqual(Object.keys(here))
  const { client, connected } = start(
    command,
    args.map((arg) => arg.replace(/\/path\/to\/cairn-mcp-.*\.tgz$/, file)),
    { ...here, PATH: process.env.PATH ?? '', HOME: folder },
  )
  await connected
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('list_plans')
})

it("passes the server's words on when a token is refused", async () => {
  const server = await testApp()
  const env = { CAIRN_URL: `${await listen(server)}/mcp/`, CAIRN_TOKEN: 'cairn_unknown' }
  const { connected } = await connect(path.join(SOURCE, 'cairn-mcp.mjs'), env)
  await expect(connected).rejects.toThrow('This requires a valid API token')
})

it('answers a line that is not one JSON-RPC message, and goes on', async () => {
  const program = path.join(SOURCE, 'cairn-mcp.mjs')
  const env = { CAIRN_URL: 'http://127.0.0.1:9', CAIRN_TOKEN: 'cairn_x' }
  const running = run(process.execPath, [program], { env })
  running.child.stdin?.end(['null', '5', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', '{'].join('\n'))
  const { stdout } = await running
  const answers = stdout.trim().split('\n')
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject(
    [-32_600, -32_600, -32_600, -32_700].map((code) => ({ jsonrpc: '2.0', id: null, error: { code } })),
  )
})

it('ends a message only at a line feed, also when a character comes in two pieces', async () => {
  const server = await testApp()
  const me = await server.make.user()
  const env = { CAIRN_URL: await listen(server), CAIRN_TOKEN: await server.make.apiToken(me, 'write') }
  const running = run(process.execPath, [path.join(SOURCE, 'cairn-mcp.mjs')], { env })
  const title = 'One\u2028two\u2029three \u{1f9ca}'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'create_plan', arguments: { title }, _meta }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const bytes = Buffer.from(`${call.replace('{', '{\r')}\r\n`)
  const middle = bytes.indexOf('\u{1f9ca}') + 2
  running.child.stdin?.write(bytes.subarray(0, middle))
  setTimeout(() => running.child.stdin?.end(bytes.subarray(middle)), 50)

  const answers = (await running).stdout.trim().split('\n')
  expect(answers).toHaveLength(1)
  expect(JSON.parse(answers[0] ?? '').result.structuredContent.plan.title).toBe(title)
})

it('says when an answer is not JSON, as that of a proxy', async () => {
  const proxy = createServer((_, reply) => reply.end('<html>Sign in</html>'))
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { connected } = await connect(path.join(SOURCE, 'cairn-mcp.mjs'), { CAIRN_URL: url, CAIRN_TOKEN: 'cairn_x' })
  await expect(connected).rejects.toThrow(`${url}: The answer is not valid JSON: <html>`)
})

it('says when the server cannot be reached', async () => {
  const env = { CAIRN_URL: 'http://127.0.0.1:9', CAIRN_TOKEN: 'cairn_x' }
  const { connected } = await connect(path.join(SOURCE, 'cairn-mcp.mjs'), env)
  await expect(connected).rejects.toThrow('Cannot reach http://127.0.0.1:9')
})

it.each([
  [{ CAIRN_TOKEN: 'x' }, 'CAIRN_URL must be the address of your Cairn server'],
  [{ CAIRN_URL: 'file:///etc', CAIRN_TOKEN: 'x' }, 'CAIRN_URL must be the address of your Cairn server'],
  [{ CAIRN_URL: 'http://localhost' }, 'CAIRN_TOKEN must be an API token'],
])('says which setting is missing', async (env, message) => {
  await expect(run(process.execPath, [path.join(SOURCE, 'cairn-mcp.mjs')], { env: { ...env } })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  })
})

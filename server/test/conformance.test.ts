import { spawn } from 'node:child_process'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { testApp } from './factory.ts'
import { listen } from './mcp-client.ts'

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const FAILURES = fileURLToPath(new URL('conformance-failures.yml', import.meta.url))
/** The suite imports a function that Node 20 lacks, for a command that is not used here. */
const LOADER = `export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!url.endsWith('/conformance/dist/index.js')) return loaded
  return { ...loaded, source: String(loaded.source).replace('globSync as ', 'readdirSync as ') }
}`
const dataUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
const PRELOAD = dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(LOADER))})`)

/** The suite sends no credential: this adds one. */
async function withToken(target: string, token: string): Promise<string> {
  const proxy = createServer((incoming, reply) => {
    const { url, method, headers } = incoming
    const authorization = `Bearer ${token}`
    const forwarded = httpRequest(
      new URL(url ?? '/', target),
      { method, headers: { ...headers, authorization } },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      },
    )
    forwarded.on('error', () => reply.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`
}

it('passes the official conformance suite, but for what Cairn does not offer', async () => {
  const server = await testApp({ env: { CAIRN_PUBLIC_URL: '' } })
  const me = await server.make.user()
  const url = await withToken(await listen(server), await server.make.apiToken(me, 'write'))
  const args = ['--import', PRELOAD, SUITE, 'server', '--url', url, '--expected-failures', FAILURES]
  const suite = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [suite.stdout, suite.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const code = await new Promise((resolve) => suite.once('exit', resolve))
  expect(code, output).toBe(0)
  expect(output).toMatch(/✓ server-initialize/)
})

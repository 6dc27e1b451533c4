import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createAi } from './ai.ts'

const SILENT = { info: () => {}, warn: () => {}, error: () => {} }
const TIMEOUT_MS = 100

/** A service that answers each request in one way. */
async function startService(answer: (response: ServerResponse, path: string) => void) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url ?? '')
    request.resume()
    response.on('error', () => {})
    answer(response, request.url ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const ask = (timeout_ms: number) =>
    createAi({ base_url, api_key: 'key', model: 'a-model', max_tokens: 100 }, SILENT, timeout_ms).ask({
      system: 'Plan',
      messages: [{ role: 'user', content: 'A trip' }],
      signal: new AbortController().signal,
      onText: async () => {},
    })
  return { ask, paths }
}

/** Writes for ever, as fast as the other side reads. */
function flood(response: ServerResponse, text: string): void {
  const write = () => {
    while (!response.destroyed && response.write(text));
  }
  response.on('drain', write)
  write()
}

const event = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`

it.each([
  ['one line without end', 200, 'x'.repeat(65_536)],
  ['thoughts without end', 200, event({ reasoning_content: 'hm '.repeat(20_000) })],
  ['an error without end', 500, 'x'.repeat(65_536)],
])(
  'ends a response of %s',
  async (_, status, text) => {
    const { ask } = await startService((response) => {
      response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'text/plain' })
      flood(response, text)
    })
    await expect(ask(30_000)).rejects.toMatchObject({
      code: 'ai_invalid_reply',
      message: 'The AI service sent too long a reply',
    })
  },
  60_000,
)

it('ends a reply that takes too long although the service is never silent', async () => {
  const { ask } = await startService((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.write(event({ reasoning_content: 'hm' })), TIMEOUT_MS / 10)
    response.on('close', () => clearInterval(timer))
  })
  await expect(ask(TIMEOUT_MS)).rejects.toMatchObject({
    code: 'ai_failed',
    message: expect.stringContaining('did not finish its reply'),
  })
}, 60_000)

it('does not send the prompt to where the service redirects', async () => {
  const { ask, paths } = await startService((response) => response.writeHead(307, { location: '/elsewhere' }).end())
  await expect(ask(30_000)).rejects.toMatchObject({ code: 'ai_failed' })
  expect(paths).toEqual(['/v1/chat/completions'])
}, 60_000)

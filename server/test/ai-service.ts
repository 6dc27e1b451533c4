// A service on loopback that speaks as much of OpenAI's chat completions as is used: streamed, with the answers that a
// test gives it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export type AiAnswer =
  | {
      text: string
      /** `length`: cut off, because it was too long. */
      finish?: 'stop' | 'length' | 'content_filter'
      /** Characters of a piece of the stream; 40 unless said otherwise. */
      piece?: number
      /** Between two pieces. */
      pause_ms?: number
      /** Sends nothing after the text. */
      hangs?: true
      /** Closes the connection after the text. */
      breaks?: true
    }
  | { status: number; body: string; type?: string }

interface Asked {
  headers: IncomingMessage['headers']
  url: string
  body: {
    model: string
    temperature: number
    max_tokens: number
    stream: boolean
    messages: { role: string; content: string }[]
  }
}

export interface AiService {
  /** The environment that points a configuration at the service. */
  env: Record<string, string>
  asked: Asked[]
  /** How many answers were broken off by the other side. */
  broken(): number
}

/** Ends with the test. Gives the answers in order, and the last one for ever. */
export async function startAiService(...answers: AiAnswer[]): Promise<AiService> {
  const asked: Asked[] = []
  let broken = 0
  const server = createServer(async (request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push({ headers: request.headers, url: request.url ?? '', body: (await json(request)) as Asked['body'] })
    response.on('close', () => {
      if (!response.writableFinished) broken++
    })
    if (answer) await give(answer, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    env: { AI_API_KEY: 'sk-of-the-tests', AI_BASE_URL: `http://127.0.0.1:${port}/v1/`, AI_MODEL: 'a-model' },
    asked,
    broken: () => broken,
  }
}

async function give(answer: AiAnswer, response: ServerResponse): Promise<void> {
  if ('status' in answer) {
    response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.body)
    return
  }
  const { text, finish = 'stop', piece = 40, pause_ms, hangs, breaks } = answer
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const say = (choice: object) => response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
  for (let from = 0; from < text.length && !response.destroyed; from += piece) {
    say({ delta: { role: 'assistant', content: text.slice(from, from + piece) } })
    if (pause_ms) await sleep(pause_ms)
  }
  if (breaks) {
    response.flushHeaders()
    setImmediate(() => response.destroy())
    return
  }
  if (hangs) {
    response.flushHeaders()
    return
  }
  say({ delta: {}, finish_reason: finish })
  response.end('data: [DONE]\n\n')
}

// A fake AI service on loopback: the part of OpenAI's chat completions that the product uses, with replies from the
// journey.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Product, startProduct } from './server.ts'

/** One pending request from the product. */
export interface Question {
  /** The prompt, verbatim. */
  text: string
  /** Streams one more piece of the reply. */
  say: (text: string) => void
  /** Ends the reply. */
  end: () => void
  refuse: (status: number, text: string) => void
  /** Resolves when the product aborts the request. */
  broken: Promise<void>
}

export interface ProductWithAi extends Product {
  /** Resolves with the next request. */
  question: () => Promise<Question>
}

/** Starts the product with its own fake service. `stop` ends both. */
export async function startProductWithAi(): Promise<ProductWithAi> {
  const questions: Question[] = []
  const waiting: ((question: Question) => void)[] = []
  const service = createServer(async (request, response) => {
    const question = questionOf((await json(request)) as Chat, response)
    const listener = waiting.shift()
    if (listener) listener(question)
    else questions.push(question)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  const product = await startProduct({
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_API_KEY: 'key',
    AI_MODEL: 'model',
  })
  return {
    ...product,
    question: () => {
      const question = questions.shift()
      return question ? Promise.resolve(question) : new Promise((resolve) => waiting.push(resolve))
    },
    stop: async () => {
      await product.stop()
      service.closeAllConnections()
      await new Promise((resolve) => service.close(resolve))
    },
  }
}

interface Chat {
  messages: { role: string; content: string }[]
}

function questionOf({ messages }: Chat, response: ServerResponse): Question {
  const tell = (choice: object) => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
  }
  return {
    text: messages.at(-1)?.content ?? '',
    say: (content) => tell({ delta: { role: 'assistant', content } }),
    end: () => {
      tell({ delta: {}, finish_reason: 'stop' })
      response.end('data: [DONE]\n\n')
    },
    refuse: (status, text) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text),
    broken: new Promise((resolve) => response.on('close', () => !response.writableFinished && resolve())),
  }
}

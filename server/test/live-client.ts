// A live-channel client for tests: it stores what it receives, and can wait for it.
import type { AddressInfo } from 'node:net'
import type { PlanEvent } from '@cairn/contract/api/events'
import type { ClientMessage, ServerMessage } from '@cairn/contract/api/live'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

const WAIT_MS = 5_000

type Message<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T }>

export interface LiveClient {
  socket: WebSocket
  messages: ServerMessage[]
  say(message: ClientMessage): void
  /**
   * The first message of the type that satisfies `test`, whether it has come or is to come; throws after five seconds.
   */
  hear<T extends ServerMessage['type']>(type: T, test?: (message: Message<T>) => boolean): Promise<Message<T>>
  /** Resolves when everything that the server sent before has arrived, which proves that nothing else did. */
  flush(): Promise<void>
  /** The events so far, in order of arrival. */
  events(): PlanEvent[]
  /** Subscribes and resolves with the answer. */
  subscribe(planId: string, since?: number): Promise<Message<'subscribed'>>
  /** Resolves with the code when the socket closes. */
  closed: Promise<number>
}

/** The address of the app's socket; the app starts to listen on first use. */
export async function liveAddress(app: FastifyInstance): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/live`
}

/** Connects with the session or API token in the header; `options` says otherwise. */
export async function connect(
  app: FastifyInstance,
  token: string | null,
  { query = '', ...options }: ClientOptions & { query?: string } = {},
): Promise<LiveClient> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...options.headers }
  const socket = new WebSocket(`${await liveAddress(app)}${query}`, { ...options, headers })
  const messages: ServerMessage[] = []
  const waiting = new Set<() => void>()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as ServerMessage)
    for (const wake of waiting) wake()
  })
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())

  const client: LiveClient = {
    socket,
    messages,
    closed,
    say: (message) => socket.send(JSON.stringify(message)),
    hear: (type, test = () => true) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find((message): message is never => message.type === type && test(message as never))
          if (found) {
            done()
            resolve(found)
          }
        }
        const timer = setTimeout(() => {
          done()
          reject(new Error(`No such message "${type}" came, but ${JSON.stringify(messages).slice(0, 2_000)}`))
        }, WAIT_MS)
        const done = () => {
          clearTimeout(timer)
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
    flush: async () => {
      client.say({ type: 'ping' })
      const pong = await client.hear('pong')
      messages.splice(messages.indexOf(pong), 1)
    },
    events: () => messages.flatMap((message) => (message.type === 'event' ? [message.event] : [])),
    subscribe: (plan_id, since) => {
      client.say({ type: 'subscribe', plan_id, ...(since !== undefined && { since }) })
      return client.hear('subscribed', (message) => message.plan_id === plan_id)
    },
  }
  return client
}

/** Connects and waits until the server has said hello. */
export async function connected(...args: Parameters<typeof connect>): Promise<LiveClient> {
  const client = await connect(...args)
  await Promise.race([
    client.hear('hello'),
    client.closed.then((code) => {
      throw new Error(`The socket was closed with ${code}`)
    }),
  ])
  return client
}

// What tests of webhooks share: a receiver, a plan, and a clock that can be moved.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Webhook, WebhookDelivery } from '@cairn/contract/api/webhooks'
import { expect, onTestFinished, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from './factory.ts'

export interface Message {
  headers: IncomingHttpHeaders
  body: string
}

/** An HTTP server that keeps what it receives. */
export async function receiver(answer: () => number | Promise<number> = () => 200) {
  const received: Message[] = []
  let connections = 0
  const server = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    const status = await answer()
    if (status > 0) reply.writeHead(status).end('Thank you')
  })
  server.on('connection', () => connections++)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, port, received, connections: () => connections }
}

/** An app that may send to this machine, and a clock that can be moved. */
export async function withPlan(overrides: Parameters<typeof testApp>[0] = {}) {
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const app = await testApp({ clock, ...overrides, env: { CAIRN_OUTBOUND_LOOPBACK: 'on', ...overrides.env } })
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const pass = (ms: number) => {
    ahead += ms
  }
  return { app, owner, plan, clock, pass }
}

export const hook = async (app: TestApp, owner: TestUser | string, planId: string, body: Record<string, unknown>) => {
  const reply = await app.as(owner)('POST', `/plans/${planId}/webhooks`, body)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<Webhook & { secret: string }>()
}

export const deliveriesOf = async (app: TestApp, owner: TestUser | string, { plan_id, id }: Webhook) =>
  (await app.as(owner)('GET', `/plans/${plan_id}/webhooks/${id}/deliveries`)).json<WebhookDelivery[]>()

export const listOf = async (app: TestApp, owner: TestUser | string, planId: string) =>
  (await app.as(owner)('GET', `/plans/${planId}/webhooks`)).json<Webhook[]>()

export const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 })
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

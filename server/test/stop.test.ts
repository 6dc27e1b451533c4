import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Plan } from '@cairn/contract/api/plans'
import { expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { type Product, product, signUp } from './product.ts'
import { emptyLedger, expectAllKept, writeUntilItEnds } from './writers.ts'

const STOP_MAX_MS = 10_000
const HALF_A_BODY =
  'POST /api/auth/login HTTP/1.1\r\nHost: cairn\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'

it('shuts down within 10 seconds, with code 0, without losing an acknowledged write', {
  timeout: 240_000,
}, async () => {
  const server = await product()
  await server.start()
  await signUp(server)
  const plan = (await server.call('POST', '/plans', { title: 'A plan under way' })).json as Plan
  const socket = await openSocket(server, plan.id)
  const closed = once(socket, 'close')
  const [idle, unfinished] = [await openConnection(server), await openConnection(server)]
  unfinished.write(HALF_A_BODY)
  const ledger = emptyLedger()
  const writers = writeUntilItEnds(server, plan.id, ledger)
  await vi.waitFor(() => expect(ledger.titles.size).toBeGreaterThan(100), 60_000)

  const asked = performance.now()
  const code = await server.end('SIGTERM')

  expect(performance.now() - asked).toBeLessThan(STOP_MAX_MS)
  expect(code).toBe(0)
  expect((await closed)[0]).toBe(1012)
  await writers
  idle.destroy()
  unfinished.destroy()
  expect(ledger.refused.filter((status) => status !== 503)).toEqual([])
  await server.start()
  await expectAllKept(server, plan.id, ledger)
})

it('shuts down with code 0 while a mail server is silent, and logs the mail as lost', {
  timeout: 240_000,
}, async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const server = await product({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` })
  await server.start()
  const asked = once(silent, 'connection')
  await signUp(server)
  const [socket] = await asked

  expect(await server.end('SIGTERM')).toBe(0)

  expect(server.said()).toContain('a mail is lost')
  socket.destroy()
})

/** A socket that watches the plan. */
async function openSocket(server: Product, planId: string): Promise<WebSocket> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${server.token}` },
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', plan_id: planId }))
  return socket
}

/** A connection on which nothing has been asked yet. */
async function openConnection(server: Product) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

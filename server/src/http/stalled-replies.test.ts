import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { endStalledReplies } from './stalled-replies.ts'

async function listen(stalledMs: number) {
  const app = Fastify()
  endStalledReplies(app, stalledMs)
  app.get('/large', () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/small', () => 'small')
  onTestFinished(() => app.close())
  await app.listen({ port: 0 })
  return (app.server.address() as AddressInfo).port
}

it('closes the connection of a client that does not read a large reply', async () => {
  const socket = connect(await listen(200), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  // Reads the head and then nothing.
  await once(socket, 'readable')
  socket.read(1)
  const ended = once(socket, 'close')
  setTimeout(() => socket.resume(), 5_000)
  await ended
  expect(socket.bytesRead).toBeLessThan(64 * 1024 * 1024)
})

it('leaves clients that read alone, and their connections after small replies', async () => {
  const port = await listen(30_000)
  const large = await fetch(`http://127.0.0.1:${port}/large`)
  expect((await large.arrayBuffer()).byteLength).toBe(64 * 1024 * 1024)
  expect(await (await fetch(`http://127.0.0.1:${port}/small`)).text()).toBe('small')
})

import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { endStalledReplies } from './stalled-replies.ts'

async function listen(stalledMs?: number) {
  const app = Fastify()
  endStalledReplies(app, stalledMs)
  app.get('/large', () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/small', () => 'small')
  onTestFinished(() => app.close())
  await app.listen({ port: 0 })
  return { server: app.server, port: (app.server.address() as AddressInfo).port }
}

it('closes the connection of a client that does not read a large reply', async () => {
  const { server, port } = await listen(200)
  const accepted = once(server, 'connection')
  const client = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void client.destroy())
  client.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
  const [connection] = (await accepted) as [Socket]
  await once(connection, 'close')
  expect(client.bytesRead).toBeLessThan(64 * 1024 * 1024)
})

it('leaves clients that read alone, and their connections after small replies', async () => {
  const { port } = await listen()
  const large = await fetch(`http://127.0.0.1:${port}/large`)
  expect((await large.arrayBuffer()).byteLength).toBe(64 * 1024 * 1024)
  expect(await (await fetch(`http://127.0.0.1:${port}/small`)).text()).toBe('small')
})

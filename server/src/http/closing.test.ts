import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../test/factory.ts'

const BODY = JSON.stringify({ email: 'ana@example.com', password: 'wrong' })

it('answers requests during a stop with the error of an unavailable server', async () => {
  const { app } = await testApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answers = ''
  socket.on('data', (data) => {
    answers += String(data)
  })
  // This request has begun before the stop, and keeps its connection open.
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: cairn\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`,
  )
  await once(app.server, 'request')
  const closed = app.close()
  await vi.waitFor(() => expect(app.server.listening).toBe(false), 10_000)
  socket.write(`${BODY}GET /api/plans HTTP/1.1\r\nHost: cairn\r\n\r\n`)
  await Promise.all([closed, once(socket, 'close')])

  const [first, second] = answers.split('HTTP/1.1 ').slice(1)
  expect(first).toMatch(/^401 /)
  expect(second).toMatch(/^503 /)
  expect(second?.toLowerCase()).toMatch(/\r\nretry-after: 2\r\n/)
  expect(second).toContain('"code":"unavailable"')
  expect(second).toContain('"request_id"')
})

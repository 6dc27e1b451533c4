// Minimal live updates: one set of sockets per plan, one frame created once and sent to all of them.
import { WebSocketServer } from './packages.mjs'

const MESSAGE_MAX_BYTES = 64 * 1024

/** Serves `/api/live` on an HTTP server; returns `publish(planId, event)`. */
export function serveSockets(server, { userOf, mayRead }) {
  const rooms = new Map()
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_MAX_BYTES })

  const subscribe = (socket, userId, planId) => {
    if (!mayRead(userId, planId)) return socket.close(4003)
    if (!rooms.has(planId)) rooms.set(planId, new Set())
    rooms.get(planId).add(socket)
    socket.once('close', () => rooms.get(planId)?.delete(socket))
    socket.send(JSON.stringify({ type: 'subscribed', plan_id: planId, revision: 0, people: [] }))
  }

  server.on('upgrade', (request, stream, head) => {
    const userId = userOf(request.headers.authorization)
    if (request.url !== '/api/live' || !userId)
      return stream.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      socket.on('error', () => socket.terminate())
      socket.on('message', (data) => subscribe(socket, userId, JSON.parse(data).plan_id))
    })
  })

  return (planId, event) => {
    const frame = JSON.stringify({ type: 'event', event })
    for (const socket of rooms.get(planId) ?? []) socket.send(frame)
  }
}

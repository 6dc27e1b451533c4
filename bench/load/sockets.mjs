// Many people watching one plan.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from '../limit/packages.mjs'

const OPENING_AT_ONCE = 50
const DELIVERY_MAX_MS = 30_000

export async function openWatcher({ origin, token, planId, onEvent }) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  })
  /** @type {Promise<void>} */
  const subscribed = new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.once('close', (code) => reject(new Error(`A live socket was closed with ${code}`)))
    socket.on('message', (data) => {
      const message = JSON.parse(data)
      if (message.type === 'subscribed') resolve()
      if (message.type === 'error') reject(new Error(`A live socket received the error ${message.code}`))
      if (message.type === 'event') onEvent(message.event)
    })
  })
  await Promise.race([once(socket, 'open'), subscribed])
  socket.send(JSON.stringify({ type: 'subscribe', plan_id: planId }))
  await subscribed
  return socket
}

/**
 * Opens `count` subscribed sockets on one plan. `deliver(change)` makes one change and resolves to the milliseconds until
 * the last socket has received it. Rejects if any has not after thirty seconds.
 */
export async function openWatchers({ origin, token, planId, count }) {
  const sockets = []
  const heard = new Set() // a change may have several events, so sockets are counted instead of events
  let onLast = () => {}
  const hear = (number) => {
    heard.add(number)
    if (heard.size === count) onLast()
  }
  let next = 0
  const opener = async () => {
    while (next < count) {
      const number = next++
      sockets.push(await openWatcher({ origin, token, planId, onEvent: () => hear(number) }))
    }
  }
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, opener))

  const deliver = async (change) => {
    heard.clear()
    /** @type {Promise<void>} */
    const everyone = new Promise((resolve) => {
      onLast = resolve
    })
    const started = performance.now()
    await change()
    const inTime = await Promise.race([everyone.then(() => true), sleep(DELIVERY_MAX_MS, false, { ref: false })])
    if (!inTime)
      throw new Error(`${heard.size} of ${count} sockets received the change within ${DELIVERY_MAX_MS / 1000} s`)
    return performance.now() - started
  }
  const close = () => {
    for (const socket of sockets) socket.terminate()
  }
  return { deliver, close }
}

// Watchers that record the revisions they receive.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from '../limit/packages.mjs'

const LOOK_MS = 50

/**
 * Opens a socket that watches the plans from their current revisions. `at(planId)` returns its last revision, `faults()`
 * counts events received twice, out of order or after a gap, and `closed` resolves to the close code.
 * @param {{ origin: string, token: string, planIds: string[] }} options
 */
export async function openWatcher({ origin, token, planIds }) {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    perMessageDeflate: false,
  })
  const revisions = new Map()
  let faults = 0
  /** @type {Promise<number>} */
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const message = JSON.parse(data)
    if (message.type === 'subscribed') revisions.set(message.plan_id, message.revision)
    if (message.type !== 'event') return
    const { plan_id, revision } = message.event
    if (revision !== revisions.get(plan_id) + 1) faults++
    revisions.set(plan_id, revision)
  })
  await once(socket, 'open')
  for (const plan_id of planIds) socket.send(JSON.stringify({ type: 'subscribe', plan_id }))
  while (revisions.size < planIds.length) await sleep(LOOK_MS)
  return {
    at: (planId) => revisions.get(planId),
    faults: () => faults,
    closed,
    close: () => socket.terminate(),
  }
}

/** Waits until the watcher has these revisions. Resolves to the milliseconds that took, infinite after `maxMs`. */
export async function timeUntilWhole(watcher, reached, maxMs) {
  const started = performance.now()
  while (performance.now() - started < maxMs) {
    if (behind(watcher, reached) === 0) return Math.round(performance.now() - started)
    await sleep(LOOK_MS)
  }
  return Number.POSITIVE_INFINITY
}

/** How many of the plans the watcher is behind in. */
export const behind = (watcher, reached) =>
  [...reached].filter(([planId, revision]) => watcher.at(planId) < revision).length

/** The revisions of the plans, as one server reports them. */
export async function readRevisions(connection, planIds) {
  const reached = new Map()
  for (const planId of planIds)
    reached.set(planId, (await connection.ask({ method: 'GET', path: `/api/plans/${planId}` })).revision)
  return reached
}

// T12: one user calls three servers, twenty times a second. The limit applies to all of them together.
import { setTimeout as sleep } from 'node:timers/promises'
import { isSuccess, openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'

const LIMIT = 600
/** Calls that may succeed before the servers have exchanged their counts. */
const PASS_MAX = 640
const CALLS = 800
const EVERY_MS = 50
const MINUTE_MS = 60_000

export async function limitsDrill() {
  const cluster = await openCluster('limits')
  try {
    const servers = []
    for (const name of ['a', 'b', 'c'])
      servers.push(await cluster.startProduct(name, { CAIRN_RATE_LIMITS: String(LIMIT) }))
    const { token, planId } = await newPlan(servers[0].origin)
    const connections = servers.map(({ origin }) => openConnection({ origin, token }))
    // The limit counts per minute.
    await sleep(MINUTE_MS - (Date.now() % MINUTE_MS))
    const statuses = []
    const sent = []
    for (let i = 0; i < CALLS; i++) {
      const call = { method: 'GET', path: `/api/plans/${planId}` }
      sent.push(connections[i % connections.length].send(call).then(({ status }) => statuses.push(status)))
      await sleep(EVERY_MS)
    }
    await Promise.all(sent)
    const passed = statuses.filter(isSuccess).length
    const others = statuses.filter((status) => !isSuccess(status) && status !== 429).length
    check(
      'T12',
      `${passed} of ${CALLS} calls to three servers passed a limit of ${LIMIT}; ${others} failed otherwise`,
      passed >= LIMIT - 10 && passed <= PASS_MAX && others === 0,
    )
    for (const connection of connections) connection.close()
  } finally {
    await cluster.end()
  }
}

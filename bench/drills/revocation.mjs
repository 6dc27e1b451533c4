// T10 and T11: revokes access on one server while a 1 KB/s reader on the other is hundreds of events behind.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { addMember } from './member.mjs'
import { readRevisions } from './watchers.mjs'

const EVENTS = 850
const EVENT_BYTES = 20_000
const GONE_MAX_MS = 1_000
const LOOK_MS = 10

export async function revocationDrill() {
  if (process.platform !== 'linux') {
    process.stdout.write('skip  T10  connections can only be listed on Linux\n')
    return
  }
  const cluster = await openCluster('revocation')
  try {
    const [a, b] = [await cluster.startProduct('a'), await cluster.startProduct('b')]
    const { token, planId } = await newPlan(a.origin)
    const owner = openConnection({ origin: a.origin, token })
    const { id } = await owner.ask(calls.createNode(planId, { title: 'A node with a long history' }))
    for (let i = 0; i < EVENTS; i++)
      await owner.ask({
        method: 'PUT',
        path: `/api/plans/${planId}/nodes/${id}`,
        body: { context: `${i} ${'x'.repeat(EVENT_BYTES)}` },
      })
    const session = await addMember({ origin: a.origin, owner, planId })
    const endings = {
      'is removed': (member) =>
        owner.ask({ method: 'DELETE', path: `/api/plans/${planId}/collaborators/${member.id}` }),
      'signs out': async (member) => {
        const own = openConnection({ origin: a.origin, token: member.token })
        await own.ask({ method: 'POST', path: '/api/auth/logout' })
        own.close()
      },
    }
    const members = [session, await addMember({ origin: a.origin, owner, planId })]
    for (const [i, [how, end]] of Object.entries(endings).entries()) {
      const revision = (await readRevisions(owner, [planId])).get(planId)
      const reader = await openSlowReader({
        origin: b.origin,
        token: members[i].token,
        planId,
        since: revision - EVENTS,
      })
      await sleep(3_000)
      const behindBytes = EVENTS * EVENT_BYTES - reader.bytes()
      const before = reader.isConnected()
      await end(members[i])
      const started = performance.now()
      while (reader.isConnected() && performance.now() - started < 10_000) await sleep(LOOK_MS)
      const took = Math.round(performance.now() - started)
      check(
        `T1${i}`,
        `a reader ${Math.round(behindBytes / 1024)} KiB behind that ${how} was disconnected after ${took} ms`,
        before && took <= GONE_MAX_MS,
      )
      reader.close()
    }
    owner.close()
  } finally {
    await cluster.end()
  }
}

/** A live socket over plain TCP that subscribes and then reads a kilobyte per second. */
async function openSlowReader({ origin, token, planId, since }) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  const { localPort } = socket
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /api/live HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\n` +
      `Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('readable', resolve))
  socket.write(textFrame(JSON.stringify({ type: 'subscribe', plan_id: planId, since })))
  let bytes = 0
  const drip = setInterval(() => {
    bytes += socket.read(1_024)?.length ?? 0
  }, 1_000)
  return {
    bytes: () => bytes,
    isConnected: () => isConnected(localPort, Number(port)),
    close: () => {
      clearInterval(drip)
      socket.destroy()
    },
  }
}

/** A masked text frame as clients send it. A mask of zeros leaves the text unchanged. */
function textFrame(text) {
  const payload = Buffer.from(text)
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

/** Whether a connection between the two ports is established. The reader is too slow to notice that it has ended. */
function isConnected(localPort, remotePort) {
  const hex = (port) => port.toString(16).toUpperCase().padStart(4, '0')
  const ESTABLISHED = '01'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(
      ([, local, remote, state]) =>
        state === ESTABLISHED && local?.endsWith(`:${hex(localPort)}`) && remote?.endsWith(`:${hex(remotePort)}`),
    )
}

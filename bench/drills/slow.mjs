// L3 and L4: two hundred clients send a request at one byte a second, half of them from the first line, half only the
// body. Other clients are not affected, and slow ones are disconnected.
import { connect } from 'node:net'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { quantile } from '../load/stats.mjs'
import { check, newPlan, openDrill } from './drill.mjs'

const CLIENTS = 200
const CUT_OFF_MAX_MS = 35_000
const P95_MAX_MS = 100
const HEAD = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const SLOW_HEADERS = { atOnce: '', slowly: `${HEAD}X-Padding: ${'x'.repeat(1_000)}` }
const SLOW_BODY = { atOnce: `${HEAD}Content-Length: 1000\r\n\r\n`, slowly: `{"email":"${'x'.repeat(1_000)}` }

/** Opens one slow client. Resolves to the milliseconds until the server closed the connection, or after the timeout. */
function slowClient(origin, { atOnce, slowly }) {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    const started = performance.now()
    const socket = connect(Number(port), hostname)
    let sent = 0
    socket.write(atOnce)
    const drip = setInterval(() => socket.write(slowly[sent++ % slowly.length]), 1_000)
    const finish = () => {
      clearInterval(drip)
      clearTimeout(patience)
      socket.destroy()
      resolve(performance.now() - started)
    }
    const patience = setTimeout(finish, CUT_OFF_MAX_MS + 1_000)
    socket.on('error', finish)
    socket.on('end', finish)
    socket.on('close', finish)
    socket.resume()
  })
}

export async function slowDrill() {
  const drill = openDrill('slow')
  try {
    const { origin } = await drill.start()
    const { token, planId } = await newPlan(origin)
    const connection = openConnection({ origin, token })
    let waiting = true
    const slow = Promise.all(
      Array.from({ length: CLIENTS }, (_, i) => slowClient(origin, i % 2 === 0 ? SLOW_HEADERS : SLOW_BODY)),
    ).finally(() => {
      waiting = false
    })
    const latencies = []
    while (waiting) {
      latencies.push((await connection.send(calls.createNode(planId, { title: 'Meanwhile' }))).ms)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    connection.close()
    const longest = Math.max(...(await slow))
    const p95 = quantile(latencies, 0.95)
    check(
      'L3',
      `with ${CLIENTS} slow clients a write takes ${p95.toFixed(1)} ms (p95 of ${latencies.length})`,
      p95 < P95_MAX_MS,
    )
    check(
      'L4',
      `the last slow client was disconnected after ${(longest / 1000).toFixed(1)} s`,
      longest <= CUT_OFF_MAX_MS,
    )
  } finally {
    await drill.end()
  }
}

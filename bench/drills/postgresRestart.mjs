// P1-P4: kills PostgreSQL under load and starts it again after a while. The server keeps running.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { acknowledged, audit, openLedger, startWriters } from './writers.mjs'

const CYCLES = 3
const AWAY_MS = 2_000
const BACK_MAX_MS = 10_000

export async function postgresRestartDrill() {
  const cluster = await openCluster('postgres-restart')
  try {
    const server = await cluster.startProduct('a')
    const person = await newPlan(server.origin)
    const ledger = openLedger()
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const when = `outage ${cycle} of ${CYCLES}`
      const refusedBefore = ledger.refused.length
      const writers = startWriters({ origin: server.origin, ...person, ledger })
      await sleep(1_000)
      cluster.postgres.stop('immediate')
      const during = await askWhileAway({ ...person, origin: server.origin })
      await cluster.postgres.start()
      const backMs = await timeUntilWritten({ ...person, origin: server.origin })
      await sleep(1_000)
      await writers.stop()
      const refusals = new Set(ledger.refused.slice(refusedBefore))
      check(
        'P1',
        `${when}: every call returned 503 unavailable with Retry-After (${during.asked} calls, writers received ${[...refusals].join(', ') || 'none'})`,
        during.asked > 0 && during.wrong.length === 0 && [...refusals].every((status) => status === 503),
      )
      check('P2', `${when}: a write succeeded ${backMs} ms after PostgreSQL was back`, backMs <= BACK_MAX_MS)
      const broken = await audit({ origin: server.origin, ...person, ledger })
      const lost = broken.lostNodes + broken.wrongStatuses + broken.lostLogs + broken.treeFaults
      const { nodes, logs } = acknowledged(ledger)
      check(
        'P3',
        `${when}: ${lost} of ${nodes} acknowledged nodes and ${logs} logs are lost or wrong`,
        nodes > 0 && lost === 0,
      )
    }
    const lines = cluster.logOf('a').split('\n')
    const logged = lines.filter((line) => line.includes('The database is unavailable')).length
    const stacks = lines.filter((line) => line.includes('"stack"')).length
    check(
      'P4',
      `the log reports ${logged} outages in one line each and contains ${stacks} stack traces`,
      logged === CYCLES && stacks === 0,
    )
  } finally {
    await cluster.end()
  }
}

/** Reads and writes repeatedly while PostgreSQL is down; `wrong` are the unexpected replies. */
async function askWhileAway({ origin, token, planId }) {
  const connection = openConnection({ origin, token })
  const wrong = []
  let asked = 0
  for (const until = performance.now() + AWAY_MS; performance.now() < until; asked++) {
    const call = asked % 2 ? calls.readPlan(planId) : calls.createNode(planId, { title: `While it is away ${asked}` })
    const { status, headers, text } = await connection.send(call, true)
    if (status !== 503 || JSON.parse(text).code !== 'unavailable' || !headers['retry-after'])
      wrong.push({ status, text })
    await sleep(20)
  }
  connection.close()
  return { asked, wrong }
}

async function timeUntilWritten({ origin, token, planId }) {
  const connection = openConnection({ origin, token })
  const since = performance.now()
  while (performance.now() - since < 2 * BACK_MAX_MS) {
    const { status } = await connection.send(calls.createNode(planId, { title: 'It is back' }), true)
    if (status === 201) break
    await sleep(50)
  }
  connection.close()
  return Math.round(performance.now() - since)
}

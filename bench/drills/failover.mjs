// F1-F4: a standby that lacks the last writes replaces PostgreSQL. The server keeps running, and clients must not
// confuse the lost history with the new one, although the revisions are the same.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { openWatcher } from './watchers.mjs'

const LOST = 5
const BACK_MAX_MS = 20_000
const TOLD_MAX_MS = 10_000

export async function failoverDrill() {
  const cluster = await openCluster('failover')
  try {
    if (!cluster.postgres.canStandBy) {
      process.stdout.write('skip  F1   pg_basebackup is not installed (Debian: postgresql-client)\n')
      return
    }
    const server = await cluster.startProduct('a')
    const { token, planId } = await newPlan(server.origin)
    const connection = openConnection({ origin: server.origin, token })
    await connection.ask(calls.createNode(planId, { title: 'Known to both' }))
    const takeOver = cluster.postgres.standBy()
    for (let i = 0; i < LOST; i++) await connection.ask(calls.createNode(planId, { title: `Lost ${i}` }))
    const before = await read(connection, planId)
    const watcher = await openWatcher({ origin: server.origin, token, planIds: [planId] })
    const since = watcher.at(planId)
    const { epoch } = await changes(connection, planId, '')

    cluster.postgres.stop('immediate')
    await takeOver()
    const first = await firstAnswer(connection, planId, before.etag)
    check(
      'F1',
      `the first response after the failover is ${first.status} with ${first.titles.length} of ${before.titles.length} nodes and a new ETag`,
      first.status === 200 && first.etag !== before.etag && first.titles.join() === 'Known to both',
    )
    for (let i = 0; i < LOST; i++) await connection.ask(calls.createNode(planId, { title: `New ${i}` }))
    const asked = await read(connection, planId, before.etag)
    const revisionOf = (etag) => etag.slice(0, etag.indexOf('-'))
    check(
      'F2',
      `at the same revision, the old ETag returns ${asked.status} and no lost node`,
      asked.status === 200 &&
        revisionOf(asked.etag) === revisionOf(before.etag) &&
        !asked.titles.some((title) => title.startsWith('Lost')),
    )
    const followed = await changes(connection, planId, `&since=${since}&epoch=${encodeURIComponent(epoch)}`)
    check(
      'F3',
      'a subscription since that revision gets a new epoch and a reload',
      followed.reload === true && followed.epoch !== epoch && followed.events.length === 0,
    )
    const code = await Promise.race([watcher.closed, sleep(TOLD_MAX_MS, null, { ref: false })])
    check('F4', `the watcher was disconnected to reconnect (${code})`, code === 1012)
    connection.close()
    watcher.close()
  } finally {
    await cluster.end()
  }
}

async function read(connection, planId, known) {
  const { status, headers, text } = await connection.send(calls.readPlan(planId, known), true)
  const titles = status === 200 ? JSON.parse(text).map(({ title }) => title) : []
  return { status, etag: headers.etag ?? '', titles }
}

/** The first response other than 503 to a conditional read. */
async function firstAnswer(connection, planId, known) {
  for (const until = performance.now() + BACK_MAX_MS; ; await sleep(10)) {
    const answer = await read(connection, planId, known)
    if (answer.status !== 503 || performance.now() > until) return answer
  }
}

const changes = (connection, planId, query) =>
  connection.ask({ method: 'GET', path: `/api/plans/${planId}/changes?limit=1${query}` })

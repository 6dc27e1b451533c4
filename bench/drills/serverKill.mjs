// T6 and T7: repeatedly kills a server while forty people write to forty plans through it. Watchers on the other
// server must receive what it had committed but not published.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { behind, openWatcher, readRevisions, timeUntilWhole } from './watchers.mjs'

const CYCLES = 5
const PLANS = 40
const WRITERS = 40
const WHOLE_MAX_MS = 6_000
/** By then every sent message has arrived. */
const MESSAGES_MS = 300

export async function serverKillDrill() {
  const cluster = await openCluster('server-kill')
  try {
    const stays = await cluster.startProduct('stays')
    const { token } = await newPlan(stays.origin)
    const connection = openConnection({ origin: stays.origin, token })
    const planIds = []
    for (let i = 0; i < PLANS; i++) planIds.push((await connection.ask(calls.createPlan(`Plan ${i}`))).id)
    const watcher = await openWatcher({ origin: stays.origin, token, planIds })
    let untold = 0
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const killed = await cluster.startProduct('killed')
      const writing = Promise.all(
        Array.from({ length: WRITERS }, (_, i) =>
          writeUntilGone({ origin: killed.origin, token, planId: planIds[i % PLANS] }),
        ),
      )
      await sleep(1_000 + Math.random() * 500)
      killed.kill('SIGKILL')
      await Promise.all([killed.exited, writing])
      await sleep(MESSAGES_MS)
      const reached = await readRevisions(connection, planIds)
      const stale = behind(watcher, reached)
      untold += stale
      const took = await timeUntilWhole(watcher, reached, 2 * WHOLE_MAX_MS)
      check(
        'T6',
        `kill ${cycle} of ${CYCLES}: ${stale} of ${PLANS} plans had unpublished events; their watcher caught up after ${took + MESSAGES_MS} ms`,
        took + MESSAGES_MS <= WHOLE_MAX_MS,
      )
    }
    check(
      'T7',
      `${untold} plans were caught up by polling in total; ${watcher.faults()} events came twice, late or after a gap`,
      watcher.faults() === 0,
    )
    watcher.close()
    connection.close()
  } finally {
    await cluster.end()
  }
}

async function writeUntilGone({ origin, token, planId }) {
  const connection = openConnection({ origin, token })
  try {
    for (;;) await connection.send(calls.createNode(planId, { title: 'Until it is gone' }))
  } catch {
    // the server was killed, as intended
  } finally {
    connection.close()
  }
}

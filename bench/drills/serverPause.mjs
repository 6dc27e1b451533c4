// T8 and T9: pauses one of two servers for five seconds while people write through the other and one loses access.
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { addMember } from './member.mjs'
import { openWatcher, readRevisions, timeUntilWhole } from './watchers.mjs'
import { openLedger, startWriters } from './writers.mjs'

const PAUSE_MS = 5_000
const WHOLE_MAX_MS = 6_000
const ACCESS_REVOKED = 4003

export async function serverPauseDrill() {
  const cluster = await openCluster('server-pause')
  try {
    const [goes, stops] = [await cluster.startProduct('goes'), await cluster.startProduct('stops')]
    const person = await newPlan(goes.origin)
    const { token, planId } = person
    const owner = openConnection({ origin: goes.origin, token })
    const member = await addMember({ origin: goes.origin, owner, planId })
    const stays = await openWatcher({ origin: stops.origin, token, planIds: [planId] })
    const leaves = await openWatcher({ origin: stops.origin, token: member.token, planIds: [planId] })
    const writers = startWriters({ origin: goes.origin, ...person, ledger: openLedger() })
    await sleep(1_000)
    stops.kill('SIGSTOP')
    await sleep(1_000)
    await owner.ask({ method: 'DELETE', path: `/api/plans/${planId}/collaborators/${member.id}` })
    const removedAt = (await readRevisions(owner, [planId])).get(planId)
    await sleep(PAUSE_MS - 1_000)
    stops.kill('SIGCONT')
    const code = await Promise.race([leaves.closed, sleep(WHOLE_MAX_MS, 'nothing', { ref: false })])
    await writers.stop()
    const took = await timeUntilWhole(stays, await readRevisions(owner, [planId]), WHOLE_MAX_MS)
    check(
      'T8',
      `after a pause of ${PAUSE_MS / 1000} s a watcher caught up within ${took} ms, with ${stays.faults()} faults`,
      took < WHOLE_MAX_MS && stays.faults() === 0,
    )
    check(
      'T9',
      `a person removed during the pause received no later event (${leaves.at(planId)} < ${removedAt}) and was disconnected with ${code}`,
      code === ACCESS_REVOKED && leaves.at(planId) < removedAt,
    )
    stays.close()
    owner.close()
  } finally {
    await cluster.end()
  }
}

// P5-P7: pauses the server for five seconds under load, like a sleeping laptop; PostgreSQL has closed its sessions.
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { acknowledged, audit, openLedger, startWriters } from './writers.mjs'

const CYCLES = 3
const PAUSE_MS = 5_000

export async function pauseDrill() {
  const cluster = await openCluster('pause')
  try {
    const server = await cluster.startProduct('a')
    const person = await newPlan(server.origin)
    const ledger = openLedger()
    let ended = false
    void server.exited.then(() => {
      ended = true
    })
    const writers = startWriters({ origin: server.origin, ...person, ledger })
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      await sleep(1_000)
      server.kill('SIGSTOP')
      await sleep(PAUSE_MS)
      const before = acknowledged(ledger).nodes
      server.kill('SIGCONT')
      await sleep(1_000)
      const after = acknowledged(ledger).nodes
      check(
        'P5',
        `pause ${cycle} of ${CYCLES}: the server continues, with ${after - before} nodes in the following second`,
        !ended && after > before,
      )
    }
    await writers.stop()
    const unexpected = ledger.refused.filter((status) => status !== 503)
    check(
      'P6',
      `rejected only with 503: ${ledger.refused.length} rejections, ${unexpected.length} others`,
      unexpected.length === 0,
    )
    const broken = await audit({ origin: server.origin, ...person, ledger })
    const lost = broken.lostNodes + broken.wrongStatuses + broken.lostLogs + broken.treeFaults
    const { nodes, logs } = acknowledged(ledger)
    check('P7', `${lost} of ${nodes} acknowledged nodes and ${logs} logs are lost or wrong`, nodes > 0 && lost === 0)
  } finally {
    await cluster.end()
  }
}

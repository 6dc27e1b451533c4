// D1–D4: kills the server at a random moment during sixteen writers' load. Every acknowledged write must survive.
import { setTimeout as sleep } from 'node:timers/promises'
import { check, newPlan, openDrill } from './drill.mjs'
import { acknowledged, audit, openLedger, startWriters } from './writers.mjs'

const CYCLES = 3

export async function killDrill() {
  const drill = openDrill('kill')
  try {
    let server = await drill.start()
    const person = await newPlan(server.origin)
    const ledger = openLedger()
    for (let cycle = 1; cycle <= CYCLES; cycle++) {
      const writers = startWriters({ origin: server.origin, ...person, ledger })
      await sleep(500 + Math.random() * 1_500)
      server.kill('SIGKILL')
      await Promise.all([server.exited, writers.done])
      server = await drill.start()
      const { lostNodes, wrongStatuses, lostLogs, treeFaults } = await audit({
        origin: server.origin,
        ...person,
        ledger,
      })
      const { nodes, statuses, logs } = acknowledged(ledger)
      const when = `after kill ${cycle} of ${CYCLES}`
      check(
        'D1',
        `${when}: ${nodes - lostNodes} of ${nodes} acknowledged nodes exist with their titles`,
        nodes > 0 && lostNodes === 0,
      )
      check(
        'D2',
        `${when}: ${statuses - wrongStatuses} of ${statuses} nodes have the last acknowledged status`,
        wrongStatuses === 0,
      )
      check('D3', `${when}: ${treeFaults} orphans, cycles or duplicates`, treeFaults === 0)
      check('D4', `${when}: ${logs - lostLogs} of ${logs} acknowledged logs are listed once`, lostLogs === 0)
    }
    check('D1', `no write was rejected: ${ledger.refused.length} rejections`, ledger.refused.length === 0)
  } finally {
    await drill.end()
  }
}

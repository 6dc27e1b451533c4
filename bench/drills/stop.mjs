// R1 and R3: stops the server with SIGTERM under load. It exits in time and loses nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import { check, newPlan, openDrill } from './drill.mjs'
import { acknowledged, audit, openLedger, startWriters } from './writers.mjs'

const STOP_MAX_MS = 10_000

export async function stopDrill() {
  const drill = openDrill('stop')
  try {
    const server = await drill.start()
    const person = await newPlan(server.origin)
    const ledger = openLedger()
    const writers = startWriters({ origin: server.origin, ...person, ledger })
    await sleep(2_000)
    const asked = performance.now()
    const { code, signal } = await server.stop()
    const took = Math.round(performance.now() - asked)
    await writers.done
    check(
      'R1',
      `stopped under load, it exited after ${took} ms with ${signal ?? `code ${code}`}`,
      code === 0 && took <= STOP_MAX_MS,
    )
    const unexpected = ledger.refused.filter((status) => status !== 503)
    check(
      'R1',
      `while stopping it rejected only with 503: ${unexpected.length} other rejections`,
      unexpected.length === 0,
    )

    const again = await drill.start()
    const { lostNodes, wrongStatuses, lostLogs, treeFaults } = await audit({ origin: again.origin, ...person, ledger })
    const { nodes, logs } = acknowledged(ledger)
    const lost = lostNodes + wrongStatuses + lostLogs + treeFaults
    check('R3', `${lost} of ${nodes} acknowledged nodes and ${logs} logs are lost or wrong`, nodes > 0 && lost === 0)
  } finally {
    await drill.end()
  }
}

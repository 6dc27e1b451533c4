// T1-T5: two servers on one PostgreSQL while thirty-two people write through both.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan } from './drill.mjs'
import { openWatcher, readRevisions, timeUntilWhole } from './watchers.mjs'
import { acknowledged, audit, openLedger, startWriters } from './writers.mjs'

const LOAD_MS = 8_000
const WHOLE_MAX_MS = 2_000
const WATCHERS_EACH = 4

export async function serversDrill() {
  const cluster = await openCluster('servers')
  try {
    const servers = [await cluster.startProduct('a'), await cluster.startProduct('b')]
    const [a, b] = servers
    const person = await newPlan(a.origin)
    const { token, planId } = person
    const watchers = await Promise.all(
      servers.flatMap(({ origin }) =>
        Array.from({ length: WATCHERS_EACH }, () => openWatcher({ origin, token, planIds: [planId] })),
      ),
    )
    const ledgers = servers.map(() => openLedger())
    const writers = servers.map(({ origin }, i) => startWriters({ origin, ...person, ledger: ledgers[i] }))
    let loaded = true
    const reading = readOwnWrites({ a, b, token, planId, isOver: () => !loaded })
    await sleep(LOAD_MS)
    loaded = false
    await Promise.all(writers.map(({ stop }) => stop()))
    const { reads, stale } = await reading

    const connection = openConnection({ origin: b.origin, token })
    const reached = await readRevisions(connection, [planId])
    const times = await Promise.all(watchers.map((watcher) => timeUntilWhole(watcher, reached, WHOLE_MAX_MS)))
    const faults = watchers.reduce((sum, watcher) => sum + watcher.faults(), 0)
    check(
      'T1',
      `${watchers.length} watchers on both servers received ${reached.get(planId)} events with ${faults} gaps, repetitions or wrong orders`,
      faults === 0,
    )
    check(
      'T2',
      `all of them had caught up ${Math.max(...times)} ms after the last write`,
      Math.max(...times) < WHOLE_MAX_MS,
    )
    check('T3', `${stale} of ${reads} writes were missing when read through the other server`, reads > 0 && stale === 0)
    let lost = 0
    for (const ledger of ledgers) {
      const broken = await audit({ origin: b.origin, ...person, ledger })
      lost += broken.lostNodes + broken.wrongStatuses + broken.lostLogs + broken.treeFaults
    }
    const refused = ledgers.flatMap((ledger) => ledger.refused).length
    const nodes = ledgers.reduce((sum, ledger) => sum + acknowledged(ledger).nodes, 0)
    check('T4', `${lost} of ${nodes} acknowledged nodes are lost or wrong; ${refused} rejections`, lost + refused === 0)
    connection.close()
    for (const watcher of watchers) watcher.close()
    await refuseOthers(cluster)
  } finally {
    await cluster.end()
  }
}

/** Alternately writes through one server and reads through the other until the load ends. */
async function readOwnWrites({ a, b, token, planId, isOver }) {
  const connections = [a, b].map(({ origin }) => openConnection({ origin, token }))
  let [reads, stale] = [0, 0]
  while (!isOver()) {
    const [writer, reader] = reads % 2 ? connections : [...connections].reverse()
    const { id } = await writer.ask(calls.createNode(planId, { title: `Read it back ${reads}` }))
    const nodes = await reader.ask(calls.readPlan(planId))
    reads++
    if (!nodes.some((node) => node.id === id)) stale++
  }
  for (const connection of connections) connection.close()
  return { reads, stale }
}

/** Servers that are incompatible with the running ones. */
async function refuseOthers(cluster) {
  const others = {
    'with another folder': { CAIRN_DATA_DIR: cluster.folderOf('elsewhere') },
    'with another secret': { CAIRN_SECRET: 'a secret that the other servers do not have' },
  }
  for (const [which, env] of Object.entries(others)) {
    const name = which.replaceAll(' ', '-')
    const started = await cluster.startProduct(name, env).then(
      () => true,
      () => false,
    )
    // A server that was only too slow to start says nothing.
    const log = cluster.logOf(name).trim()
    check('T5', `a server ${which} does not start: ${log}`, !started && log !== '' && !log.includes('\n'))
  }
}

// Writers that record what was acknowledged, and an audit that checks it afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { isSuccess, openConnection } from '../load/connection.mjs'

const WRITERS = 16
const STATUS_CHANGES_PER_NODE = 2
const LOGS_PER_NODE = 2
/** Delay of a writer after an error. */
const REFUSED_PAUSE_MS = 20

/** The acknowledged writes, and those without a reply when the server ended, which may or may not be saved. */
export function openLedger() {
  return { titles: new Map(), statuses: new Map(), pendingStatuses: new Map(), logs: new Map(), refused: [] }
}

export const acknowledged = ({ titles, statuses, logs }) => ({
  nodes: titles.size,
  statuses: statuses.size,
  logs: logs.size,
})

/** Sixteen writers that create nodes, set statuses and add logs, until the server ends or `stop` is called. */
export function startWriters({ origin, token, planId, ledger }) {
  let stopped = false
  let serial = ledger.titles.size

  /** @returns the reply's JSON, or undefined when there was no success */
  const send = async (connection, call) => {
    const reply = await connection.send(call, true)
    if (isSuccess(reply.status)) return JSON.parse(reply.text)
    ledger.refused.push(reply.status)
    await sleep(REFUSED_PAUSE_MS)
    return undefined
  }

  const writeOne = async (connection) => {
    const title = `Acknowledged ${serial++}`
    const node = await send(connection, calls.createNode(planId, { title }))
    if (!node) return
    ledger.titles.set(node.id, title)
    for (let i = 0; i < STATUS_CHANGES_PER_NODE; i++) {
      const call = calls.setStatus(planId, node.id)
      ledger.pendingStatuses.set(node.id, call.body.status)
      if (!(await send(connection, call))) continue
      ledger.statuses.set(node.id, call.body.status)
      ledger.pendingStatuses.delete(node.id)
    }
    for (let i = 0; i < LOGS_PER_NODE; i++) {
      const content = `Note ${i} on ${title}`
      const log = await send(connection, calls.addLog(planId, node.id, content))
      if (log) ledger.logs.set(log.id, { nodeId: node.id, content })
    }
  }

  const writer = async () => {
    const connection = openConnection({ origin, token })
    try {
      while (!stopped) await writeOne(connection)
    } catch {
      // the server has ended, as intended
    } finally {
      connection.close()
    }
  }
  const done = Promise.all(Array.from({ length: WRITERS }, writer))
  return {
    done,
    stop: () => {
      stopped = true
      return done
    },
  }
}

/** Compares the data of a server with the acknowledged writes. Returns the number of broken promises of each kind. */
export async function audit({ origin, token, planId, ledger }) {
  const connection = openConnection({ origin, token })
  const nodes = await connection.ask(calls.readPlan(planId))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lostNodes = [...ledger.titles].filter(([id, title]) => byId.get(id)?.title !== title).length
  const wrongStatuses = [...ledger.statuses].filter(([id, status]) => {
    const stored = byId.get(id)?.status
    return stored !== status && stored !== ledger.pendingStatuses.get(id)
  }).length
  const lostLogs = await countLostLogs(connection, planId, ledger.logs)
  connection.close()
  return { lostNodes, wrongStatuses, lostLogs, treeFaults: treeFaults(nodes) }
}

async function countLostLogs(connection, planId, logs) {
  const listed = new Map()
  for (const nodeId of new Set([...logs.values()].map((log) => log.nodeId))) {
    const path = `/api/plans/${planId}/nodes/${nodeId}/logs?limit=100`
    for (const log of await connection.ask({ method: 'GET', path })) {
      listed.set(log.id, [...(listed.get(log.id) ?? []), log.content])
    }
  }
  return [...logs].filter(([id, { content }]) => {
    const found = listed.get(id) ?? []
    return found.length !== 1 || found[0] !== content
  }).length
}

/** Nodes that are listed twice, have a missing parent, or do not lead up to the top level. */
export function treeFaults(nodes) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const reachesTop = (node) => {
    const seen = new Set()
    for (let at = node; at; at = byId.get(at.parent_id)) {
      if (at.parent_id === null) return true
      if (seen.has(at.id)) return false
      seen.add(at.id)
    }
    return false
  }
  return nodes.length - byId.size + nodes.filter((node) => !reachesTop(node)).length
}

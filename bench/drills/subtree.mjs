// B1: deletes a subtree of 5,000 nodes while sixteen people add children to it.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { check, newPlan, openDrill } from './drill.mjs'
import { treeFaults } from './writers.mjs'

const SIZE = 5_000
const WRITERS = 16
const CHILDREN_PER_NODE = 50

/** Creates the subtree with sixteen connections. Returns its top node and all ids. */
async function growSubtree(connections, planId) {
  const create = async (connection, parentId, title) =>
    (await connection.ask(calls.createNode(planId, { title, parentId }))).id
  const top = await create(connections[0], null, 'The subtree')
  const ids = [top]
  let parents = [top]
  while (ids.length < SIZE) {
    const wanted = parents.flatMap((parent) => Array(CHILDREN_PER_NODE).fill(parent)).slice(0, SIZE - ids.length)
    const made = []
    await Promise.all(
      connections.map(async (connection) => {
        for (let parent = wanted.pop(); parent; parent = wanted.pop())
          made.push(await create(connection, parent, 'Part'))
      }),
    )
    ids.push(...made)
    parents = made
  }
  return { top, ids }
}

export async function subtreeDrill() {
  const drill = openDrill('subtree')
  try {
    const { origin } = await drill.start()
    const { token, planId } = await newPlan(origin)
    const connections = Array.from({ length: WRITERS }, () => openConnection({ origin, token }))
    const { top, ids } = await growSubtree(connections, planId)
    const statuses = new Map()
    let stopped = false
    const writing = connections.map(async (connection) => {
      while (!stopped) {
        const parentId = ids[Math.floor(Math.random() * ids.length)]
        const { status } = await connection.send(calls.createNode(planId, { title: 'A late child', parentId }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    })
    await sleep(300)
    const deleter = openConnection({ origin, token })
    const gone = await deleter.send({ method: 'DELETE', path: `/api/plans/${planId}/nodes/${top}` })
    await sleep(500)
    stopped = true
    await Promise.all(writing)
    const nodes = await deleter.ask(calls.readPlan(planId))
    const [plan] = await deleter.ask(calls.listPlans())
    for (const connection of [...connections, deleter]) connection.close()

    const seen = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
    check(
      'B1',
      `deleting ${ids.length} nodes returned ${gone.status} after ${Math.round(gone.ms)} ms`,
      gone.status === 204,
    )
    check(
      'B1',
      `the writers received ${seen}`,
      [...statuses.keys()].every((status) => [201, 404, 409].includes(status)),
    )
    check(
      'B1',
      'writes succeeded before and were rejected after',
      statuses.has(201) && (statuses.has(404) || statuses.has(409)),
    )
    check(
      'B1',
      `${treeFaults(nodes)} orphans; ${nodes.length} nodes remain`,
      treeFaults(nodes) === 0 && nodes.length === 0,
    )
    check('B1', `the plan counts ${plan.node_count} nodes`, plan.node_count === nodes.length)
  } finally {
    await drill.end()
  }
}

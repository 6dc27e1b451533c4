// Creates a drafted plan on a server, through its public API.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { draftPlan } from './plan.mjs'

/** Sends a call that must succeed. After a 429 it waits as long as the server asks. */
async function askPatiently(connection, call) {
  for (;;) {
    const reply = await connection.send(call, true)
    if (reply.status < 300) return JSON.parse(reply.text)
    if (reply.status !== 429) throw new Error(`${call.method} ${call.path} returned ${reply.status}: ${reply.text}`)
    await sleep(1000 * Number(reply.headers['retry-after'] ?? 1))
  }
}

/** Processes all items with all connections. */
async function together(connections, work, perform) {
  await Promise.all(
    connections.map(async (connection) => {
      for (let item = work.shift(); item; item = work.shift()) await perform(connection, item)
    }),
  )
}

/**
 * Creates a plan of `size` nodes and their edges. Siblings are created one after another to keep their order, different
 * parents in parallel.
 * @returns {Promise<{ planId: string, idOf: Map<import('./plan.mjs').Draft, string> }>}
 */
export async function fillPlan(connections, title, size) {
  const { root, edges } = draftPlan(title, size)
  const description = `A sample of ${size.toLocaleString('en-US')} nodes.`
  const { id: planId } = await askPatiently(connections[0], calls.createPlan(title, description))
  const idOf = new Map()
  const create = async (connection, draft, parentId) => {
    const call = { method: 'POST', path: `/api/plans/${planId}/nodes`, body: { ...draft.fields, parent_id: parentId } }
    idOf.set(draft, (await askPatiently(connection, call)).id)
  }
  await create(connections[0], root, null)
  let generation = [root]
  while (generation.length > 0) {
    const next = []
    await together(connections, generation, async (connection, parent) => {
      for (const child of parent.children) {
        await create(connection, child, idOf.get(parent))
        if (child.children.length > 0) next.push(child)
      }
    })
    generation = next
  }
  await together(connections, [...edges], (connection, { from, to, kind }) =>
    askPatiently(connection, calls.createEdge(planId, { sourceId: idOf.get(from), targetId: idOf.get(to), kind })),
  )
  return { planId, idOf }
}

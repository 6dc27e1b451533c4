// The data that every system is filled with before it is measured, through its API.
import * as calls from './load/calls.mjs'
import { openConnection } from './load/connection.mjs'
import { LARGE, NODES_PER_PHASE, PLANS_LISTED, SIZES, SMALL } from './settings.mjs'

const BUILDERS = 16
const NODES_PER_LISTED_PLAN = 5
const GROWING_SMALL_PLANS = 10

/**
 * @typedef {{ id: string, phases: string[], tasks: string[] }} Plan
 * @typedef {{ origin: string, reader: string, writer: string, bySize: Record<number, Plan>, large: Plan, shown: Plan, edited: Plan, growing: Plan[] }} World
 */

/** Runs `make(connection, index)` for 0…count-1 with sixteen connections; results in order. */
async function inParallel({ origin, token }, count, make) {
  const results = new Array(count)
  let next = 0
  const worker = async () => {
    const connection = openConnection({ origin, token })
    while (next < count) {
      const index = next++
      results[index] = await make(connection, index)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: Math.min(BUILDERS, count) }, worker))
  return results
}

async function signUp(origin, label) {
  const connection = openConnection({ origin })
  const { session } = await connection.ask(calls.register(`${label}-${Date.now()}@example.com`))
  connection.close()
  return session.access_token
}

/** How many phases of fifty tasks a plan of `size` nodes has. */
export function shapeOf(size) {
  const phases = Math.max(1, Math.round(size / (NODES_PER_PHASE + 1)))
  return { phases, tasks: size - phases }
}

/** Creates a plan with its tasks spread evenly over its phases. */
export async function buildPlan({ origin, token }, title, shape) {
  const connection = openConnection({ origin, token })
  const { id } = await connection.ask(calls.createPlan(title))
  connection.close()
  const create = async (c, node) => (await c.ask(calls.createNode(id, node))).id
  const phases = await inParallel({ origin, token }, shape.phases, (c, i) =>
    create(c, { title: `Phase ${i}`, type: 'phase' }),
  )
  const tasks = await inParallel({ origin, token }, shape.tasks, (c, i) =>
    create(c, { title: `Task ${i} of the plan`, parentId: phases[i % shape.phases] }),
  )
  return { id, phases, tasks }
}

/**
 * Creates two users: the reader with the 100 listed plans, one of them with 100 nodes, and the writer with the plans of
 * every size and those that are written to.
 * @returns {Promise<World>}
 */
export async function buildWorld(origin) {
  const reader = await signUp(origin, 'reader')
  const writer = await signUp(origin, 'writer')
  const asReader = { origin, token: reader }
  const asWriter = { origin, token: writer }
  const shown = await buildPlan(asReader, 'The plan that is read most', shapeOf(SMALL))
  const edited = await buildPlan(asReader, 'The plan that is added to', shapeOf(NODES_PER_LISTED_PLAN))
  for (let i = 2; i < PLANS_LISTED; i++) await buildPlan(asReader, `Plan ${i}`, shapeOf(NODES_PER_LISTED_PLAN))
  const bySize = {}
  for (const size of SIZES) bySize[size] = await buildPlan(asWriter, `A plan of ${size} nodes`, shapeOf(size))
  const growing = []
  while (growing.length < GROWING_SMALL_PLANS)
    growing.push(await buildPlan(asWriter, 'A plan that grows', shapeOf(SMALL)))
  return { origin, reader, writer, bySize, large: bySize[LARGE], shown, edited, growing }
}

// The operations measured under load: their calls, token and number of connections.
import * as calls from './load/calls.mjs'
import { openConnection } from './load/connection.mjs'
import { CONNECTIONS, LARGE, SIZES, SMALL, TARGET_CONNECTIONS } from './settings.mjs'
import { buildPlan } from './world.mjs'

const FRESH_PHASES = 40
const GROW_PLAN_BY = 100

let serial = 0 // makes the texts of a run unique
const pick = (list, index) => list[index % list.length]
const [, MIDDLE] = SIZES

/**
 * @typedef {import('./world.mjs').World} World
 * @typedef {object} Operation
 * @property {string} id
 * @property {string} label
 * @property {'reader' | 'writer'} as whose token the calls carry
 * @property {number[]} connections the numbers of connections it is measured with
 * @property {number} [callsMax] ends a round early, where a round would change what is measured
 * @property {(world: World) => Promise<any>} [prepare] runs before each round, unmeasured; its result goes to `next`
 * @property {(world: World, index: number, prepared: any) => import('./load/connection.mjs').Call} next
 */

/** @returns {Operation} */
const read = (id, size, connections) => ({
  id,
  label: `read a plan of ${size.toLocaleString('en-US')}, unchanged`,
  as: 'writer',
  connections,
  next: ({ bySize }) => calls.readPlan(bySize[size].id),
})

// Replies of several megabytes saturate the connection long before 64.
const fewConnections = CONNECTIONS.filter((count) => count <= TARGET_CONNECTIONS)

/** A new plan of forty phases for every round, so that there are as few siblings as in real plans. */
const freshPlan = ({ origin, writer }) =>
  buildPlan({ origin, token: writer }, 'A plan that nodes are added to', { phases: FRESH_PHASES, tasks: 0 })

async function etagOfLarge({ origin, writer, large }) {
  const connection = openConnection({ origin, token: writer })
  const { headers } = await connection.send(calls.readPlan(large.id))
  connection.close()
  return headers.etag
}

/** Of a hundred calls: 45 lists, 45 reads of a plan, 5 status changes in it, 3 logs, 2 new nodes. */
function mixedCall({ shown, edited }, index) {
  const slot = (index * 37) % 100
  if (slot < 45) return calls.listPlans()
  if (slot < 90) return calls.readPlan(shown.id)
  if (slot < 95) return calls.setStatus(shown.id, pick(shown.tasks, index))
  if (slot < 98) return calls.addLog(shown.id, pick(shown.tasks, index), `Note ${serial++}`)
  return calls.createNode(edited.id, { title: `Task ${serial++}`, parentId: pick(edited.phases, index) })
}

/** @type {Operation[]} */
export const OPERATIONS = [
  read('readSmall', SMALL, CONNECTIONS),
  read('readMiddle', MIDDLE, fewConnections),
  read('readLarge', LARGE, fewConnections),
  {
    id: 'notModified',
    label: `If-None-Match on ${LARGE.toLocaleString('en-US')} nodes: 304`,
    as: 'writer',
    connections: CONNECTIONS,
    prepare: etagOfLarge,
    next: ({ large }, _, etag) => calls.readPlan(large.id, etag),
  },
  { id: 'listPlans', label: 'list 100 plans', as: 'reader', connections: CONNECTIONS, next: () => calls.listPlans() },
  { id: 'mixed', label: 'mixed: 90 % reads, 10 % writes', as: 'reader', connections: CONNECTIONS, next: mixedCall },
  {
    id: 'createNode',
    label: 'create node',
    as: 'writer',
    connections: CONNECTIONS,
    prepare: freshPlan,
    next: (_, index, plan) =>
      calls.createNode(plan.id, { title: `Task ${serial++}`, parentId: pick(plan.phases, index) }),
  },
  {
    id: 'setStatus',
    label: 'status change',
    as: 'writer',
    connections: CONNECTIONS,
    next: ({ bySize }, index) => statusIn(bySize[MIDDLE], index),
  },
  {
    id: 'addLog',
    label: 'add log',
    as: 'writer',
    connections: CONNECTIONS,
    next: ({ bySize }, index) => logIn(bySize[MIDDLE], index),
  },
]

const statusIn = (plan, index) => calls.setStatus(plan.id, pick(plan.tasks, index))
const logIn = (plan, index) => calls.addLog(plan.id, pick(plan.tasks, index), `Progress note ${serial++}`)

/** Adds at the end of a phase and moves to the next phase every hundred calls, so both plans have as many siblings. */
const addAtEnd = (planId, phases, index) =>
  calls.createNode(planId, { title: `Task ${serial++}`, parentId: pick(phases, Math.floor(index / GROW_PLAN_BY)) })

/** The same write in a small and in a large plan, measured in the same run to compare their costs. */
export const GROWTH = [
  {
    id: 'statusGrowth',
    label: 'status change',
    small: ({ bySize }, index) => statusIn(bySize[SMALL], index),
    large: ({ large }, index) => statusIn(large, index),
  },
  {
    id: 'logGrowth',
    label: 'add log',
    small: ({ bySize }, index) => logIn(bySize[SMALL], index),
    large: ({ large }, index) => logIn(large, index),
  },
  {
    id: 'addGrowth',
    label: 'node added at the end',
    callsMax: 10 * GROW_PLAN_BY,
    small: ({ growing }, index) => {
      const plan = pick(growing, Math.floor(index / GROW_PLAN_BY))
      return addAtEnd(plan.id, plan.phases.slice(-1), index)
    },
    large: ({ large }, index) => addAtEnd(large.id, large.phases.slice(-10), index),
  },
]

// The measurements. Each function adds its figures under the ids in rows.mjs.
import * as calls from './load/calls.mjs'
import { isSuccess, openConnection } from './load/connection.mjs'
import { drive } from './load/drive.mjs'
import { cpuMs, memoryKiB, processTree } from './load/processes.mjs'
import { openWatchers } from './load/sockets.mjs'
import { quantile, sum } from './load/stats.mjs'
import {
  AGENTS,
  BLOCKING_MS,
  BULK,
  DELIVERIES,
  PACK_ITEMS,
  PACK_TURNS,
  RACE_CLAIMS,
  RACE_SIZES,
  READY_TURNS,
  ROUND_MS,
  ROUNDS,
  SETTLE_MS,
  SIBLINGS,
  SIZES,
  SOCKETS,
  TARGET_CONNECTIONS,
  UNDO_TURNS,
  WARM_UP_MS,
} from './settings.mjs'
import { GROWTH, OPERATIONS } from './workload.mjs'
import { buildPlan, shapeOf } from './world.mjs'

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * @typedef {{ name: string, server: { origin: string, pid: number }, world: import('./world.mjs').World }} Running
 * @typedef {{ figures: import('./figures.mjs').Figures, running: Running[],
 *   step: (label: string, measure: () => Promise<void>) => Promise<void> }} Sitting `step` runs one measurement; if it fails, the others continue
 */

/** Odd rounds reverse the order of the systems, so that none always runs on a machine another has warmed up. */
const inTurn = (running, round) => (round % 2 ? running.toReversed() : running)

/** One round of one operation on one system. An error response fails the round. */
async function runRound({ name, server, world }, operation, { connections, ms }) {
  const prepared = await operation.prepare?.(world)
  const before = cpuMs(processTree(server.pid))
  const result = await drive({
    origin: server.origin,
    token: world[operation.as],
    connections,
    ms,
    callsMax: operation.callsMax,
    next: (index) => operation.next(world, index, prepared),
  })
  const cpu = cpuMs(processTree(server.pid)) - before
  if (result.failures.length > 0)
    throw new Error(
      `${name}: ${result.failures.length} of ${result.calls} calls failed, the first: ${result.failures[0]}`,
    )
  return { ...result, cpuPerCall: cpu / result.calls, perSecond: result.calls / result.seconds }
}

/**
 * Requests per second for each operation and number of connections; CPU time and bytes with sixteen; latency with one.
 */
export async function measureThroughput({ figures, running, step }) {
  for (const operation of OPERATIONS) {
    for (const connections of operation.connections) {
      await step(`${operation.label}, ${connections} connection${connections > 1 ? 's' : ''}`, async () => {
        for (const system of running) await runRound(system, operation, { connections, ms: WARM_UP_MS })
        for (let round = 0; round < ROUNDS; round++) {
          for (const system of inTurn(running, round)) {
            const result = await runRound(system, operation, { connections, ms: ROUND_MS })
            const add = (kind, value) => figures.add(`${kind}.${operation.id}`, system.name, value)
            add(`rps${connections}`, result.perSecond)
            if (connections === TARGET_CONNECTIONS) {
              add('cpu', result.cpuPerCall)
              add('bytes', result.bytes)
            }
            if (connections === 1) {
              for (const share of [50, 95, 99]) add(`p${share}`, quantile(result.latencies, share / 100))
            }
          }
        }
      })
    }
  }
}

/** How the cost of a write grows with the plan: time per call in the large plan over that in the small one. */
export async function measureGrowth({ figures, running, step }) {
  for (const { id, label, callsMax, ...nextBySize } of GROWTH) {
    await step(`${label} in a small and in a large plan`, async () => {
      const operation = (size) => ({ label, as: 'writer', callsMax, next: nextBySize[size] })
      const run = (system, size, ms) => runRound(system, operation(size), { connections: TARGET_CONNECTIONS, ms })
      for (const system of running) {
        for (const size of ['small', 'large']) await run(system, size, WARM_UP_MS)
      }
      for (let round = 0; round < ROUNDS; round++) {
        for (const system of inTurn(running, round)) {
          const small = await run(system, 'small', ROUND_MS)
          const large = await run(system, 'large', ROUND_MS)
          figures.add(id, system.name, small.perSecond / large.perSecond)
        }
      }
    })
  }
}

/** Reads a plan right after a change to one of its nodes. Only the reads are timed. */
export async function measureChangedReads({ figures, running, step }) {
  for (const size of SIZES) {
    await step(`read a plan of ${size} nodes after a change`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const { name, server, world } of inTurn(running, round)) {
          const connection = openConnection({ origin: server.origin, token: world.writer })
          const plan = world.bySize[size]
          const latencies = []
          while (sum(latencies) < ROUND_MS / 2) {
            await connection.ask(calls.setStatus(plan.id, plan.tasks[0]))
            const { status, ms } = await connection.send(calls.readPlan(plan.id))
            if (!isSuccess(status)) throw new Error(`${name}: reading a changed plan returned ${status}`)
            latencies.push(ms)
          }
          connection.close()
          figures.add(`changed${size}`, name, 1000 / quantile(latencies, 0.5))
        }
      }
    })
  }
}

/** How long a status change waits while the large plan is read in a loop: in another plan and in the same one. */
export async function measureBlocking({ figures, running, step }) {
  const [, middle] = SIZES
  const plans = { blockedElsewhere: (world) => world.bySize[middle], blockedThere: (world) => world.large }
  for (const [id, planOf] of Object.entries(plans)) {
    await step(`status changes while the large plan is read (${id})`, async () => {
      for (let round = 0; round < Math.min(2, ROUNDS); round++) {
        for (const { name, server, world } of inTurn(running, round)) {
          const plan = planOf(world)
          const until = performance.now() + BLOCKING_MS
          const connect = () => openConnection({ origin: server.origin, token: world.writer })
          const [reading, writing] = [connect(), connect()]
          const latencies = []
          const read = async () => {
            while (performance.now() < until) await reading.send(calls.readPlan(world.large.id))
          }
          const write = async () => {
            for (let turn = 0; performance.now() < until; turn++) {
              const task = plan.tasks[turn % plan.tasks.length]
              latencies.push((await writing.send(calls.setStatus(plan.id, task))).ms)
            }
          }
          await Promise.all([read(), write()])
          reading.close()
          writing.close()
          figures.add(id, name, quantile(latencies, 0.95))
        }
      }
    })
  }
}

/**
 * Calls that affect many of ten thousand siblings, each once per round in a plan of its own. Only the product is
 * measured, because the baseline server has no order of siblings.
 */
export async function measureSiblings({ figures, step }, { name, server, world }) {
  await step(`${name}: one call among ${SIBLINGS} siblings`, async () => {
    const access = { origin: server.origin, token: world.writer }
    const connection = openConnection(access)
    const timed = async (id, call) => {
      const { status, ms } = await connection.send(call)
      if (!isSuccess(status)) throw new Error(`${call.path} returned ${status}`)
      figures.add(id, name, ms)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const plan = await buildPlan(access, 'Siblings', { phases: SIBLINGS, tasks: 0 })
      const path = `/api/plans/${plan.id}/nodes`
      const post = (to, body) => ({ method: 'POST', path: `${path}${to}`, body })
      const chosen = plan.phases.filter((_, i) => i % (SIBLINGS / BULK) === 1)
      await timed('insertFront', post('', { title: 'First', node_type: 'task', order_index: 0 }))
      await timed('bulkMove', post('/bulk', { node_ids: chosen, parent_id: plan.phases[0] }))
      await connection.ask(post('/bulk', { node_ids: chosen, parent_id: null }))
      await timed('bulkDelete', post('/bulk', { node_ids: chosen, delete: true }))
      await timed('bulkRestore', post('/bulk', { node_ids: chosen, restore: true }))
      await timed('adopt', post('', { title: 'Root', node_type: 'root' }))
    }
    connection.close()
  })
}

/** Undo of one change, of many events, and of a deleted branch of ten thousand nodes. Only the product has it. */
export async function measureUndo({ figures, step }, { name, server, world }) {
  await step(`${name}: undo`, async () => {
    const access = { origin: server.origin, token: world.writer }
    const connection = openConnection(access)
    for (let round = 0; round < ROUNDS; round++) {
      const plan = await buildPlan(access, 'Undo', { phases: 1, tasks: SIBLINGS })
      const path = `/api/plans/${plan.id}`
      const [phase] = plan.phases
      const tasks = plan.tasks.slice(0, BULK)
      /** The duration of the undo of a call, in milliseconds. */
      const undo = async (call) => {
        const { status, headers } = await connection.send(call)
        if (!isSuccess(status)) throw new Error(`${call.path} returned ${status}`)
        const body = { changes: [Number(headers['x-change'])] }
        const undone = await connection.send({ method: 'POST', path: `${path}/undo`, body })
        if (!isSuccess(undone.status)) throw new Error(`${path}/undo returned ${undone.status}`)
        return undone.ms
      }
      const single = []
      for (let turn = 0; turn < UNDO_TURNS; turn++) {
        const body = { title: `Title ${turn}` }
        single.push(await undo({ method: 'PUT', path: `${path}/nodes/${tasks[0]}`, body }))
      }
      figures.add('undoOne', name, quantile(single, 0.95))
      figures.add(
        'undoMany',
        name,
        await undo({ method: 'POST', path: `${path}/nodes/bulk`, body: { node_ids: tasks, status: 'blocked' } }),
      )
      figures.add('undoBranch', name, await undo({ method: 'DELETE', path: `${path}/nodes/${phase}` }))
    }
    connection.close()
  })
}

/** Context packs in a plan of ten thousand nodes where everything around the node has the largest texts. */
export async function measureContextPacks({ figures, step }, { name, server, world }) {
  await step(`${name}: context packs`, async () => {
    const access = { origin: server.origin, token: world.writer }
    const connection = openConnection(access)
    const plan = await buildPlan(access, 'Context packs', { phases: 1, tasks: SIBLINGS })
    const path = `/api/plans/${plan.id}`
    const words = (length) => 'The limits are long and the days are short. '.repeat(length / 40).slice(0, length)
    const texts = {
      description: words(10_000),
      acceptance_criteria: words(10_000),
      context: words(50_000),
      agent_instructions: words(50_000),
    }
    const [node, ...others] = plan.tasks
    for (const id of [plan.phases[0], node])
      await connection.ask({ method: 'PUT', path: `${path}/nodes/${id}`, body: texts })
    for (let i = 0; i < PACK_ITEMS; i++) {
      const log_type = i % 2 === 0 ? 'decision' : 'progress'
      const body = { content: words(10_000), log_type }
      await connection.ask({ method: 'POST', path: `${path}/nodes/${node}/log`, body })
      const edge = { source_id: others[i], target_id: node, kind: 'dependency' }
      await connection.ask({ method: 'POST', path: `${path}/edges`, body: edge })
    }
    for (const [id, tokens] of Object.entries({ packDefault: 4_000, packMost: 32_000 })) {
      const latencies = []
      for (let turn = 0; turn < PACK_TURNS; turn++) {
        const call = { method: 'GET', path: `${path}/nodes/${node}/context-pack?max_tokens=${tokens}` }
        const { status, ms } = await connection.send(call)
        if (!isSuccess(status)) throw new Error(`${call.path} returned ${status}`)
        latencies.push(ms)
      }
      figures.add(id, name, quantile(latencies, 0.95))
    }
    connection.close()
  })
}

/** The list of ready tasks of the largest plan: unchanged, and right after a new status. Only the product has it. */
export async function measureReady({ figures, step }, { name, server, world }) {
  await step(`${name}: ready tasks`, async () => {
    const connection = openConnection({ origin: server.origin, token: world.writer })
    const { id, tasks } = world.large
    for (const [figure, isChanged] of Object.entries({ readyUnchanged: false, readyChanged: true })) {
      const latencies = []
      for (let turn = 0; turn < READY_TURNS; turn++) {
        if (isChanged) await connection.ask(calls.setStatus(id, tasks[turn]))
        const { status, ms } = await connection.send(calls.readReady(id))
        if (!isSuccess(status)) throw new Error(`the list of ready tasks returned ${status}`)
        latencies.push(ms)
      }
      figures.add(figure, name, quantile(latencies, 0.95))
    }
    connection.close()
  })
}

/** Agents that claim and finish tasks of one plan, half of which wait for another one. Only the product has claims. */
export async function measureClaims({ figures, step }, { name, server, world }) {
  for (const size of RACE_SIZES)
    await step(`${name}: ${AGENTS} agents race in a plan of ${size} nodes`, async () => {
      const access = { origin: server.origin, token: world.writer }
      const person = openConnection(access)
      const agents = []
      for (let i = 0; i < AGENTS; i++) {
        const body = { name: `Agent ${i}`, permissions: ['write'] }
        const { token } = await person.ask({ method: 'POST', path: '/api/auth/token', body })
        agents.push(openConnection({ origin: server.origin, token }))
      }
      const plan = await buildPlan(access, 'A race', shapeOf(size))
      for (let i = 0; i + 1 < plan.tasks.length; i += 2)
        await person.ask(
          calls.createEdge(plan.id, { sourceId: plan.tasks[i], targetId: plan.tasks[i + 1], kind: 'dependency' }),
        )
      person.close()
      const seen = new Set()
      for (let round = 0; round < ROUNDS; round++) {
        const latencies = []
        const race = async (agent) => {
          while (latencies.length < RACE_CLAIMS) {
            const { status, ms, text } = await agent.send(calls.claimTask(plan.id), true)
            if (!isSuccess(status)) throw new Error(`a claim returned ${status}: ${text.slice(0, 300)}`)
            const { claim } = JSON.parse(text)
            if (claim === null) throw new Error('no task was ready')
            if (seen.has(claim.node_id)) throw new Error('a task was claimed twice')
            seen.add(claim.node_id)
            latencies.push(ms)
            await agent.ask(calls.endClaim(plan.id, claim.id))
          }
        }
        await Promise.all(agents.map(race))
        figures.add(`claim.${size}`, name, quantile(latencies, 0.95))
      }
      for (const agent of agents) agent.close()
    })
}

/** Tools put what an assistant does into a run; the twin does so too. */
const IN_A_RUN = { 'x-run-id': 'rest' }
/** Each tool and its REST twin, with the same arguments. */
const TWINS = {
  setStatus: (planId, nodeId) => {
    const rest = { ...calls.setStatus(planId, nodeId), headers: IN_A_RUN }
    return { rest, tool: calls.tool('set_status', { plan_id: planId, node_id: nodeId, ...rest.body }) }
  },
  addLog: (planId, nodeId) => {
    const rest = { ...calls.addLog(planId, nodeId, 'Measured the overhead.'), headers: IN_A_RUN }
    return { rest, tool: calls.tool('add_log', { plan_id: planId, node_id: nodeId, ...rest.body }) }
  },
  contextPack: (planId, nodeId) => ({
    rest: { method: 'GET', path: `/api/plans/${planId}/nodes/${nodeId}/context-pack`, headers: IN_A_RUN },
    tool: calls.tool('get_context_pack', { plan_id: planId, node_id: nodeId }),
  }),
}
const TWIN_NODES = 100

/** CPU time of a tool call relative to its REST twin; the two take turns. */
export async function measureToolCalls({ figures, step }, { name, server, world }) {
  await step(`${name}: tool calls`, async () => {
    const person = openConnection({ origin: server.origin, token: world.writer })
    // Sessions are for people: `/mcp` takes API tokens.
    const body = { name: 'Tool calls', permissions: ['write'] }
    const { token } = await person.ask({ method: 'POST', path: '/api/auth/token', body })
    person.close()
    const access = { origin: server.origin, token }
    const plan = await buildPlan(access, 'Tool calls', { phases: 1, tasks: TWIN_NODES })
    for (const [id, twins] of Object.entries(TWINS)) {
      const cpu = { rest: 0, tool: 0 }
      for (let round = -1; round < 2 * ROUNDS; round++)
        for (const kind of round % 2 ? ['rest', 'tool'] : ['tool', 'rest']) {
          const before = cpuMs(processTree(server.pid))
          const next = (index) => twins(plan.id, plan.tasks[index % TWIN_NODES])[kind]
          const load = { ...access, connections: TARGET_CONNECTIONS, ms: ROUND_MS, next }
          const { calls: count, failures } = await drive(load)
          if (failures.length > 0) throw new Error(failures[0])
          // The first round only warms up.
          if (round >= 0) cpu[kind] += (cpuMs(processTree(server.pid)) - before) / count
        }
      figures.add(`tool.${id}`, name, cpu.tool / cpu.rest)
    }
  })
}

/** Memory of each system after the run, in MiB. */
export function measureMemory({ figures, running }) {
  for (const { name, server } of running) figures.add('memory', name, memoryKiB(processTree(server.pid)) / 1024)
}

/** Memory per live socket on one plan, and how long one change takes to reach all of them. */
export async function measureSockets({ figures, step }, { name, server, world }) {
  await step(`${name}: ${SOCKETS} live sockets on one plan`, async () => {
    const plan = world.shown
    const access = { origin: server.origin, token: world.reader } // created before a restart, on another port
    const connection = openConnection(access)
    for (let turn = 0; turn < 200; turn++) await connection.ask(calls.setStatus(plan.id, plan.tasks[0])) // warms up
    const pids = processTree(server.pid)
    const before = memoryKiB(pids)
    const watchers = await openWatchers({ ...access, planId: plan.id, count: SOCKETS })
    await pause(SETTLE_MS)
    figures.add('socketKiB', name, (memoryKiB(pids) - before) / SOCKETS)
    for (let turn = 0; turn < DELIVERIES; turn++) {
      const ms = await watchers.deliver(() => connection.ask(calls.setStatus(plan.id, plan.tasks[1])))
      figures.add('deliveryMs', name, ms)
      await pause(200)
    }
    watchers.close()
    connection.close()
  })
}

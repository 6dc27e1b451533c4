// A1–A4: kills a server whose agents hold claims. The claims must survive with their fences and expire on time, on the
// same server started again, and on another server that shares its PostgreSQL.
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '../load/calls.mjs'
import { openConnection } from '../load/connection.mjs'
import { openCluster } from './cluster.mjs'
import { check, newPlan, openDrill } from './drill.mjs'

const TASKS = 200
const AGENTS = 8
const LOAD_MS = 700
/** The shortest claim. */
const MINUTES = 1
/** How early and how late another agent asks. */
const MARGIN_MS = 2_000

export async function claimsDrill() {
  const drill = openDrill('claims')
  try {
    const server = await drill.start()
    await killHolder('SQLite', server, () => drill.start())
  } finally {
    await drill.end()
  }
  const cluster = await openCluster('claims')
  try {
    const killed = await cluster.startProduct('killed')
    const stays = await cluster.startProduct('stays')
    await killHolder('PostgreSQL, another server', killed, async () => stays)
  } finally {
    await cluster.end()
  }
}

/** @param {string} where @param {any} server to be killed @param {() => Promise<{ origin: string }>} next the server to ask afterwards */
async function killHolder(where, server, next) {
  const { token, planId } = await newPlan(server.origin)
  const person = openConnection({ origin: server.origin, token })
  for (let i = 0; i < TASKS; i++) await person.ask(calls.createNode(planId, { title: `Task ${i}` }))
  const [holder, other] = [await newToken(person, 'holder'), await newToken(person, 'other')]
  const acknowledged = []
  const racing = Promise.all(
    Array.from({ length: AGENTS }, () =>
      claimUntilGone({ origin: server.origin, token: holder, planId, acknowledged }),
    ),
  )
  await sleep(LOAD_MS)
  server.kill('SIGKILL')
  await Promise.all([server.exited, racing])
  person.close()

  const { origin } = await next()
  const [reader, agent, second] = [token, holder, other].map((bearer) => openConnection({ origin, token: bearer }))
  const listed = new Map((await reader.ask(listClaims(planId))).map((claim) => [claim.id, claim]))
  const kept = acknowledged.filter(({ id, ...claim }) => isSame(claim, listed.get(id)))
  check(
    'A1',
    `${where}: ${kept.length} of ${acknowledged.length} acknowledged claims are there with their fence and their end`,
    acknowledged.length > 0 && kept.length === acknowledged.length,
  )

  const [first] = acknowledged
  const expiry = Date.parse(first.expires_at)
  await sleep(expiry - MARGIN_MS - Date.now())
  const early = await answer(second, claimNode(planId, first.node_id))
  check(
    'A2',
    `${where}: ${MARGIN_MS / 1000} s before its end another agent gets ${early.code}`,
    early.code === 'claimed',
  )
  await sleep(expiry + MARGIN_MS - Date.now())
  const late = await answer(second, claimNode(planId, first.node_id))
  check(
    'A3',
    `${where}: ${MARGIN_MS / 1000} s after it, the agent holds the task with fence ${late.claim?.fence} instead of ${first.fence}`,
    late.claim?.fence === first.fence + 1,
  )
  const path = `/api/plans/${planId}`
  const codes = []
  for (const call of [
    { method: 'POST', path: `${path}/claims/${first.id}/heartbeat`, body: {} },
    { method: 'POST', path: `${path}/claims/${first.id}/end`, body: { outcome: 'done' } },
    { method: 'PUT', path: `${path}/nodes/${first.node_id}/status`, body: { status: 'completed' } },
  ])
    codes.push((await answer(agent, call)).code)
  check(
    'A4',
    `${where}: the former holder gets ${codes.join(', ')} for a heartbeat, the end and a status`,
    codes.every((code) => code === 'lease_lost'),
  )
  for (const connection of [reader, agent, second]) connection.close()
}

const listClaims = (planId) => ({ method: 'GET', path: `/api/plans/${planId}/claims` })
const claimNode = (planId, node_id) => ({
  method: 'POST',
  path: `/api/plans/${planId}/claims`,
  body: { node_id, minutes: MINUTES },
})

/** The body of a reply, which may be an error. */
const answer = async (connection, call) => JSON.parse((await connection.send(call, true)).text)

const isSame = (claim, other) =>
  other !== undefined && ['node_id', 'fence', 'expires_at'].every((name) => claim[name] === other[name])

const newToken = async (person, name) =>
  (await person.ask({ method: 'POST', path: '/api/auth/token', body: { name, permissions: ['write'] } })).token

/** Claims one ready task after the other, and notes those that the server has confirmed. */
async function claimUntilGone({ origin, token, planId, acknowledged }) {
  const connection = openConnection({ origin, token })
  try {
    for (;;) {
      const { claim } = await connection.ask({ ...calls.claimTask(planId), body: { minutes: MINUTES } })
      if (!claim) return
      acknowledged.push(claim)
    }
  } catch {
    // the server was killed, as intended
  } finally {
    connection.close()
  }
}

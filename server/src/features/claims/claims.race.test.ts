import type { Claim } from '@cairn/contract/api/claims'
import { expect, it } from 'vitest'
import { type Call, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { mcpClient } from '../../../test/mcp-client.ts'

const MINUTE = 60_000

it('twenty agents over REST and MCP finish every task once, also those that wait for others', {
  timeout: 120_000,
}, async () => {
  const test = await testApp()
  const { make, as } = test
  const owner = await make.user()
  const plan = await make.plan(owner)
  const base = `/plans/${plan.id}`
  const tasks = []
  for (let index = 0; index < 40; index++) tasks.push(await make.node(owner, plan.id, { title: `Step ${index}` }))
  // Two tasks of each four wait for the two before them.
  for (let index = 0; index < 40; index += 4)
    for (const [source, target] of [
      [0, 2],
      [1, 2],
      [1, 3],
    ] as const)
      await make.edge(owner, plan.id, tasks[index + source]?.id ?? '', tasks[index + target]?.id ?? '')

  const finished: string[] = []
  const left = () => finished.length < tasks.length
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20))
  const overRest = async (token: string) => {
    while (left()) {
      const { claim } = (await as(token)('POST', `${base}/claims`, {})).json<{ claim: Claim | null }>()
      if (!claim) {
        await pause()
        continue
      }
      const ended = await as(token)('POST', `${base}/claims/${claim.id}/end`, { outcome: 'done', summary: 'Done.' })
      expect(ended.statusCode).toBe(200)
      finished.push(claim.node_id)
    }
  }
  const overMcp = async (token: string) => {
    const mcp = await mcpClient(test, token)
    while (left()) {
      const { claim, node } = await mcp.call<{ claim: { id: string } | null; node: { id: string } | null }>(
        'claim_task',
        { plan_id: plan.id },
      )
      if (!claim || !node) {
        await pause()
        continue
      }
      await mcp.call('end_claim', { plan_id: plan.id, claim_id: claim.id, outcome: 'done', summary: 'Done.' })
      finished.push(node.id)
    }
  }
  const tokens = await Promise.all(Array.from({ length: 20 }, () => make.apiToken(owner, 'write')))
  await Promise.all(tokens.map((token, index) => (index % 2 === 0 ? overRest(token) : overMcp(token))))

  expect(finished).toHaveLength(40)
  expect(new Set(finished)).toEqual(new Set(tasks.map(({ id }) => id)))
  const rows = await test.store.reader.selectFrom('claims').selectAll().execute()
  expect(rows.map(({ outcome, fence }) => [outcome, fence])).toEqual(rows.map(() => ['done', 1]))
  expect((await as(owner)('GET', `${base}/ready`)).json()).toEqual({ tasks: [], total: 0, waiting: [] })
  const nodes = (await as(owner)('GET', `${base}/nodes`)).json<{ status: string; version: number }[]>()
  // Started and completed: no update is lost.
  expect(nodes.map(({ status, version }) => [status, version])).toEqual(nodes.map(() => ['completed', 3]))
})

async function withClock() {
  let now = Date.parse('2026-05-01T08:00:00.000Z')
  const test = await testApp({ clock: () => new Date(now) })
  const owner = await test.make.user()
  const plan = await test.make.plan(owner)
  const task = await test.make.node(owner, plan.id, { title: 'Pack' })
  const agent = test.as(await test.make.apiToken(owner, 'write'))
  const base = `/plans/${plan.id}`
  const claim = async (body: object = {}) => agent('POST', `${base}/claims`, { node_id: task.id, ...body })
  const beat = (id: string, body: object = {}) =>
    agent('POST', `${base}/claims/${id}/heartbeat`, body as Record<string, unknown>)
  const advance = (ms: number) => {
    now += ms
  }
  return { ...test, owner, plan, task, base, agent, claim, beat, advance }
}

it('a heartbeat renews until the last moment of a claim, and not at its end', async () => {
  const { claim, beat, advance } = await withClock()
  const { id } = (await claim({ minutes: 1 })).json<{ claim: Claim }>().claim
  advance(MINUTE - 1)
  const renewed = await beat(id, { minutes: 1 })
  expect(renewed.statusCode).toBe(200)
  advance(MINUTE)
  expect((await beat(id)).json()).toMatchObject({ code: 'lease_lost' })
  expect((await claim()).json()).toMatchObject({ claim: { fence: 2 } })
})

it.each([
  [{ minutes: 0 }, 'minutes must be at least 1'],
  [{ minutes: 481 }, 'minutes can be at most 480'],
  [{ minutes: 1.5 }, 'minutes must be a whole number'],
  [{ minutes: 'ten' }, 'minutes must be a whole number'],
])('a heartbeat of %j is refused: %s', async (body, message) => {
  const { claim, beat } = await withClock()
  const { id } = (await claim()).json<{ claim: Claim }>().claim
  const refused = await beat(id, body)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().error).toContain(message)
  expect((await beat(id, { minutes: 480 })).statusCode).toBe(200)
})

it('the list of ready tasks follows every kind of change', async () => {
  const test = await testApp()
  const { make, as } = test
  const owner = await make.user()
  const plan = await make.plan(owner)
  const base = `/plans/${plan.id}`
  const person = as(owner)
  const agent = as(await make.apiToken(owner, 'write'))
  const ready = async () =>
    (await person('GET', `${base}/ready?limit=100`))
      .json<{ tasks: { title: string }[] }>()
      .tasks.map(({ title }) => title)
  const phase = await make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const one = await make.node(owner, plan.id, { title: 'One', parent_id: phase.id })
  expect(await ready()).toEqual(['One'])
  const two = await make.node(owner, plan.id, { title: 'Two', parent_id: phase.id })
  expect(await ready()).toEqual(['One', 'Two'])
  const { id: edgeId } = await make.edge(owner, plan.id, one.id, two.id)
  expect(await ready()).toEqual(['One'])
  const { id } = (await agent('POST', `${base}/claims`, {})).json<{ claim: Claim }>().claim
  expect(await ready()).toEqual([])
  await agent('POST', `${base}/claims/${id}/end`, { outcome: 'done' })
  expect(await ready()).toEqual(['Two'])
  await person('PUT', `${base}/nodes/${one.id}/status`, { status: 'not_started' })
  expect(await ready()).toEqual(['One'])
  await person('DELETE', `${base}/edges/${edgeId}`)
  expect(await ready()).toEqual(['One', 'Two'])
  await person('PUT', `${base}/nodes/${two.id}`, { due_date: '2026-12-01', title: 'Second' })
  expect(await ready()).toEqual(['Second', 'One'])
  await person('PUT', `${base}/nodes/${phase.id}/status`, { status: 'blocked' })
  expect(await ready()).toEqual([])
  await person('POST', `${base}/nodes/${one.id}/move`, { parent_id: null })
  expect(await ready()).toEqual(['One'])
  await person('PUT', `${base}/nodes/${phase.id}/status`, { status: 'in_progress' })
  await person('DELETE', `${base}/nodes/${one.id}`)
  expect(await ready()).toEqual(['Second'])
  await person('POST', `${base}/nodes/${one.id}/restore`)
  expect((await ready()).sort()).toEqual(['One', 'Second'])
  await person('PUT', `${base}/nodes/${one.id}`, { node_type: 'milestone' })
  expect(await ready()).toEqual(['Second'])
})

/** Used by both databases: a second server on the same store has caches of its own. */
async function secondServer(test: TestApp): Promise<(who: TestUser | string) => Call> {
  const { as } = await testApp({ store: test.store, files: test.files })
  return as
}

it('two servers on one database give each task to one agent', { timeout: 120_000 }, async () => {
  const test = await testApp()
  const { make, as } = test
  const other = await secondServer(test)
  const owner = await make.user()
  const plan = await make.plan(owner)
  const base = `/plans/${plan.id}`
  for (let index = 0; index < 20; index++) await make.node(owner, plan.id, { title: `Step ${index}` })
  const claims: string[] = []
  const work = async (call: Call) => {
    for (;;) {
      const { claim } = (await call('POST', `${base}/claims`, {})).json<{ claim: Claim | null }>()
      if (!claim) return
      claims.push(claim.node_id)
      expect((await call('POST', `${base}/claims/${claim.id}/end`, { outcome: 'done' })).statusCode).toBe(200)
    }
  }
  const tokens = await Promise.all(Array.from({ length: 10 }, () => make.apiToken(owner, 'write')))
  await Promise.all(tokens.map((token, index) => work((index % 2 === 0 ? as : other)(token))))
  expect(claims).toHaveLength(20)
  expect(new Set(claims).size).toBe(20)
})

it('another server on the same database knows who holds the task', async () => {
  const test = await testApp()
  const { make, as } = test
  const owner = await make.user()
  const plan = await make.plan(owner)
  const base = `/plans/${plan.id}`
  const task = await make.node(owner, plan.id, { title: 'Pack' })
  const [token, stranger] = [await make.apiToken(owner, 'write'), await make.apiToken(owner, 'write')]
  const { claim } = (await as(token)('POST', `${base}/claims`, {})).json<{ claim: Claim }>()
  const next = await secondServer(test)
  expect((await next(owner)('GET', `${base}/claims`)).json()).toEqual([claim])
  expect((await next(stranger)('POST', `${base}/claims`, {})).json()).toEqual({ claim: null, node: null })
  const refused = await next(stranger)('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })
  expect(refused.json()).toMatchObject({ code: 'claimed' })
  expect((await next(token)('POST', `${base}/claims/${claim.id}/heartbeat`, {})).statusCode).toBe(200)
  expect((await next(token)('POST', `${base}/claims/${claim.id}/end`, { outcome: 'done' })).statusCode).toBe(200)
})

// What a plan may hold and a call may touch; the operator sets it.
import type { PlanEdge } from '@cairn/contract/api/edges'
import type { PlanNode } from '@cairn/contract/api/nodes'
import type { UndoResult } from '@cairn/contract/api/undo'
import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import type { Store } from '../src/db/open.ts'
import { type Call, testApp } from './factory.ts'
import { expectSoundPlan } from './soundness.ts'

async function limited(env: Record<string, string>) {
  const app = await testApp({ env })
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const call = app.as(me)
  const base = `/plans/${plan.id}/nodes`
  const add = (more: object = {}) => call('POST', base, { title: 'A node', node_type: 'task', ...more })
  return { ...app, me, plan, call, base, add }
}
const answer = async (reply: ReturnType<Call>) => {
  const { statusCode, body } = await reply
  return [statusCode, body ? JSON.parse(body).code : undefined]
}
const FULL = [409, 'plan_full']

it('limits the nodes of a plan, however they are added', async () => {
  const app = await limited({ CAIRN_MAX_PLAN_NODES: '4' })
  const { call, base, plan, add } = app
  const top = (await add()).json<PlanNode>()
  await add({ parent_id: top.id })
  const third = (await add()).json<PlanNode>()

  expect(await answer(call('POST', `${base}/${top.id}/duplicate`))).toEqual(FULL)
  expect(await answer(call('DELETE', `${base}/${top.id}`))).toEqual([204, undefined])
  await add()
  await add()
  expect(await answer(call('POST', `${base}/${top.id}/restore`))).toEqual(FULL)
  expect(await answer(call('POST', `${base}/bulk`, { node_ids: [top.id], restore: true }))).toEqual(FULL)
  await add()
  const refused = await add()
  expect(refused.json()).toEqual({
    error: 'A plan holds at most 4 nodes.',
    code: 'plan_full',
    details: { limit: 'nodes', max: 4 },
  })
  expect(await answer(call('POST', '/plans', { title: 'From a template', template: 'team-project' }))).toEqual(FULL)
  expect(await answer(call('POST', `/plans/${plan.id}/duplicate`))).toEqual([201, undefined])
  expect(await answer(call('DELETE', `${base}/${third.id}`))).toEqual([204, undefined])
  expect((await add()).statusCode).toBe(201)
  await expectSoundPlan(app, call, plan.id)
})

it('limits the links of a plan, however they are added', async () => {
  const app = await limited({ CAIRN_MAX_PLAN_EDGES: '2' })
  const { call, base, plan, add } = app
  const top = (await add()).json<PlanNode>()
  const nodes: PlanNode[] = []
  for (let i = 0; i < 3; i++) nodes.push((await add({ parent_id: top.id })).json())
  const [a, b, c] = nodes.map(({ id }) => id)
  const link = (source_id?: string, target_id?: string) =>
    call('POST', `/plans/${plan.id}/edges`, { source_id, target_id, kind: 'dependency' })
  const first = (await link(a, b)).json<{ id: string }>()
  const tree = (title: string) => ({
    nodes: [{ ref: 'new', title, node_type: 'task' }],
    edges: [{ source: 'new', target: a, kind: 'reference' }],
  })
  expect(await answer(call('POST', `${base}/tree`, tree('Fits')))).toEqual([201, undefined])

  const refused = await link(b, c)
  expect(refused.json()).toEqual({
    error: 'A plan holds at most 2 links.',
    code: 'plan_full',
    details: { limit: 'edges', max: 2 },
  })
  expect(await answer(call('POST', `${base}/tree`, tree('Too much')))).toEqual(FULL)
  expect(await answer(call('POST', `${base}/${top.id}/duplicate`))).toEqual(FULL)
  expect(await answer(call('DELETE', `/plans/${plan.id}/edges/${first.id}`))).toEqual([204, undefined])
  expect(await answer(link(b, c))).toEqual([201, undefined])
  await expectSoundPlan(app, call, plan.id)
})

it('counts the links of a plan once per command, however many come and go', async () => {
  const { call, base, plan, add, store } = await limited({ CAIRN_MAX_PLAN_EDGES: '4' })
  const end = (await add()).json<PlanNode>().id
  const refs = ['a', 'b', 'c', 'd']
  const made = await call('POST', `${base}/tree`, {
    nodes: refs.map((ref) => ({ ref, title: ref, node_type: 'task' })),
    edges: refs.map((source) => ({ source, target: end, kind: 'dependency' })),
  })
  const edges = `/plans/${plan.id}/edges`
  const [a, b] = (await call('GET', edges)).json<PlanEdge[]>()
  const link = () => call('POST', edges, { source_id: a?.source_id, target_id: b?.source_id, kind: 'reference' })
  const undo = (...replies: Awaited<ReturnType<Call>>[]) =>
    call('POST', `/plans/${plan.id}/undo`, { changes: replies.map(({ headers }) => Number(headers['x-change'])) })
  const undone = await undo(made)
  const counts = recordCounts(store)

  expect((await undo(undone)).json()).toMatchObject({ undone: 8, blocked: [] })
  expect(await answer(link())).toEqual(FULL)
  expect(counts.splice(0)).toEqual(['edges', 'edges'])

  // The first link returns, the new one goes, the second returns.
  const changes = [await call('DELETE', `${edges}/${b?.id}`), await link(), await call('DELETE', `${edges}/${a?.id}`)]
  counts.splice(0)
  expect((await undo(...changes)).json()).toMatchObject({ undone: 3, blocked: [] })
  expect(counts).toEqual(['edges'])
  expect(await answer(link())).toEqual(FULL)
  await expectSoundPlan({ store }, call, plan.id)
})

/** From now on has an item for each query in which a command counts links. */
function recordCounts(store: Store): string[] {
  const counts: string[] = []
  const { write } = store
  store.write = (work, planId) =>
    write((tx) => {
      const plugin: KyselyPlugin = {
        transformQuery: ({ node, queryId }) => {
          const { sql } = tx.getExecutor().compileQuery(node, queryId)
          if (sql.startsWith('select count(*) as "count" from "edges"')) counts.push('edges')
          return node
        },
        transformResult: async ({ result }) => result,
      }
      return work(tx.withPlugin(plugin))
    }, planId)
  return counts
}

it('undoes what fits into a full plan', async () => {
  const { call, base, plan, add } = await limited({ CAIRN_MAX_PLAN_NODES: '3', CAIRN_MAX_PLAN_EDGES: '1' })
  const [a, b, c] = [await add(), await add(), await add()].map((reply) => reply.json<PlanNode>().id)
  const edges = `/plans/${plan.id}/edges`
  const link = (source_id?: string, target_id?: string) =>
    call('POST', edges, { source_id, target_id, kind: 'reference' })
  const first = (await link(a, b)).json<PlanEdge>()
  const unlinked = await call('DELETE', `${edges}/${first.id}`)
  await link(b, a)
  const renamed = await call('PUT', `${base}/${b}`, { title: 'Renamed' })
  const deleted = await call('DELETE', `${base}/${c}`)
  await add()
  const changes = [unlinked, renamed, deleted].map(({ headers }) => Number(headers['x-change']))

  expect(await answer(call('POST', `/plans/${plan.id}/undo`, { changes }))).toEqual([409, 'undo_blocked'])
  const undone = (await call('POST', `/plans/${plan.id}/undo`, { changes, skip_blocked: true })).json<UndoResult>()

  expect(undone).toMatchObject({ undone: 1, kinds: { 'node.updated': 1 } })
  expect(new Map(undone.blocked.map(({ kind, code }) => [kind, code]))).toEqual(
    new Map([
      ['node.deleted', 'plan_full'],
      ['edge.deleted', 'plan_full'],
    ]),
  )
})

it('limits the text of a plan, and frees the size of removed texts', async () => {
  const app = await limited({ CAIRN_MAX_PLAN_TEXT_MB: '1' })
  const { call, base, plan, add } = app
  const wide = 'é'.repeat(50_000)
  const nodes: PlanNode[] = []
  for (let i = 0; i < 10; i++) nodes.push((await add({ context: wide })).json())
  const [first] = nodes

  const refused = await add({ context: wide })
  const edit = (body: object) => call('PUT', `${base}/${first?.id}`, { ...body })

  expect(refused.json()).toMatchObject({
    error: 'The texts of a plan hold at most 1 MB.',
    code: 'plan_full',
    details: { limit: 'text_bytes', max: 1_048_576 },
  })
  expect(await answer(edit({ agent_instructions: wide }))).toEqual(FULL)
  expect(await answer(edit({ title: 'Renamed' }))).toEqual([200, undefined])
  expect(await answer(edit({ context: null }))).toEqual([200, undefined])
  expect((await add({ context: wide })).statusCode).toBe(201)
  await expectSoundPlan(app, call, plan.id)
})

it('limits the nodes that one call names, adds and copies', async () => {
  const { call, base, add } = await limited({ CAIRN_MAX_COMMAND_NODES: '2' })
  const top = (await add()).json<PlanNode>()
  const ids = [top.id]
  for (let i = 0; i < 2; i++) ids.push((await add({ parent_id: top.id })).json<PlanNode>().id)

  const refused = [
    await call('POST', `${base}/bulk`, { node_ids: ids, status: 'completed' }),
    await call('POST', `${base}/${top.id}/duplicate`),
    await call('POST', `${base}/tree`, { nodes: ids.map((title) => ({ title, node_type: 'task' })) }),
  ]

  for (const reply of refused)
    expect(reply.json()).toMatchObject({ code: 'too_many_nodes', details: { limit: 'nodes', max: 2 } })
  expect(await answer(call('POST', `${base}/bulk`, { node_ids: ids.slice(1), status: 'completed' }))).toEqual([
    200,
    undefined,
  ])
  // A subtree that is deleted or restored counts as one.
  expect(await answer(call('POST', `${base}/bulk`, { node_ids: [top.id], delete: true }))).toEqual([200, undefined])
  expect(await answer(call('POST', `${base}/${top.id}/restore`))).toEqual([200, undefined])
})

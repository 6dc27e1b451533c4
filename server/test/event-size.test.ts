// What an event may carry, and what its readers take at once, however large the nodes are.
import { EVENT_MAX_BYTES, EVENT_NODES_MAX, type PlanEvent } from '@cairn/contract/api/events'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listEventsSince } from '../src/core/event-log.repo.ts'
import { testApp } from './factory.ts'
import { connected } from './live-client.ts'
import { insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

const LONG = 'x'.repeat(49_000)
const TEXTS = { context: LONG, agent_instructions: LONG }
const MEGABYTE = 1024 * 1024

async function aPlan() {
  const app = await testApp()
  const { as, make, store } = app
  const team = await make.team()
  const call = as(team.owner)
  const base = `/plans/${team.plan.id}/nodes`
  const written = async () => {
    const { bytes } = await store.reader
      .selectFrom('events')
      .select(sql<number>`coalesce(sum(octet_length(data) + coalesce(octet_length(more), 0)), 0)`.as('bytes'))
      .where('plan_id', '=', team.plan.id)
      .executeTakeFirstOrThrow()
    return bytes
  }
  const node = (more: object = {}) => make.node(team.owner, team.plan.id, more)
  return { ...app, ...team, call, base, written, node }
}

it('describes a large subtree that is copied or restored by its top and its count, in a small event', async () => {
  const app = await aPlan()
  const { app: server, call, base, written, node, viewer, plan } = app
  const top = await node(TEXTS)
  for (let i = 0; i < 3; i++) await node({ ...TEXTS, parent_id: top.id })
  const watching = await connected(server, viewer.token)
  await watching.subscribe(plan.id)
  const before = await written()

  const copies: PlanNode[] = []
  for (let i = 0; i < 5; i++) copies.push((await call('POST', `${base}/${top.id}/duplicate`)).json())
  await call('DELETE', `${base}/${top.id}`)
  await call('POST', `${base}/${top.id}/restore`)

  expect((await written()) - before).toBeLessThan(5_000)
  const { event } = await watching.hear('event', (message) => message.event.kind === 'node.restored')
  expect(event).toMatchObject({ node_id: top.id, data: { before: null, after: { count: 4, nodes: [] } } })
  const nodes = await expectSoundPlan(app, call, plan.id)
  expect(nodes.filter(({ context }) => context === LONG)).toHaveLength(24)
  const feed = (await call('GET', `/activity/plans/${plan.id}/activity?limit=100`)).json()
  expect(feed.data[0].content).toMatch(/restored "A node" and 3 nodes below it$/)
  expect(feed.data[2]).toMatchObject({ node_id: copies[4]?.id, data: { after: { count: 4 } } })
})

it('includes a subtree of many small nodes only up to the limit', async () => {
  const { store, call, base, plan } = await aPlan()
  const below = (count: number) => [null, ...Array.from({ length: count - 1 }, () => 0)]
  const [few = ''] = await insertTree({ store }, plan.id, below(EVENT_NODES_MAX))
  const [many = ''] = await insertTree({ store }, plan.id, below(EVENT_NODES_MAX + 1))

  for (const id of [few, many]) await call('POST', `${base}/${id}/duplicate`)

  const events = (await listEventsSince(store.reader, plan.id, plan.revision, 10)) as PlanEvent<'node.duplicated'>[]
  expect(events.map(({ data: { after } }) => [after.count, after.nodes.length])).toEqual([
    [EVENT_NODES_MAX, EVENT_NODES_MAX],
    [EVENT_NODES_MAX + 1, 0],
  ])
})

it('omits texts from an event that would be too large and names them; readers can still load them', async () => {
  const app = await aPlan()
  const { store, call, base, plan, node } = app
  const wide = (character: string) => character.repeat(50_000)
  const { id } = await node({ title: 'Wide', context: wide('日'), agent_instructions: wide('本') })
  await call('GET', base)

  await call('PUT', `${base}/${id}`, { title: 'Wider', context: wide('語') })

  const events = await listEventsSince(store.reader, plan.id, plan.revision, 10)
  for (const event of events) expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(EVENT_MAX_BYTES)
  expect(events.map(({ data }) => ('left_out' in data ? data.left_out : undefined))).toEqual([
    ['description', 'acceptance_criteria', 'context', 'agent_instructions'],
    ['context'],
  ])
  expect(events[1]?.data).toMatchObject({ before: { title: 'Wide' }, after: { title: 'Wider', version: 2 } })
  const [read] = await expectSoundPlan(app, call, plan.id)
  expect(read).toMatchObject({ title: 'Wider', context: wide('語'), agent_instructions: wide('本') })
  const { data } = (await call('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(data[0].data.changed).toEqual(['title', 'context'])
})

it('returns long texts to clients that patch and undo, but not in lists', async () => {
  const { store, call, base, plan, node } = await aPlan()
  const { id } = await node(TEXTS)
  await call('PUT', `${base}/${id}`, { context: `${LONG} and more` })

  const [created, updated] = await listEventsSince(store.reader, plan.id, plan.revision, 10)
  expect(created?.data).toMatchObject({ after: TEXTS })
  expect(updated?.data).toMatchObject({ before: { context: LONG }, after: { context: `${LONG} and more` } })
  const shown = await store.reader.selectFrom('events').select('data').where('plan_id', '=', plan.id).execute()
  expect(shown).toHaveLength(3)
  for (const { data } of shown) expect(data.length).toBeLessThan(3_000)
  const page = (await call('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(page.data[0].data.changed).toEqual(['context'])
})

it('reads the log by the megabyte, whatever the number of events', async () => {
  const { store, plan, node } = await aPlan()
  for (let i = 0; i < 15; i++) await node(TEXTS)

  const read = []
  for (let at = plan.revision; ; at = read.at(-1)?.revision ?? at) {
    const events = await listEventsSince(store.reader, plan.id, at, 50)
    if (events.length === 0) break
    expect(JSON.stringify(events).length).toBeLessThan(1.3 * MEGABYTE)
    read.push(...events)
  }

  expect(read.map(({ revision }) => revision)).toEqual(read.map((_, i) => plan.revision + 1 + i))
  expect(read).toHaveLength(15)
})

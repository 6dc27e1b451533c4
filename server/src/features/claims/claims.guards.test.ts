import { CLAIM_MINUTES_MAX, type Claim } from '@cairn/contract/api/claims'
import { expect, it } from 'vitest'
import { type Call, testApp } from '../../../test/factory.ts'

async function setUp() {
  const test = await testApp()
  const team = await test.make.team()
  const { owner, editor, plan } = team
  const base = `/plans/${plan.id}`
  const person = test.as(owner)
  const [holder, other] = [await test.make.apiToken(editor, 'write'), await test.make.apiToken(editor, 'write')].map(
    test.as,
  ) as [Call, Call]
  const make = (title: string, more: object = {}) => test.make.node(owner, plan.id, { title, ...more })
  const phase = await make('Phase', { node_type: 'phase' })
  const task = await make('Pack', { parent_id: phase.id })
  const free = await make('Free')
  const claim = async (as: Call = holder, more: object = {}) =>
    (await as('POST', `${base}/claims`, { node_id: task.id, ...more })).json<{ claim: Claim }>().claim
  return { ...test, ...team, base, person, holder, other, phase, task, free, claim }
}
type World = Awaited<ReturnType<typeof setUp>>

const node = ({ base, task }: World) => `${base}/nodes/${task.id}`
const bulk = (as: Call, { base }: World, body: object) => as('POST', `${base}/nodes/bulk`, body as never)

/** Every write that the rule is about. */
const WRITES: [string, (as: Call, world: World) => ReturnType<Call>][] = [
  ['a status', (as, world) => as('PUT', `${node(world)}/status`, { status: 'blocked' })],
  ['an update', (as, world) => as('PUT', node(world), { title: 'Packed' })],
  ['a move', (as, world) => as('POST', `${node(world)}/move`, { parent_id: null })],
  ['an assignment', (as, world) => as('POST', `${node(world)}/assign`, { user_id: world.owner.id })],
  ['new assignees', (as, world) => as('PUT', `${node(world)}/assignees`, { user_ids: [world.owner.id] })],
  ['a deletion', (as, world) => as('DELETE', node(world))],
  ['the deletion of its branch', (as, world) => as('DELETE', `${world.base}/nodes/${world.phase.id}`)],
  ['a bulk status', (as, world) => bulk(as, world, { node_ids: [world.free.id, world.task.id], status: 'blocked' })],
  ['a bulk due date', (as, world) => bulk(as, world, { node_ids: [world.task.id], due_date: '2026-12-01' })],
  ['a bulk move', (as, world) => bulk(as, world, { node_ids: [world.task.id], parent_id: world.free.id })],
  ['a bulk assignment', (as, world) => bulk(as, world, { node_ids: [world.task.id], assign: world.owner.id })],
  [
    'bulk changes',
    (as, world) => bulk(as, world, { changes: [{ id: world.task.id, order_index: 0, parent_id: null }] }),
  ],
  ['a bulk deletion', (as, world) => bulk(as, world, { node_ids: [world.free.id, world.phase.id], delete: true })],
]

it.each(WRITES)('refuses %s by another agent, and allows it to the holder', async (_, write) => {
  const world = await setUp()
  const { base, other, holder, task, person, claim, free } = world
  const { id } = await claim()
  const before = (await person('GET', `${base}/nodes`)).json()
  const refused = await write(other, world)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().code).toBe('claimed')
  expect(refused.json().error).toMatch(/holds this task until/)
  expect((await person('GET', `${base}/nodes`)).json()).toEqual(before)
  expect((await person('GET', `${base}/claims`)).json()).toMatchObject([{ id, node_id: task.id }])
  // Text beside the task is no change of it, and neither are other tasks.
  expect((await other('POST', `${node(world)}/log`, { content: 'Look here.' })).statusCode).toBe(201)
  expect((await other('PUT', `${base}/nodes/${free.id}/status`, { status: 'in_progress' })).statusCode).toBe(200)

  expect((await write(holder, world)).statusCode).toBeLessThan(300)
})

it.each(WRITES)('never refuses %s by a person', async (_, write) => {
  const world = await setUp()
  await world.claim()
  expect((await write(world.person, world)).statusCode).toBeLessThan(300)
})

it.each(WRITES)('refuses %s to an agent whose task was taken over, until it claims again', async (_, write) => {
  const world = await setUp()
  const { claim, holder, person, base } = world
  await claim()
  const taken = await claim(person, { take_over: true })
  const lost = await write(holder, world)
  expect(lost.statusCode).toBe(409)
  expect(lost.json().code).toBe('lease_lost')
  await person('POST', `${base}/claims/${taken.id}/end`, { outcome: 'released' })
  expect((await claim()).fence).toBe(3)
  expect((await write(holder, world)).statusCode).toBeLessThan(300)
})

it.each(['done', 'blocked', 'released'])(
  'stops an agent whose claim a person ended as %s, until it claims again',
  async (outcome) => {
    const world = await setUp()
    const { claim, holder, editor, as, base } = world
    const held = await claim()
    const ended = await as(editor)('POST', `${base}/claims/${held.id}/end`, { outcome })
    expect(ended.statusCode, ended.body).toBe(200)

    const lost = await holder('PUT', node(world), { title: 'Packed' })
    expect(lost.statusCode).toBe(409)
    expect(lost.json().code).toBe('lease_lost')
    const beside = await holder('POST', `${node(world)}/log`, { content: 'Still at work.' })
    expect([beside.statusCode, beside.headers['x-lease']]).toEqual([201, 'lost'])
    await as(editor)('PUT', `${node(world)}/status`, { status: 'not_started' })
    await claim()
    expect((await holder('PUT', node(world), { title: 'Packed' })).statusCode).toBe(200)
  },
)

it('stops an agent after the person who took its task over has released it', async () => {
  const world = await setUp()
  const { claim, holder, person, base } = world
  await claim()
  const taken = await claim(person, { take_over: true })
  await person('POST', `${base}/claims/${taken.id}/end`, { outcome: 'released' })

  expect((await holder('PUT', node(world), { title: 'Packed' })).json().code).toBe('lease_lost')
})

it('lets an agent go on writing to a task that it gave back itself', async () => {
  const world = await setUp()
  const { claim, holder, base } = world
  const held = await claim()
  await holder('POST', `${base}/claims/${held.id}/end`, { outcome: 'released' })

  expect((await holder('PUT', node(world), { title: 'Packed' })).statusCode).toBe(200)
})

it('names the nodes that are in the way of a bulk change by their index', async () => {
  const world = await setUp()
  const { other, claim, free, task, phase } = world
  await claim()
  const status = await bulk(other, world, { node_ids: [free.id, task.id], status: 'completed' })
  expect(status.json().details).toEqual([expect.objectContaining({ path: 'node_ids.1', index: 1, id: task.id })])
  const gone = await bulk(other, world, { node_ids: [free.id, phase.id], delete: true })
  expect(gone.json().details).toEqual([expect.objectContaining({ path: 'node_ids.1', index: 1, id: phase.id })])
})

it('keeps an agent from undoing its change of a task that another agent holds by now', async () => {
  const world = await setUp()
  const { other, claim, person, base, task } = world
  const renamed = await other('PUT', node(world), { title: 'Packed' })
  const change = Number(renamed.headers['x-change'])
  await claim()
  const refused = await other('POST', `${base}/undo`, { changes: [change] })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'undo_blocked',
    details: { blocked: [{ code: 'held', node_id: task.id }] },
  })
  expect((await person('POST', `${base}/undo`, { changes: [change] })).statusCode).toBe(200)
  expect((await person('GET', node(world))).json().title).toBe('Pack')
})

it('keeps an agent from undoing who is assigned to a task that another agent holds by now', async () => {
  const { other, claim, person, base, task, owner } = await setUp()
  const path = `${base}/nodes/${task.id}/assignees`
  const assigned = await other('PUT', path, { user_ids: [owner.id] })
  const removed = await other('PUT', path, { user_ids: [] })
  await claim()
  for (const { headers } of [removed, assigned]) {
    const refused = await other('POST', `${base}/undo`, { changes: [Number(headers['x-change'])] })
    expect(refused.json().details).toMatchObject({ blocked: [{ code: 'held', node_id: task.id }] })
    expect((await person('POST', `${base}/undo`, { changes: [Number(headers['x-change'])] })).statusCode).toBe(200)
  }
})

it('names each of twelve tasks that other agents hold when an agent undoes its changes of them', async () => {
  const { other, holder, person, base, free } = await setUp()
  const ids: string[] = []
  for (let at = 0; at < 12; at++) {
    const { id } = (await person('POST', `${base}/nodes`, { title: 'Task', node_type: 'task' })).json()
    await other('PUT', `${base}/nodes/${id}`, { description: `Text ${at}` }, { 'x-run-id': 'r' })
    await other('POST', `${base}/edges`, { source_id: id, target_id: free.id, kind: 'reference' }, { 'x-run-id': 'r' })
    await holder('POST', `${base}/claims`, { node_id: id })
    ids.push(id)
  }
  const preview = await other('POST', `${base}/undo`, { run_id: 'r', preview: true })
  expect(preview.statusCode, preview.body).toBe(200)
  expect(new Set(preview.json().blocked.map(({ node_id }: { node_id: string }) => node_id))).toEqual(new Set(ids))
})

it.each(['before', 'after'])('takes back all but a new root of a task that was claimed %s it came', async (when) => {
  const { other, claim, person, base, free, phase, task } = await setUp()
  const run = { 'x-run-id': 'r' }
  if (when === 'before') await claim()
  const renamed = await other('PUT', `${base}/nodes/${free.id}`, { title: 'Renamed' }, run)
  const move = await person('POST', `${base}/nodes/${task.id}/move`, { parent_id: null })
  expect([renamed.statusCode, move.statusCode]).toEqual([200, 200])
  const made = await other('POST', `${base}/nodes`, { title: 'Trip', node_type: 'root' }, run)
  const root = made.json<{ id: string }>()
  if (when === 'after') await claim()

  const undo = { run_id: 'r', skip_blocked: true }
  const reply = await other('POST', `${base}/undo`, undo)
  expect([reply.statusCode, reply.json()]).toMatchObject([
    200,
    { undone: 1, blocked: [{ node_id: root.id, node_title: 'Trip' }] },
  ])
  expect((await person('GET', `${base}/nodes/${free.id}`)).json()).toMatchObject({ title: 'Free', parent_id: root.id })

  // A person may change every node.
  expect((await person('POST', `${base}/undo`, undo)).json()).toMatchObject({ undone: 1, blocked: [] })
  for (const { id } of [free, phase, task])
    expect((await person('GET', `${base}/nodes/${id}`)).json().parent_id).toBeNull()
  expect((await person('GET', `${base}/claims`)).json()).toHaveLength(1)
})

it('tells an agent that writes beside a task that it no longer holds it, and keeps what it wrote', async () => {
  const world = await setUp()
  const { base, holder, other, person, claim, task } = world
  const write = (as: Call) => as('POST', `${node(world)}/log`, { content: 'Packed the rope.' })
  const link = { name: 'Rope', url: 'https://example.com', content_type: 'text/html' }
  const { id } = await claim()
  expect((await write(holder)).headers['x-lease']).toBeUndefined()

  const taken = await person('POST', `${base}/claims`, { node_id: task.id, take_over: true })
  if (taken.statusCode >= 300) throw new Error(`${id} ${taken.body}`)

  const logged = await write(holder)
  expect([logged.statusCode, logged.headers['x-lease']]).toEqual([201, 'lost'])
  const attached = await holder('POST', `${node(world)}/artifacts`, link)
  expect([attached.statusCode, attached.headers['x-lease']]).toEqual([201, 'lost'])
  expect((await write(other)).headers['x-lease']).toBeUndefined()
  expect((await write(person)).headers['x-lease']).toBeUndefined()
})

it.each([
  ['end', { outcome: 'released' }],
  ['heartbeat', {}],
])('keeps an agent from calling %s for a claim of another agent of the same person', async (call, body) => {
  const { base, editor, as, holder, other, person, claim, task } = await setUp()
  const { id } = await claim()

  const refused = await other('POST', `${base}/claims/${id}/${call}`, body)

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'claimed'])
  expect((await person('GET', `${base}/claims`)).json()).toMatchObject([{ id, node_id: task.id }])
  expect((await holder('POST', `${base}/claims/${id}/${call}`, body)).statusCode).toBe(200)
  const { id: next } = await claim()
  expect((await as(editor)('POST', `${base}/claims/${next}/${call}`, body)).statusCode).toBe(200)
})

it('lets an agent change a task that it lost longer ago than the longest claim', async () => {
  const { base, holder, claim, person, task, store } = await setUp()
  await claim()
  expect((await person('PUT', `${base}/nodes/${task.id}/status`, { status: 'completed' })).statusCode).toBe(200)
  const rename = () => holder('PUT', `${base}/nodes/${task.id}`, { title: 'Packed' })
  expect((await rename()).json().code).toBe('lease_lost')

  const longAgo = new Date(Date.now() - CLAIM_MINUTES_MAX * 60_000).toISOString()
  await store.write((tx) => tx.updateTable('claims').set({ ended_at: longAgo }).execute())

  expect((await rename()).statusCode).toBe(200)
})

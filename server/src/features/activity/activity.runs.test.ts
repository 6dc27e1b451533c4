import type { RunChange, RunDetail } from '@cairn/contract/api/runs'
import type { UndoResult } from '@cairn/contract/api/undo'
import { expect, it } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'

async function setUp() {
  const test = await testApp()
  const team = await test.make.team()
  const base = `/plans/${team.plan.id}`
  const agent = await test.make.apiToken(team.owner, 'write')
  /** A call of the agent in a run. */
  const act = async (
    run: string,
    method: 'POST' | 'PUT' | 'DELETE' | 'GET',
    path: string,
    body?: Record<string, unknown>,
  ) => {
    const reply = await test.as(agent)(method, `${base}${path}`, body, { 'x-run-id': run })
    if (reply.statusCode >= 300) throw new Error(`${reply.statusCode}: ${reply.body}`)
    return reply.body && reply.json()
  }
  const get = async (path: string, who: TestUser = team.owner) => test.as(who)('GET', `${base}${path}`)
  const run = async (id: string) => (await get(`/runs/${id}`)).json<RunDetail>()
  const changes = async (id: string) => (await get(`/runs/${id}/changes`)).json<{ changes: RunChange[] }>().changes
  return { ...test, ...team, base, act, get, run, changes }
}

it('lists the runs of agents, the one with the latest change first, page after page', async () => {
  const { act, as, base, get, owner, make, plan } = await setUp()
  const { id } = await make.node(owner, plan.id)
  await as(owner)('PUT', `${base}/nodes/${id}`, { title: 'By a person' }, { 'x-run-id': 'of a browser' })
  for (const [index, run] of ['a', 'b', 'c', 'a'].entries())
    await act(run, 'PUT', `/nodes/${id}`, { title: `${index}` })

  const first = await get('/runs?limit=2')
  const link = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await as(owner)('GET', link.slice(link.indexOf('/plans')))

  expect(first.json().runs).toMatchObject([
    { run_id: 'a', changes: 2, events: 2, via: { kind: 'token' }, user: { id: owner.id } },
    { run_id: 'c', changes: 1 },
  ])
  expect(second.json().runs).toMatchObject([{ run_id: 'b', changes: 1 }])
  expect(second.headers.link ?? '').not.toContain('next')
})

it('says what a run did, in order, with values before and after', async () => {
  const { act, run, changes, get } = await setUp()
  const node = await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task', description: 'By bus' })
  await act('r', 'PUT', `/nodes/${node.id}/status`, { status: 'in_progress' })
  await act('r', 'PUT', `/nodes/${node.id}`, { title: 'The route', description: 'By train' })
  await act('r', 'GET', '/nodes')

  expect(await run('r')).toMatchObject({
    changes: 3,
    events: 3,
    nodes: 1,
    undone: 0,
    kinds: { 'node.created': 1, 'node.status_changed': 1, 'node.updated': 1 },
  })
  const [created, started, renamed] = await changes('r')
  expect(created).toMatchObject({ type: 'node_created', undone: false, node_id: node.id })
  expect(started?.data).toMatchObject({ before: { status: 'not_started' }, after: { status: 'in_progress' } })
  expect(renamed?.data).toMatchObject({ before: { title: 'Route' }, after: { title: 'The route' } })
  const texts = await get(`/runs/r/changes/${renamed?.revision}/texts`)
  expect(texts.json().texts).toEqual([{ field: 'description', before: 'By bus', after: 'By train' }])
})

it('marks what has been undone, and no longer after a redo', async () => {
  const { act, as, base, owner, run, changes } = await setUp()
  const node = await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  await act('r', 'PUT', `/nodes/${node.id}/status`, { status: 'blocked' })
  const undo = async (changes: (number | undefined)[]) =>
    (await as(owner)('POST', `${base}/undo`, { changes })).json<{ change: number }>().change

  const undone = await undo([(await changes('r')).at(-1)?.change])
  expect((await changes('r')).map((change) => change.undone)).toEqual([false, true])
  expect((await run('r')).undone).toBe(1)

  await undo([undone])
  expect((await changes('r')).map((change) => change.undone)).toEqual([false, false])
  expect((await run('r')).undone).toBe(0)
})

it('counts only what undo takes back as undoable, which leaves claims alone', async () => {
  const { act, as, base, owner, run, changes } = await setUp()
  const node = await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  await act('r', 'POST', '/claims', { node_id: node.id })
  expect(await run('r')).toMatchObject({ events: 3, undoable: 2, undone: 0 })
  expect((await changes('r')).map(({ undoable }) => undoable)).toEqual([true, false, true])
  await as(owner)('POST', `${base}/undo`, { run_id: 'r' })
  expect(await run('r')).toMatchObject({ undoable: 2, undone: 2 })
})

it('counts all nodes of a new branch as undone, and does not wait for log entries that are kept', async () => {
  const { act, as, base, owner, run, changes } = await setUp()
  const phase = await act('r', 'POST', '/nodes', { title: 'Phase', node_type: 'phase' })
  for (const title of ['One', 'Two', 'Three'])
    await act('r', 'POST', '/nodes', { title, node_type: 'task', parent_id: phase.id })
  await act('r', 'POST', `/nodes/${phase.id}/log`, { content: 'Planned' })

  expect(await run('r')).toMatchObject({ events: 5, undoable: 4, undone: 0 })
  const reply = await as(owner)('POST', `${base}/undo`, { run_id: 'r' })
  expect(reply.json()).toMatchObject({ logs: 1, left: 0 })
  expect(await run('r')).toMatchObject({ undoable: 4, undone: 4 })
  expect((await changes('r')).map(({ undone }) => undone)).toEqual([true, true, true, true, false])

  await as(owner)('POST', `${base}/undo`, { changes: [reply.json().change] })
  expect(await run('r')).toMatchObject({ undoable: 4, undone: 0 })
})

it('counts nodes that were deleted without an undo as not undone, also when their deletion is redone', async () => {
  const { act, as, base, owner, run, changes } = await setUp()
  const phase = await act('r', 'POST', '/nodes', { title: 'Phase', node_type: 'phase' })
  const task = await act('r', 'POST', '/nodes', { title: 'Task', node_type: 'task', parent_id: phase.id })
  const other = await act('r', 'POST', '/nodes', { title: 'Other', node_type: 'task' })
  await act('r', 'DELETE', `/nodes/${other.id}`)
  const deleted = await as(owner)('DELETE', `${base}/nodes/${phase.id}`)
  expect(await run('r')).toMatchObject({ undoable: 4, undone: 0 })
  expect((await changes('r')).map(({ undone }) => undone)).toEqual([false, false, false, false])

  const undo = async (body: object) => (await as(owner)('POST', `${base}/undo`, { ...body })).json<UndoResult>()
  const { change } = await undo({ changes: [Number(deleted.headers['x-change'])] })
  await undo({ changes: [change] })
  expect((await as(owner)('GET', `${base}/nodes/${task.id}`)).statusCode).toBe(404)
  expect(await run('r')).toMatchObject({ undoable: 4, undone: 0 })
})

it('counts nodes as undone after they are deleted permanently', async () => {
  const { act, as, base, owner, run, store } = await setUp()
  const phase = await act('r', 'POST', '/nodes', { title: 'Phase', node_type: 'phase' })
  for (const title of ['One', 'Two'])
    await act('r', 'POST', '/nodes', { title, node_type: 'task', parent_id: phase.id })
  const other = await act('r', 'POST', '/nodes', { title: 'Other', node_type: 'task' })
  await act('s', 'POST', '/nodes', { title: 'Below', node_type: 'task', parent_id: other.id })
  await as(owner)('DELETE', `${base}/nodes/${other.id}`)
  await as(owner)('POST', `${base}/undo`, { run_id: 'r' })
  expect(await run('r')).toMatchObject({ undoable: 4, undone: 3 })

  await store.write((tx) => tx.deleteFrom('nodes').where('deleted_at', 'is not', null).execute())

  expect(await run('r')).toMatchObject({ undoable: 4, undone: 3 })
  expect(await run('s')).toMatchObject({ undoable: 1, undone: 0 })
})

it('counts nodes as not undone that are deleted by undoing that a person restored them', async () => {
  const { act, as, base, owner, run, changes } = await setUp()
  const node = await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  await as(owner)('DELETE', `${base}/nodes/${node.id}`)
  const restored = await as(owner)('POST', `${base}/nodes/${node.id}/restore`)
  const undo = await as(owner)('POST', `${base}/undo`, { changes: [Number(restored.headers['x-change'])] })

  expect(undo.json()).toMatchObject({ undone: 1 })
  expect((await as(owner)('GET', `${base}/nodes/${node.id}`)).statusCode).toBe(404)
  expect(await run('r')).toMatchObject({ undone: 0 })
  expect((await changes('r')).map(({ undone }) => undone)).toEqual([false])
})

it('counts the same nodes as undone before and after a purge, also with deletions before the undo', async () => {
  const { act, as, base, owner, run, store } = await setUp()
  const phase = await act('r', 'POST', '/nodes', { title: 'Phase', node_type: 'phase' })
  const add = (title: string, parent_id = phase.id) =>
    act('r', 'POST', '/nodes', { title, node_type: 'task', parent_id })
  const deleted = await add('Deleted')
  await add('Below', deleted.id)
  const restored = await add('Restored')
  await as(owner)('DELETE', `${base}/nodes/${deleted.id}`)
  const change = (await as(owner)('DELETE', `${base}/nodes/${restored.id}`)).headers['x-change']
  await as(owner)('POST', `${base}/undo`, { changes: [Number(change)] })
  await as(owner)('POST', `${base}/undo`, { run_id: 'r' })
  expect(await run('r')).toMatchObject({ undone: 2 })

  await store.write((tx) => tx.deleteFrom('nodes').where('deleted_at', 'is not', null).execute())

  expect(await run('r')).toMatchObject({ undone: 2 })
})

it('counts no entry as undoable that cannot be undone, such as the creation of the plan', async () => {
  const { as, make, owner } = await setUp()
  const agent = as(await make.apiToken(owner, 'write'))
  const inRun = { 'x-run-id': 'r' }
  const plan = (await agent('POST', '/plans', { title: 'By an agent' }, inRun)).json()
  await agent('POST', `/plans/${plan.id}/nodes`, { title: 'Route', node_type: 'task' }, inRun)
  const run = async () => (await agent('GET', `/plans/${plan.id}/runs/r`)).json<RunDetail>()
  expect(await run()).toMatchObject({ events: 2, undoable: 1, undone: 0 })

  await agent('POST', `/plans/${plan.id}/undo`, { run_id: 'r', skip_blocked: true })

  expect(await run()).toMatchObject({ undoable: 1, undone: 1 })
  const { changes } = (await agent('GET', `/plans/${plan.id}/runs/r/changes`)).json<{ changes: RunChange[] }>()
  expect(changes.map(({ undoable }) => undoable)).toEqual([false, true])
})

it('counts the calls of a run in all plans, those that only read included', async () => {
  const { act, run } = await setUp()
  await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  for (let call = 0; call < 4; call++) await act('r', 'GET', '/nodes')

  await expect.poll(async () => (await run('r')).calls).toBe(5)
})

it('counts the calls of the 5,000 run ids that a person used last', async () => {
  const { store, make, as, owner, plan, run, act } = await setUp()
  const reader = await make.apiToken(owner, 'read')
  const old = { user_id: owner.id, calls: 1, last_at: new Date(Date.now() - 60_000).toISOString() }
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    ...old,
    run_id: `old-${String(index).padStart(4, '0')}`,
  }))
  await store.write((tx) => tx.insertInto('run_calls').values(rows).execute())
  await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  for (const id of ['a', 'b', 'c']) await as(reader)('GET', `/plans/${plan.id}`, undefined, { 'x-run-id': id })

  const counted = async () => {
    const all = await store.reader.selectFrom('run_calls').select('run_id').where('user_id', '=', owner.id).execute()
    return { all: all.length, latest: all.filter(({ run_id }) => !run_id.startsWith('old')).length }
  }
  await expect.poll(counted).toEqual({ all: 5_000, latest: 4 })
  expect(await run('r')).toMatchObject({ calls: 1 })
})

it('keeps runs of two people with the same run id apart', async () => {
  const { act, as, base, get, make, owner, editor, run } = await setUp()
  const other = await make.apiToken(editor, 'write')
  const header = { 'x-run-id': 'nightly' }
  const add = (title: string) => as(other)('POST', `${base}/nodes`, { title, node_type: 'task' }, header)
  await act('nightly', 'POST', '/nodes', { title: 'First', node_type: 'task' })
  await add('Second')
  await add('Third')
  await as(editor)('POST', `${base}/nodes`, { title: 'By a browser', node_type: 'task' }, header)

  const { runs } = (await get('/runs')).json<{ runs: RunDetail[] }>()
  expect(runs).toMatchObject([
    { user: { id: editor.id }, changes: 2 },
    { run_id: 'nightly', user: { id: owner.id }, changes: 1 },
  ])
  const stored = runs[0]?.run_id ?? ''
  expect(stored).toMatch(/^nightly~[0-9a-f]{12}$/)
  await expect.poll(async () => (await run(stored)).calls).toBe(2)
  expect((await as(other)('POST', `${base}/undo`, { run_id: 'nightly' })).statusCode).toBe(403)
  expect((await as(other)('POST', `${base}/undo`, { run_id: stored })).json()).toMatchObject({ undone: 3 })

  const agent = await make.apiToken(owner, 'write')
  expect((await as(agent)('POST', `${base}/undo`, { run_id: 'nightly' })).json()).toMatchObject({ undone: 1 })
})

it('counts the calls of a run whose id is too long to be kept whole beside its ending', async () => {
  const { act, as, base, get, make, editor, run } = await setUp()
  const agent = as(await make.apiToken(editor, 'write'))
  const long = `%_'${'n'.repeat(95)}`
  const send = async (id: string) =>
    agent('POST', `${base}/nodes`, { title: 'Other', node_type: 'task' }, { 'x-run-id': id })
  for (const id of [`${long}12`, `${long}34`]) await act(id, 'POST', '/nodes', { title: 'First', node_type: 'task' })
  for (const id of [`${long}12`, `${long}34`, `${long}34`]) await send(id)

  const { runs } = (await get('/runs')).json<{ runs: RunDetail[] }>()
  const theirs = runs.filter(({ user }) => user.id === editor.id)
  const calls = () => Promise.all(theirs.map(async ({ run_id }) => (await run(encodeURIComponent(run_id))).calls))
  await expect.poll(calls).toEqual([2, 1])
})

it('keeps a run apart from changes that take its other id on purpose', async () => {
  const { act, as, base, get, make, editor } = await setUp()
  const other = await make.apiToken(editor, 'write')
  const long = 'n'.repeat(100)
  const add = (run: string) =>
    as(other)('POST', `${base}/nodes`, { title: 'Other', node_type: 'task' }, { 'x-run-id': run })
  await act(long, 'POST', '/nodes', { title: 'First', node_type: 'task' })
  await add(long)
  const { runs } = (await get('/runs')).json<{ runs: RunDetail[] }>()
  const stored = runs[0]?.run_id ?? ''
  expect(stored).toHaveLength(100)
  await act(stored, 'POST', '/nodes', { title: 'Again', node_type: 'task' })
  await add(long)

  const again = (await get('/runs')).json<{ runs: RunDetail[] }>().runs
  expect(again.map(({ user, changes }) => [user.id, changes])).toEqual([
    [editor.id, 2],
    [expect.any(String), 1],
    [expect.any(String), 1],
  ])
})

it('counts a command with many events as one change', async () => {
  const { act, run, make, owner, plan } = await setUp()
  const ids = await Promise.all([1, 2, 3].map(async () => (await make.node(owner, plan.id)).id))
  await act('r', 'POST', '/nodes/bulk', { node_ids: ids, status: 'completed' })

  expect(await run('r')).toMatchObject({ changes: 1, events: 3, nodes: 3 })
})

it('answers 404 for unknown runs, runs of other plans and people without access', async () => {
  const { act, as, make, owner, get, base } = await setUp()
  await act('r', 'POST', '/nodes', { title: 'Route', node_type: 'task' })
  const other = await make.plan(owner)
  const replies = await Promise.all([
    get('/runs/unknown'),
    get('/runs/unknown/changes'),
    get('/runs/r/changes/999/texts'),
    get('/runs/r/changes/2147483648/texts'),
    as(owner)('GET', `/plans/${other.id}/runs/r`),
    as(await make.user())('GET', `${base}/runs/r`),
    as(await make.user())('GET', `${base}/runs`),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404, 404, 404])
})

it.each(['.', '..'])('refuses the id %s, which a URL cannot contain', async (id) => {
  const { as, make } = await testApp()
  const me = await make.user()
  const refused = await as(me)('POST', '/plans', { title: 'Trip' }, { 'x-run-id': id })
  expect([refused.statusCode, refused.json().error]).toEqual([400, 'X-Run-Id must not be "." or ".."'])
})

it('hides the text of an entry that was deleted', async () => {
  const { act, as, base, changes, get, make, owner, plan } = await setUp()
  const { id } = await make.node(owner, plan.id)
  const entry = await act('r', 'POST', `/nodes/${id}/log`, { content: 'Something wrong' })
  const [change] = await changes('r')
  const texts = async () => (await get(`/runs/r/changes/${change?.revision}/texts`)).json().texts
  expect(await texts()).toEqual([{ field: 'content', before: null, after: 'Something wrong' }])

  await as(owner)('DELETE', `${base}/nodes/${id}/logs/${entry.id}`)
  expect(await texts()).toEqual([])
})

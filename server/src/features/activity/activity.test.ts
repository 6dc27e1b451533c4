import type { ActivityItem, ActivityPage } from '@cairn/contract/api/activity'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { type Call, type TestUser, testApp } from '../../../test/factory.ts'

const pageOf = async (call: Call, path: string): Promise<ActivityPage> => (await call('GET', path)).json()
const sentences = (items: ActivityItem[]): string[] => items.map(({ content }) => content)

async function busyPlan() {
  const test = await testApp()
  const { as, make } = test
  const [ana, bob] = [await make.user({ name: 'Ana' }), await make.user({ name: 'Bob' })]
  const plan = await make.plan(ana, { title: 'Launch' })
  await make.member(plan.id, bob, 'editor')
  const node = await make.node(ana, plan.id, { title: 'Draft the plan' })
  const path = `/plans/${plan.id}/nodes/${node.id}`
  return { ...test, ana, bob, plan, node, path, call: as(ana) }
}

it('describes everything that happened in sentences, newest first', async () => {
  const { call, as, make, ana, bob, plan, node, path } = await busyPlan()
  const other = await make.node(ana, plan.id, { title: 'Second' })
  await call('PUT', `${path}/status`, { status: 'in_progress' })
  await call('PUT', path, { title: 'Draft it', context: 'x'.repeat(50_000), due_date: '2026-02-01' })
  await call('PUT', path, { title: 'Draft' })
  await call('POST', `${path}/assign`, { user_id: bob.id })
  await call('DELETE', `${path}/unassign`, { user_id: bob.id })
  await as(bob)('POST', `${path}/log`, { content: 'Looks\n good', log_type: 'comment' })
  await as(bob)('POST', `${path}/log`, { content: 'a'.repeat(10_000), log_type: 'decision' })
  await make.edge(ana, plan.id, node.id, other.id)
  await call('POST', `${path}/artifacts`, { name: 'Notes', content_type: 'text/html', url: 'https://example.test/n' })
  await call('POST', `${path}/move`, { parent_id: other.id })
  await call('DELETE', `/plans/${plan.id}/nodes/${other.id}`)
  await call('POST', `/plans/${plan.id}/nodes/${other.id}/restore`)
  await call('PUT', `/plans/${plan.id}`, { title: 'Lift-off', status: 'active' })

  const { data, ...page } = await pageOf(call, `/activity/plans/${plan.id}/activity`)

  expect(sentences(data)).toEqual([
    'Ana changed the title and status of the plan',
    'Ana restored "Second" and 1 node below it',
    'Ana deleted "Second" and 1 node below it',
    'Ana moved "Draft" from the top level to "Second"',
    'Ana added the link "Notes" to "Draft"',
    'Ana added a dependency link from "Draft" to "Second"',
    `Bob logged a decision on "Draft": ${'a'.repeat(199)}…`,
    'Bob commented on "Draft": Looks good',
    'Ana unassigned Bob from "Draft"',
    'Ana assigned "Draft" to Bob',
    'Ana renamed "Draft it" to "Draft"',
    'Ana changed the title, due date and context of "Draft it"',
    'Ana changed the status of "Draft the plan" from not started to in progress',
    'Ana added "Second"',
    'Ana added "Draft the plan"',
    'Ana created the plan "Launch"',
  ])
  expect(data.map(({ type }) => type)).toEqual([
    'plan',
    'node_created',
    'node_deleted',
    'node_moved',
    'file_upload',
    'edge',
    'log',
    'comment',
    'assignment',
    'assignment',
    'node_updated',
    'node_updated',
    'status_change',
    'node_created',
    'node_created',
    'plan',
  ])
  expect(page).toEqual({ total: 16, page: 1, limit: 20, total_pages: 1 })
  expect(JSON.stringify(data).length).toBeLessThan(16_000)
})

it('shows the old and new value of a single changed field', async () => {
  const { call, make, ana, plan, node, path } = await busyPlan()
  const [above, other] = [
    await make.node(ana, plan.id, { title: 'Above' }),
    await make.node(ana, plan.id, { title: 'Other' }),
  ]
  const people = `/plans/${plan.id}/collaborators`
  const { data: before } = await pageOf(call, `/activity/plans/${plan.id}/activity`)
  await call('PUT', path, { node_type: 'milestone' })
  await call('PUT', path, { due_date: '2026-02-01' })
  await call('PUT', path, { due_date: '2026-03-01' })
  await call('PUT', path, { due_date: null })
  await call('POST', `${path}/move`, { parent_id: null, order_index: 2 })
  await call('POST', `${path}/move`, { parent_id: above.id })
  await make.node(ana, plan.id, { title: 'Sibling', parent_id: above.id })
  await call('POST', `${path}/move`, { parent_id: above.id, order_index: 1 })
  await call('POST', `${path}/move`, { parent_id: above.id, order_index: 0 })
  await call('POST', `${path}/move`, { parent_id: other.id })
  const edge = await make.edge(ana, plan.id, node.id, above.id)
  await call('PUT', `/plans/${plan.id}/edges/${edge.id}`, { kind: 'sequence' })
  await call('DELETE', `/plans/${plan.id}/edges/${edge.id}`)
  await call('PUT', `/plans/${plan.id}`, { title: 'Lift-off' })
  await call('PUT', `/plans/${plan.id}`, { status: 'active' })
  await call('POST', people, { email: 'new@example.test', role: 'viewer' })
  const link = await call('POST', `${path}/artifacts`, {
    name: 'Notes',
    content_type: 'text/html',
    url: 'https://x.test',
  })
  await call('PUT', `${path}/artifacts/${link.json().id}`, { name: 'Minutes' })

  const { data } = await pageOf(call, `/activity/plans/${plan.id}/activity?limit=100`)

  const said = sentences(data.slice(0, data.length - before.length)).toReversed()
  expect(said).toEqual([
    'Ana changed the type of "Draft the plan" from task to milestone',
    'Ana set the due date of "Draft the plan" to Feb 1, 2026',
    'Ana changed the due date of "Draft the plan" from Feb 1, 2026 to Mar 1, 2026',
    'Ana removed the due date of "Draft the plan"',
    'Ana moved "Draft the plan" down at the top level',
    'Ana moved "Draft the plan" from the top level to "Above"',
    'Ana added "Sibling"',
    'Ana moved "Draft the plan" down in "Above"',
    'Ana moved "Draft the plan" up in "Above"',
    'Ana moved "Draft the plan" from "Above" to "Other"',
    'Ana added a dependency link from "Draft the plan" to "Above"',
    'Ana changed the link from "Draft the plan" to "Above" from dependency to sequence',
    'Ana removed a sequence link from "Draft the plan" to "Above"',
    'Ana renamed the plan "Launch" to "Lift-off"',
    'Ana changed the status of the plan from draft to active',
    'Ana invited new@example.test as viewer',
    'Ana added the link "Notes" to "Draft the plan"',
    'Ana renamed the link "Notes" of "Draft the plan" to "Minutes"',
  ])
})

it('returns the fields of each type of item, and never the long texts', async () => {
  const { call, ana, bob, plan, node, path } = await busyPlan()
  await call('PUT', `${path}/status`, { status: 'blocked' })
  await call('POST', `${path}/assign`, { user_id: bob.id })
  await call('POST', `${path}/artifacts`, { name: 'Notes', content_type: 'text/html', url: 'https://example.test/n' })
  await call('PUT', path, { description: 'Long', due_date: '2026-02-01' })

  const { data } = await pageOf(call, `/activity/plans/${plan.id}/nodes/${node.id}/activity`)

  expect(data).toMatchObject([
    {
      type: 'node_updated',
      data: {
        before: { due_date: null },
        after: { due_date: '2026-02-01', version: 3 },
        changed: ['description', 'due_date'],
      },
    },
    {
      type: 'file_upload',
      fileName: 'Notes',
      fileSize: null,
      fileType: 'text/html',
      url: 'https://example.test/n',
    },
    { type: 'assignment', assignee: { id: bob.id, name: 'Bob' } },
    { type: 'status_change', oldStatus: 'not_started', newStatus: 'blocked' },
    { type: 'node_created', plan_id: plan.id, node_id: node.id, node_title: 'Draft the plan', revision: 2 },
  ])
  expect(data[0]?.data).not.toHaveProperty('after.description')
  expect(data[4]).toMatchObject({
    user: { id: ana.id, name: 'Ana', email: ana.email, avatar_url: null },
    via: { kind: 'session' },
    run_id: null,
  })
})

it('shows the source of a change', async () => {
  const { as, make, ana, plan, path } = await busyPlan()
  const token = await make.apiToken(ana, 'write')
  await as(token)('PUT', `${path}/status`, { status: 'completed' }, { 'x-run-id': 'run 7' })

  const { data } = await pageOf(as(ana), `/activity/plans/${plan.id}/activity`)

  expect(data[0]).toMatchObject({ via: { kind: 'token', name: 'write token' }, run_id: 'run 7' })
})

it('returns the timeline oldest first, and the activities of a node by offset', async () => {
  const { call, plan, path } = await busyPlan()
  for (const status of ['in_progress', 'blocked', 'completed']) await call('PUT', `${path}/status`, { status })

  const { plan: shown, timeline } = (await call('GET', `/activity/plans/${plan.id}/timeline`)).json()
  const activities = (await call('GET', `${path}/activities?limit=2&offset=1`)).json()

  expect(shown).toMatchObject({ id: plan.id, revision: 5 })
  expect(timeline.map(({ revision }: ActivityItem) => revision)).toEqual([1, 2, 3, 4, 5])
  expect(activities).toMatchObject({ total: 4, limit: 2, offset: 1 })
  expect(activities.activities.map(({ revision }: ActivityItem) => revision)).toEqual([4, 3])
})

it('pages through the feed of all plans without a gap or a repetition', async () => {
  const { as, make } = await testApp()
  const [me, friend] = [await make.user(), await make.user()]
  const plans = [await make.plan(me), await make.plan(friend), await make.plan(me)]
  for (const { id } of plans.slice(1, 2)) await make.member(id, me, 'viewer')
  for (let i = 0; i < 12; i++)
    await make.node(i % 3 === 1 ? friend : me, plans[i % 3]?.id ?? '', { title: `Node ${i}` })

  const pages = await Promise.all([1, 2, 3, 4].map((page) => pageOf(as(me), `/activity/feed?limit=5&page=${page}`)))

  const items = pages.flatMap(({ data }) => data)
  expect(pages.map(({ data, total, total_pages }) => [data.length, total, total_pages])).toEqual([
    [5, 15, 3],
    [5, 15, 3],
    [5, 15, 3],
    [0, 15, 3],
  ])
  expect(items.slice(0, 12).map(({ node_title }) => node_title)).toEqual(
    Array.from({ length: 12 }, (_, i) => `Node ${11 - i}`),
  )
  expect(new Set(items.map(({ id }) => id)).size).toBe(15)
})

it('preserves the order of a plan when the clock is set back', async () => {
  let ahead = 0
  const { as, make, store } = await testApp({ clock: () => new Date(Date.now() + ahead) })
  const me = await make.user()
  const plan = await make.plan(me)
  const titles: string[] = []
  for (const [i, hours] of [0, -1, 20, 0].entries()) {
    ahead = hours * 3_600_000
    titles.unshift((await make.node(me, plan.id, { title: `Node ${i}` })).title)
  }
  // As a server would have named it whose clock is behind.
  const early = `00000000-0000-7000-8000-${plan.id.slice(-12)}`
  await store.write((tx) => tx.updateTable('events').set({ id: early }).where('revision', '=', 4).execute())

  const feed = await pageOf(as(me), '/activity/feed')
  const activity = await pageOf(as(me), `/activity/plans/${plan.id}/activity`)

  expect(feed.data.map(({ node_title }) => node_title)).toEqual([...titles, null])
  expect(activity.data).toEqual(feed.data)
})

it('lists events after a restart above events dated by a clock that was ahead', async () => {
  const { as, make, store, files } = await testApp()
  const me = await make.user()
  const [dated] = [await make.plan(me, { title: 'Dated ahead' }), await make.plan(me, { title: 'Before' })]
  const ahead = `03bb2cc3-d800-7000-8000-${dated.id.slice(-12)}`
  await store.write((tx) => tx.updateTable('events').set({ id: ahead }).where('plan_id', '=', dated.id).execute())

  const restarted = await testApp({ store, files })
  await restarted.make.plan(me, { title: 'After' })
  const { data } = await pageOf(as(me), '/activity/feed')

  expect(sentences(data).map((sentence) => sentence.split('"')[1])).toEqual(['After', 'Dated ahead', 'Before'])
})

it('hides a plan from users without access, after removal and after deletion', async () => {
  const { as, make, ana, bob, plan, path } = await busyPlan()
  const stranger = await make.user()
  const paths = (id: string) => [
    `/activity/plans/${id}/activity`,
    `/activity/plans/${id}/timeline`,
    `/activity${path}/activity`,
    `${path}/activities`,
  ]
  const refusals = async (who: TestUser) =>
    Promise.all(paths(plan.id).map(async (url) => (await as(who)('GET', url)).statusCode))
  const totals = async (who: TestUser) => {
    const { data, total } = await pageOf(as(who), '/activity/feed')
    return [data.length, total]
  }

  const before = await totals(bob)
  await as(ana)('DELETE', `/plans/${plan.id}/collaborators/${bob.id}`)

  expect(before).toEqual([2, 2])
  expect(await totals(bob)).toEqual([0, 0])
  expect(await totals(stranger)).toEqual([0, 0])
  expect(await refusals(bob)).toEqual([404, 404, 404, 404])
  expect(await refusals(stranger)).toEqual([404, 404, 404, 404])
  expect(await totals(ana)).toEqual([3, 3])
  await as(ana)('DELETE', `/plans/${plan.id}`)
  expect(await totals(ana)).toEqual([0, 0])
})

it('answers 404 for a node of another plan', async () => {
  const { call, make, ana, plan } = await busyPlan()
  const elsewhere = await make.plan(ana)
  const foreign: PlanNode = await make.node(ana, elsewhere.id)

  const replies = await Promise.all([
    call('GET', `/activity/plans/${plan.id}/nodes/${foreign.id}/activity`),
    call('GET', `/plans/${plan.id}/nodes/${foreign.id}/activities`),
  ])

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404])
})

it.each([
  ['the feed', '/activity/feed?limit=3', 'data'],
  ['a plan', '/activity/plans/{plan}/activity?limit=3', 'data'],
  ['a node', '/activity/plans/{plan}/nodes/{node}/activity?limit=3', 'data'],
  ['a node by offset', '/plans/{plan}/nodes/{node}/activities?limit=3', 'activities'],
  ['the access to a plan', '/activity/plans/{plan}/access?limit=3', 'data'],
])('follows cursors through %s while others write, without a repetition or a gap', async (_, url, list) => {
  const { as, make } = await testApp()
  const me = await make.user()
  const [plan, other] = [await make.plan(me), await make.plan(me)]
  const node = await make.node(me, plan.id)
  for (let i = 0; i < 8; i++) {
    await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${i}` })
    await make.node(me, other.id)
    await as(me)('POST', `/plans/${plan.id}/collaborators`, { user_id: (await make.user()).id })
  }
  const path = url.replace('{plan}', plan.id).replace('{node}', node.id)
  const read = async (at: string) => {
    const reply = await as(me)('GET', at)
    expect(reply.statusCode, reply.body).toBe(200)
    const { [list]: items, ...page } = reply.json()
    return { ids: items.map(({ id }: { id: string }) => id), page, link: String(reply.headers.link) }
  }
  const { ids: all } = await read(path.replace('limit=3', 'limit=100'))

  const seen: string[] = []
  for (let at: string | undefined = path, pages = 1; at; pages++) {
    const { ids, page, link } = await read(at)
    seen.push(...ids)
    if ('page' in page) expect(page.page).toBe(pages)
    at = /<\/api([^>]+)>; rel="next"/.exec(link)?.[1]
    await make.node(me, other.id)
    await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Meanwhile ${pages}` })
    await as(me)('POST', `/plans/${plan.id}/collaborators`, { user_id: (await make.user()).id })
    // The plans of the feed change too.
    if (pages === 2) await make.plan(me)
  }

  expect(all.length).toBeGreaterThan(7)
  expect(seen).toEqual(all)
  expect((await as(me)('GET', `${path}&cursor=bm8`)).statusCode).toBe(400)
})

it('leads from the timeline back to the beginning of a plan', async () => {
  const { call, plan, path } = await busyPlan()
  for (const title of ['A', 'B', 'C', 'D', 'E']) await call('PUT', path, { title })

  const pages: number[][] = []
  for (let at: string | undefined = `/activity/plans/${plan.id}/timeline?limit=3`; at; ) {
    const reply = await call('GET', at)
    pages.push(reply.json().timeline.map(({ revision }: ActivityItem) => revision))
    at = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }

  expect(pages).toEqual([[5, 6, 7], [2, 3, 4], [1]])
})

it('returns a timeline of hundreds of events in one reply', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const nodes = Array.from({ length: 450 }, (_, i) => ({ title: `Node ${i}`, node_type: 'task' }))
  await as(me)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  const read = async (limit: number) =>
    (await as(me)('GET', `/activity/plans/${plan.id}/timeline?limit=${limit}`)).json<{ timeline: ActivityItem[] }>()
      .timeline

  const all = await read(1_000)
  const revisions = all.map(({ revision }) => revision)

  expect(revisions).toEqual(Array.from({ length: 451 }, (_, i) => i + 1))
  expect(await read(401)).toEqual(all.slice(-401))
})

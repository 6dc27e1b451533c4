import type { ListedPlan, Plan, PlanStatus } from '@cairn/contract/api/plans'
import { expect, it } from 'vitest'
import { type Call, PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'

const titles = async (call: Call, query: string): Promise<string[]> =>
  (await call('GET', `/plans?${query}`)).json<Plan[]>().map(({ title }) => title)

/** Follows the next links to the end; `meanwhile` runs between two pages. */
async function walk(call: Call, query: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const seen: string[] = []
  for (let path: string | undefined = `/plans?${query}`; path !== undefined; ) {
    const reply = await call('GET', path)
    expect(reply.statusCode, reply.body).toBe(200)
    seen.push(...reply.json<Plan[]>().map(({ title }) => title))
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    await meanwhile()
  }
  return seen
}

it('sorts by last change, title, creation and progress', async () => {
  // No two changes at the same time.
  let now = Date.parse('2026-03-01T00:00:00Z')
  const { as, make } = await testApp({ clock: () => new Date(now++) })
  const me = await make.user()
  const call = as(me)
  const plans: Record<string, Plan> = {}
  for (const title of ['Zebra', 'äpfel', 'Apricot', 'birch']) plans[title] = await make.plan(me, { title })
  const done = async (title: string, statuses: readonly ('completed' | 'not_started')[]) => {
    for (const status of statuses) await make.node(me, plans[title]?.id ?? '', { status })
  }
  await done('Apricot', ['completed', 'not_started', 'not_started'])
  await done('Zebra', ['completed'])
  await done('birch', ['not_started'])

  expect(await titles(call, '')).toEqual(['birch', 'Zebra', 'Apricot', 'äpfel'])
  expect(await titles(call, 'sort=updated')).toEqual(['birch', 'Zebra', 'Apricot', 'äpfel'])
  expect(await titles(call, 'sort=created')).toEqual(['birch', 'Apricot', 'äpfel', 'Zebra'])
  expect(await titles(call, 'sort=title')).toEqual(['äpfel', 'Apricot', 'birch', 'Zebra'])
  expect(await titles(call, 'sort=progress')).toEqual(['Zebra', 'Apricot', 'birch', 'äpfel'])
  expect((await call('GET', '/plans?sort=size')).json()).toMatchObject({
    error: 'sort must be one of updated, title, created, progress, shared',
  })
})

it('filters by role and by time, and counts the filtered plans', async () => {
  let ahead = 0
  const { as, make } = await testApp({ clock: () => new Date(Date.parse('2026-03-01T00:00:00Z') + ahead) })
  const { plan, owner, viewer } = await make.team()
  ahead = 3_600_000
  const own = await make.plan(viewer, { title: 'Mine', status: 'active' })
  const call = as(viewer)

  expect(await titles(call, 'role=viewer')).toEqual([plan.title])
  expect(await titles(call, 'role=owner')).toEqual([own.title])
  expect(await titles(call, 'role=editor')).toEqual([])
  expect(await titles(as(owner), 'role=owner')).toEqual([plan.title])
  expect(await titles(call, 'updated_since=2026-03-01T00:30:00Z')).toEqual([own.title])
  expect(await titles(call, 'updated_since=2026-03-01T02:00:00%2B01:00')).toEqual([own.title])
  expect(await titles(call, 'updated_since=2026-03-01')).toEqual([own.title, plan.title])
  const counted = await call('GET', '/plans?role=owner&status=draft')
  expect(counted.headers['x-total-count']).toBe('0')
  expect(JSON.parse(String(counted.headers['x-status-counts']))).toEqual({
    all: 1,
    draft: 0,
    active: 1,
    completed: 0,
    archived: 0,
  })
  for (const wrong of ['role=boss', 'updated_since=yesterday', 'updated_since=2026-02-30', 'status=done', 'limit=0'])
    expect((await call('GET', `/plans?${wrong}`)).json().details).toMatchObject([{ path: wrong.split('=')[0] }])
})

it('finds parts of words in title or description, whatever their case, and nothing for punctuation', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const call = as(me)
  await make.plan(me, { title: 'Überblick 2026', description: 'Für das Marketing' })
  await make.plan(me, { title: 'Remarketing_100%', description: "O'Brien's list" })

  const found: Record<string, string[]> = {}
  for (const q of ['MARK', 'arketing', 'berbl', 'ÜBERBLICK', '100%', "o'br", 'blick mark', 'blick list', 'nowhere'])
    found[q] = (await titles(call, `q=${encodeURIComponent(q)}`)).map((title) => title.slice(0, 2))
  expect(found).toEqual({
    MARK: ['Re', 'Üb'],
    arketing: ['Re', 'Üb'],
    berbl: ['Üb'],
    ÜBERBLICK: ['Üb'],
    '100%': ['Re'],
    "o'br": ['Re'],
    'blick mark': ['Üb'],
    'blick list': [],
    nowhere: [],
  })
  for (const q of ['%', '_', '---', '!?', "'", '*'])
    expect(await titles(call, `q=${encodeURIComponent(q)}`), q).toEqual([])
  expect(await titles(call, 'q=')).toHaveLength(2)
  expect(await titles(call, 'query=berbl')).toHaveLength(1)
})

it.each(['updated', 'created', 'title', 'progress'])(
  'follows cursors by %s without a repetition or a gap',
  async (sort) => {
    const { as, make } = await testApp()
    const me = await make.user()
    for (let i = 0; i < 11; i++) {
      const { id } = await make.plan(me, { title: i % 3 === 0 ? 'Same' : `Plan ${i}`, description: String(i) })
      if (i % 2 === 0) await make.node(me, id, { status: 'completed' })
    }
    const all = await titles(as(me), `limit=100&sort=${sort}`)

    expect(await walk(as(me), `limit=3&sort=${sort}`)).toEqual(all)
  },
)

it('repeats no row of page 1 while others write', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plans: Plan[] = []
  for (let i = 0; i < 9; i++) plans.push(await make.plan(me, { title: `Plan ${i}` }))
  let round = 0
  const meanwhile = async () => {
    await make.plan(me, { title: `New ${round}` })
    await make.node(me, plans[8 - round]?.id ?? '')
    round++
  }

  expect(await walk(as(me), 'limit=3', meanwhile)).toEqual(plans.map(({ title }) => title).reverse())
})

it('lists favorites first when asked to, over several pages', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const call = as(me)
  const plans: Plan[] = []
  for (const title of ['A', 'B', 'C', 'D', 'E']) plans.push(await make.plan(me, { title }))
  for (const index of [0, 2, 2]) {
    const marked = await call('PUT', `/plans/${plans[index]?.id}/favorite`)
    expect(marked.statusCode, marked.body).toBe(204)
  }

  expect(await titles(call, 'favorites_first=1')).toEqual(['C', 'A', 'E', 'D', 'B'])
  expect(await walk(call, 'favorites_first=1&limit=2&sort=title')).toEqual(['A', 'C', 'B', 'D', 'E'])
  expect(await titles(call, '')).toEqual(['E', 'D', 'C', 'B', 'A'])
  await call('DELETE', `/plans/${plans[0]?.id}/favorite`)
  expect(await titles(call, 'favorites_first=1')).toEqual(['C', 'E', 'D', 'B', 'A'])
})

it('shows a favorite only to the person who marked it, and deletes it with the account', async () => {
  const { as, make, store } = await testApp()
  const { plan, owner, viewer } = await make.team()
  await as(viewer)('PUT', `/plans/${plan.id}/favorite`)

  const [theirs] = (await as(viewer)('GET', '/plans')).json<ListedPlan[]>()
  const [own] = (await as(owner)('GET', '/plans')).json<ListedPlan[]>()
  expect([theirs?.is_favorite, own?.is_favorite]).toEqual([true, false])
  const stranger = await make.user()
  expect((await as(stranger)('PUT', `/plans/${plan.id}/favorite`)).statusCode).toBe(404)

  const closed = await as(viewer)('DELETE', '/users/profile', { password: PASSWORD })
  expect(closed.statusCode, closed.body).toBe(204)
  expect(await store.reader.selectFrom('favorites').selectAll().execute()).toEqual([])
})

it('names the first members, counts all, and says when a plan was shared', async () => {
  const { as, make } = await testApp({ clock: () => new Date('2026-03-01T00:00:00Z') })
  const { plan, owner, admin, editor, viewer } = await make.team()
  await make.plan(viewer, { title: 'Mine' })

  const listed = (await as(viewer)('GET', '/plans')).json<ListedPlan[]>()
  const [mine, shared] = ['owner', 'viewer'].map((role) => listed.find((found) => found.role === role))

  expect(shared).toMatchObject({ id: plan.id, member_count: 5, deleted_at: null })
  expect(shared?.members.map(({ id }) => id)).toEqual([owner.id, admin.id, editor.id])
  expect(shared?.shared_at).not.toBeNull()
  expect(mine).toMatchObject({ member_count: 1, members: [{ id: viewer.id }], shared_at: null })
})

it('says when the next open node of a plan is due', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const { id } = await make.plan(me)
  const nextDue = async () => (await as(me)('GET', '/plans')).json<ListedPlan[]>()[0]?.next_due
  const done = await make.node(me, id, { due_date: '2026-03-01' })
  const trashed = await make.node(me, id, { due_date: '2026-03-02' })
  await make.node(me, id, { due_date: '2026-03-09' })
  await make.node(me, id, { due_date: '2026-03-05', status: 'blocked' })
  await make.node(me, id)

  expect(await nextDue()).toBe('2026-03-01')
  await as(me)('PUT', `/plans/${id}/nodes/${done.id}/status`, { status: 'completed' })
  await as(me)('DELETE', `/plans/${id}/nodes/${trashed.id}`)
  expect(await nextDue()).toBe('2026-03-05')
})

it('rejects a cursor that is none of this list', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  for (let i = 0; i < 3; i++) await make.plan(me)
  const next = String((await as(me)('GET', '/plans?limit=1&sort=title')).headers.link)
  const [, cursor] = /cursor=([\w-]+)/.exec(next) ?? []

  for (const wrong of ['abc', 'W10', `${cursor}&sort=created`, encodeURIComponent('[]')])
    expect((await as(me)('GET', `/plans?cursor=${wrong}`)).json(), wrong).toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'cursor', message: 'cursor is not valid' }],
    })
})

it('reads only the page of 1,000 plans', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  await insertPlans({ store }, me, 1_000)

  const page = await as(me)('GET', '/plans?limit=100&page=4')
  const found = await as(me)('GET', '/plans?q=plan%20number%2099&limit=100')

  expect(page.json()).toHaveLength(100)
  expect(page.headers['x-total-count']).toBe('1000')
  expect(found.headers['x-total-count']).toBe('19')
})

async function insertPlans({ store }: Pick<TestApp, 'store'>, owner: TestUser, count: number): Promise<void> {
  const created_at = new Date().toISOString()
  await store.write(async (tx) => {
    for (let i = 0; i < count; i++)
      await tx
        .insertInto('plans')
        .values({
          id: crypto.randomUUID(),
          owner_id: owner.id,
          title: `Plan number ${i}`,
          description: 'x'.repeat(5_000),
          status: 'draft' satisfies PlanStatus,
          revision: 0,
          version: 1,
          node_count: 0,
          completed_count: 0,
          in_progress_count: 0,
          blocked_count: 0,
          text_bytes: 0,
          search_text: `plan number ${i} ${'x'.repeat(64)}`,
          created_at,
          updated_at: created_at,
          deleted_at: null,
        })
        .execute()
  })
}

it('answers 304 to a current ETag, and a new one when a name in the list has changed', async () => {
  const { as, make } = await testApp()
  const { owner, viewer } = await make.team()
  const list = (tag?: string) =>
    as(viewer)('GET', '/plans', undefined, tag === undefined ? {} : { 'if-none-match': tag })
  const first = await list()
  const tag = String(first.headers.etag)

  const same = await list(tag)
  await as(owner)('PUT', '/users/profile', { name: 'Another Name' })
  const changed = await list(tag)

  expect([same.statusCode, same.body, same.headers['x-plans-state']]).toEqual([304, '', first.headers['x-plans-state']])
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(tag)
})

it('shows what has changed in plans that were listed before, to each person their own', async () => {
  const { as, make, store } = await testApp()
  const { plan, owner, admin, editor, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const at = `/plans/${plan.id}`
  const row = async (who: TestUser) => (await as(who)('GET', '/plans')).json<ListedPlan[]>()[0]
  const own = async (who: TestUser) => {
    const shown = await row(who)
    return [shown?.role, shown?.is_favorite, shown?.is_new]
  }
  const ids = (shown?: ListedPlan) => shown?.members.map(({ id }) => id)
  const names = (shown?: ListedPlan) => shown?.members.map(({ name }) => name)

  expect(await own(owner)).toEqual(['owner', false, false])
  expect(await own(viewer)).toEqual(['viewer', false, true])
  await as(viewer)('PUT', `${at}/favorite`)
  await as(viewer)('PUT', '/plans/seen', { until: '9999-01-01T00:00:00Z' })
  await as(owner)('PUT', `${at}/collaborators/${viewer.id}`, { role: 'editor' })
  expect(await own(viewer)).toEqual(['editor', true, false])
  expect(await own(owner)).toEqual(['owner', false, false])
  expect(await own(admin)).toEqual(['admin', false, true])

  await as(owner)('PUT', at, { title: 'Renamed' })
  await as(editor)('PUT', `${at}/nodes/${node.id}`, { due_date: '2026-04-01', status: 'completed' })
  expect(await row(viewer)).toMatchObject({ title: 'Renamed', completed_count: 1, next_due: null })
  await as(editor)('PUT', `${at}/nodes/${node.id}/status`, { status: 'blocked' })
  expect(await row(viewer)).toMatchObject({ progress: 0, blocked_count: 1, next_due: '2026-04-01' })

  await as(admin)('PUT', '/users/profile', { name: 'Another Name' })
  expect(names(await row(viewer))?.[1]).toBe('Another Name')
  await store.write((tx) => tx.updateTable('users').set({ avatar_key: 'face' }).where('id', '=', owner.id).execute())
  expect((await row(viewer))?.members[0]?.avatar_url).toBe('/api/avatars/face')
  await as(admin)('DELETE', '/users/profile', { password: PASSWORD })
  expect(ids(await row(viewer))?.slice(0, 2)).toEqual([owner.id, editor.id])
  await as(owner)('POST', `${at}/transfer`, { user_id: editor.id })
  expect(ids(await row(viewer))?.[0]).toBe(editor.id)

  await as(editor)('DELETE', `${at}/collaborators/${viewer.id}`)
  expect(await row(viewer)).toBeUndefined()
  await as(editor)('DELETE', at)
  const trash = (await as(editor)('GET', '/plans?trash=1')).json<ListedPlan[]>()
  expect([await row(owner), trash[0]?.id, trash[0]?.deleted_at]).toEqual([undefined, plan.id, expect.any(String)])
})

it('calls a shared plan new until it is marked as seen, whichever device did that', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const later = await make.plan(owner)
  const own = await make.plan(viewer)
  const listed = async () => (await as(viewer)('GET', '/plans')).json<ListedPlan[]>()
  const isNew = async () => Object.fromEntries((await listed()).map(({ id, is_new }) => [id, is_new]))
  const seen = (until: string) => as(viewer)('PUT', '/plans/seen', { until })

  const before = await isNew()
  const first = (await listed()).find(({ id }) => id === plan.id)?.shared_at ?? ''
  const marked = await seen(first)
  await as(owner)('POST', `/plans/${later.id}/collaborators`, { email: viewer.email, role: 'viewer' })
  const after = await isNew()
  await seen('9999-01-01T00:00:00Z')
  await seen(first)

  expect(before).toEqual({ [plan.id]: true, [own.id]: false })
  expect(marked.statusCode).toBe(204)
  expect(after).toEqual({ [plan.id]: false, [later.id]: true, [own.id]: false })
  expect(await isNew()).toEqual({ [plan.id]: false, [later.id]: false, [own.id]: false })
  expect((await seen('yesterday')).statusCode).toBe(400)
})

import type { Thread } from '@cairn/contract/api/comments'
import type { LogEntry, NewLog } from '@cairn/contract/api/logs'
import { mentionOf } from '@cairn/contract/rules/mentions'
import { expect, it } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'
import { processorMs } from '../../../test/processor-time.ts'
import { newId } from '../../base/ids.ts'
import { maintain } from '../maintenance/maintenance.ts'
import { toLogRow } from './logs.queries.ts'

const DAY_MS = 86_400_000

/** A node of a team's plan, and a clock that the test sets forward. */
async function setUp() {
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const test = await testApp({ clock })
  const { as, make, store, files } = test
  const team = await make.team()
  const node = await make.node(team.owner, team.plan.id, { title: 'Draft' })
  const base = `/plans/${team.plan.id}/nodes/${node.id}`
  return {
    ...test,
    ...team,
    node,
    base,
    say: (who: TestUser, content: string, more: Partial<NewLog> = {}) =>
      make.log(who, team.plan.id, node.id, { content, log_type: 'comment', ...more }),
    threads: async (who: TestUser, query = '') =>
      (await as(who)('GET', `${base}/threads${query}`)).json<{ threads: Thread[]; unread_since: string }>(),
    remove: async (who: TestUser, { id }: LogEntry) => (await as(who)('DELETE', `${base}/logs/${id}`)).statusCode,
    restore: async (who: TestUser, { id }: LogEntry) =>
      (await as(who)('POST', `${base}/logs/${id}/restore`)).statusCode,
    unread: async (who: TestUser) => (await as(who)('GET', `/plans/${team.plan.id}/unread`)).json(),
    seen: (who: TestUser, until: string) => as(who)('POST', `${base}/seen`, { until }),
    count: async () => (await as(team.owner)('GET', base)).json().comment_count,
    maintain: () => maintain({ store, files, clock }),
    forward: (ms: number) => {
      aheadMs += ms
    },
    /** The person with a token, which outlives all sessions. */
    lasting: async (who: TestUser): Promise<TestUser> => ({ ...who, token: await make.apiToken(who, 'admin') }),
  }
}

it('lists threads newest first, one level deep, with replies to any kind of entry', async () => {
  const { owner, editor, commenter, say, threads, count, as, base } = await setUp()
  const step = await say(editor, 'Asked for offers', { log_type: 'progress' })
  await say(editor, 'Nothing about this', { log_type: 'reasoning' })
  const first = await say(owner, 'Which one?')
  const reply = await say(commenter, 'The second', { parent_id: first.id, log_type: undefined })
  const deeper = await say(owner, 'Why?', { parent_id: reply.id })
  await say(commenter, 'Good', { parent_id: step.id })

  const { threads: found } = await threads(commenter)

  expect(found.map(({ content, reply_count }) => [content, reply_count])).toEqual([
    ['Which one?', 2],
    ['Asked for offers', 1],
  ])
  expect(found[0]?.replies.map(({ content, parent_id, log_type }) => [content, parent_id, log_type])).toEqual([
    ['The second', first.id, 'comment'],
    ['Why?', first.id, 'comment'],
  ])
  expect(deeper).toMatchObject({ parent_id: first.id, user: { name: owner.name }, reply_count: 0 })
  expect(await count()).toBe(4)
  const replies = (await as(owner)('GET', `${base}/logs?parent_id=${first.id}`)).json<LogEntry[]>()
  expect(replies.map(({ content }) => content)).toEqual(['Why?', 'The second'])
})

it('refuses replies that are no comments, and replies to what does not exist', async () => {
  const { as, make, owner, plan, base, say } = await setUp()
  const other = await make.node(owner, plan.id)
  const elsewhere = await make.log(owner, plan.id, other.id)
  const top = await say(owner, 'Hello')
  const reply = await say(owner, 'Again', { parent_id: top.id })
  const post = async (body: Record<string, unknown>) => (await as(owner)('POST', `${base}/log`, body)).statusCode

  expect(await post({ content: 'x', parent_id: elsewhere.id })).toBe(404)
  expect(await post({ content: 'x', parent_id: 'x' })).toBe(400)
  expect(await post({ content: 'x', parent_id: top.id, log_type: 'progress' })).toBe(400)
  expect((await as(owner)('PUT', `${base}/logs/${reply.id}`, { log_type: 'decision' })).statusCode).toBe(400)
})

it('keeps the place of a deleted comment that has replies, without its text', async () => {
  const { as, owner, commenter, base, say, threads, remove, restore, count, plan } = await setUp()
  const top = await say(commenter, 'Something wrong', { tags: ['secret'] })
  const reply = await say(owner, 'Really?', { parent_id: top.id })
  const alone = await say(commenter, 'Alone')

  expect([await remove(commenter, top), await remove(commenter, alone), await remove(commenter, top)]).toEqual([
    204, 204, 404,
  ])

  const [deleted, ...others] = (await threads(owner)).threads
  expect(others).toEqual([])
  expect(deleted).toMatchObject({ id: top.id, content: '', tags: [], deleted_at: expect.any(String), reply_count: 1 })
  expect(deleted?.replies.map(({ content }) => content)).toEqual(['Really?'])
  expect((await as(owner)('GET', `${base}/logs`)).json()).toHaveLength(1)
  expect((await as(owner)('GET', `/search/plan/${plan.id}?query=wrong`)).json().results).toEqual([])
  expect(await count()).toBe(1)
  expect((await as(owner)('POST', `${base}/log`, { content: 'More', parent_id: top.id })).statusCode).toBe(201)
  expect((await as(owner)('POST', `${base}/log`, { content: 'More', parent_id: alone.id })).statusCode).toBe(404)
  expect((await as(owner)('PUT', `${base}/logs/${top.id}`, { content: 'Other' })).statusCode).toBe(404)

  expect([await restore(commenter, top), await count()]).toEqual([200, 3])
  expect((await threads(owner)).threads[0]).toMatchObject({ content: 'Something wrong', deleted_at: null })
  await remove(owner, reply)
  expect((await threads(owner)).threads[0]).toMatchObject({ reply_count: 1, replies: [{ content: 'More' }] })
})

it('hides the text of a deleted comment from the activity and the changes, until it is restored', async () => {
  const { as, owner, commenter, base, say, remove, restore, plan } = await setUp()
  const secret = await say(commenter, 'Something wrong', { tags: ['hush'], metadata: { note: 'hush' } })
  await say(owner, 'Fine')
  const reads = [`/activity/plans/${plan.id}/activity`, '/activity/feed', `/plans/${plan.id}/changes?since=0`]
  const read = () =>
    Promise.all([...reads, `${base}/activities`].map(async (path) => (await as(owner)('GET', path)).body))

  await remove(commenter, secret)
  for (const body of await read()) {
    expect(body).not.toMatch(/Something wrong|hush/)
    expect(body).toContain('Fine')
  }
  await restore(commenter, secret)
  for (const body of await read()) expect(body).toContain('Something wrong')
})

it('lets only moderators restore what a moderator deleted', async () => {
  const { owner, commenter, say, remove, restore } = await setUp()
  const [own, moderated] = [await say(commenter, 'Mine'), await say(commenter, 'Rude')]
  await remove(commenter, own)
  await remove(owner, moderated)

  expect([await restore(commenter, own), await restore(commenter, moderated)]).toEqual([200, 403])
  expect(await restore(owner, moderated)).toBe(200)
})

it('purges deleted comments after 30 days, and only the text of one with replies', async () => {
  const { as, base, say, threads, remove, restore, store, maintain, forward, lasting, ...team } = await setUp()
  const [owner, commenter] = [await lasting(team.owner), await lasting(team.commenter)]
  const top = await say(commenter, 'With a reply')
  const reply = await say(owner, 'Reply', { parent_id: top.id })
  const alone = await say(commenter, `Alone, ${mentionOf(owner.id)}`)
  await as(owner)('PUT', `${base}/logs/${alone.id}/reactions/heart`)
  for (const entry of [top, alone]) await remove(commenter, entry)
  const contents = async () =>
    (await store.reader.selectFrom('logs').select('content').orderBy('id').execute()).map(({ content }) => content)
  const rows = async () =>
    (await store.reader.selectFrom('reactions').selectAll().execute()).length +
    (await store.reader.selectFrom('log_mentions').selectAll().execute()).length

  forward(29 * DAY_MS)
  await maintain()
  expect([(await contents()).length, await rows()]).toEqual([3, 2])
  forward(2 * DAY_MS)
  await maintain()

  expect([await contents(), await rows()]).toEqual([['', 'Reply'], 0])
  expect((await threads(owner)).threads[0]?.replies).toHaveLength(1)
  expect([await restore(commenter, top), await restore(commenter, alone)]).toEqual([404, 404])
  await remove(owner, reply)
  expect((await threads(owner)).threads).toEqual([])
  forward(31 * DAY_MS)
  await maintain()
  await maintain()
  expect(await contents()).toEqual([])
})

it('pages through threads, each with its latest replies', async () => {
  const { owner, as, base, say, threads } = await setUp()
  for (let i = 0; i < 5; i++) await say(owner, `Thread ${i}`)
  const [newest] = (await threads(owner, '?limit=1')).threads
  for (let i = 0; i < 22; i++) await say(owner, `Reply ${i}`, { parent_id: newest?.id ?? '' })

  const pages: string[][] = []
  for (let path: string | undefined = `${base}/threads?limit=2`; path; ) {
    const reply = await as(owner)('GET', path)
    pages.push(reply.json().threads.map(({ content }: Thread) => content))
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
  }
  const [thread] = (await threads(owner)).threads

  expect(pages).toEqual([['Thread 4', 'Thread 3'], ['Thread 2', 'Thread 1'], ['Thread 0']])
  expect(thread?.reply_count).toBe(22)
  expect(thread?.replies.map(({ content }) => content)).toEqual(Array.from({ length: 20 }, (_, i) => `Reply ${i + 2}`))
})

it('reads 1,000 comments and as many replies quickly', async () => {
  const { as, base, owner, plan, store, threads, say } = await setUp()
  const tops = [await say(owner, 'Thread 1'), await say(owner, 'Thread 2'), await say(owner, 'Thread 3')]
  const like = toLogRow(plan.id, await say(owner, 'Like this'))
  const reply = (i: number) => ({ ...like, id: newId(), parent_id: tops[i % 3]?.id ?? null, content: `Reply ${i}` })
  const top = () => ({ ...like, id: newId() })
  for (let i = 0; i < 10; i++) {
    const more = Array.from({ length: 100 }, (_, j) => [reply(i * 100 + j), top()]).flat()
    await store.write((tx) => tx.insertInto('logs').values(more).execute())
  }
  await threads(owner)

  const started = processorMs()
  const page = await as(owner)('GET', `${base}/threads`)
  const unread = await as(owner)('GET', `/plans/${plan.id}/unread`)

  // Reading the replies for each row took more than a second, in the database.
  expect(processorMs() - started).toBeLessThan(500)
  expect(page.json().threads).toHaveLength(50)
  expect(unread.json()).toEqual([])
})

it('mentions members by id, names them wherever the text is read, and keeps unknown ids as text', async () => {
  const { as, make, owner, editor, viewer, plan, base, say, threads } = await setUp()
  const stranger = await make.user()
  const content = `${mentionOf(viewer.id)} and ${mentionOf(stranger.id)}, see the oven`
  const entry = await say(editor, content)
  await as(viewer)('PUT', '/users/profile', { name: 'Vera New' })

  const [thread] = (await threads(owner)).threads
  expect(entry).toMatchObject({ content, mentions: [{ id: viewer.id, name: viewer.name }] })
  expect(thread).toMatchObject({ content, mentions: [{ id: viewer.id, name: 'Vera New' }] })
  const { data } = (await as(owner)('GET', `/activity${base}/activity`)).json()
  expect(data[0]).toMatchObject({
    log_id: entry.id,
    content: `${editor.name} commented on "Draft": @Vera New and ${mentionOf(stranger.id)}, see the oven`,
  })
  const found = (await as(owner)('GET', `/search/plan/${plan.id}?query=oven`)).json().results
  expect(found[0].content).toContain('@Vera New and <@')
  const byId = await as(owner)('GET', `/search/plan/${plan.id}?query=${viewer.id.slice(0, 8)}`)
  expect(byId.json().results).toEqual([])

  await as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)
  const url = `${base}/logs/${entry.id}`
  const kept = await as(editor)('PUT', url, { content: `${mentionOf(viewer.id)}, ${mentionOf(owner.id)}` })
  expect(kept.json().mentions.map(({ id }: { id: string }) => id)).toEqual([viewer.id, owner.id])
  const without = await as(editor)('PUT', url, { content: 'Nobody' })
  expect(without.json()).toMatchObject({ mentions: [], edited_at: expect.any(String) })
  expect((await threads(owner)).threads[0]?.mentions).toEqual([])
})

it('adds and removes reactions once, for everyone who may comment', async () => {
  const { as, owner, commenter, viewer, base, say, threads, remove, plan } = await setUp()
  const entry = await say(owner, 'Look')
  const react = async (who: TestUser, method: 'PUT' | 'DELETE', emoji: string) =>
    (await as(who)(method, `${base}/logs/${entry.id}/reactions/${emoji}`)).statusCode
  const reactions = async () => (await threads(viewer)).threads[0]?.reactions

  expect([await react(owner, 'PUT', 'heart'), await react(commenter, 'PUT', 'heart')]).toEqual([204, 204])
  expect([await react(commenter, 'PUT', 'heart'), await react(commenter, 'PUT', 'thumbs_up')]).toEqual([204, 204])
  expect([await react(viewer, 'PUT', 'heart'), await react(owner, 'PUT', 'poop')]).toEqual([403, 404])
  expect(await reactions()).toEqual([
    { emoji: 'thumbs_up', user_ids: [commenter.id] },
    { emoji: 'heart', user_ids: [owner.id, commenter.id] },
  ])
  expect([await react(owner, 'DELETE', 'heart'), await react(owner, 'DELETE', 'heart')]).toEqual([204, 204])
  expect(await reactions()).toEqual([
    { emoji: 'thumbs_up', user_ids: [commenter.id] },
    { emoji: 'heart', user_ids: [commenter.id] },
  ])

  const { data } = (await as(owner)('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(data.slice(0, 4).map(({ content, type }: { content: string; type: string }) => [type, content])).toEqual([
    ['comment', `${owner.name} removed the reaction "heart" from a comment on "Draft"`],
    ['comment', `${commenter.name} reacted with "thumbs up" to a comment on "Draft"`],
    ['comment', `${commenter.name} reacted with "heart" to a comment on "Draft"`],
    ['comment', `${owner.name} reacted with "heart" to a comment on "Draft"`],
  ])
  await remove(owner, entry)
  expect(await react(commenter, 'PUT', 'eyes')).toBe(404)
})

it('counts comments by others as unread until the person looks, on all devices', async () => {
  const { say, threads, unread, seen, node, forward, lasting, ...team } = await setUp()
  const [owner, viewer] = [await lasting(team.owner), await lasting(team.viewer)]
  const first = await say(owner, 'One')
  await say(owner, 'A step', { log_type: 'progress' })
  forward(1_000)
  const second = await say(owner, 'Two')

  expect(await unread(owner)).toEqual([])
  expect(await unread(viewer)).toEqual([{ node_id: node.id, count: 2, oldest_thread: first.id }])
  expect((await seen(viewer, second.created_at)).statusCode).toBe(204)
  expect(await unread(viewer)).toEqual([])
  expect((await threads(viewer)).unread_since).toBe(second.created_at)
  await seen(viewer, '2020-01-01T00:00:00Z')
  await seen(viewer, '2099-01-01T00:00:00Z')
  forward(1_000)
  await say(owner, 'Three')
  await say(owner, 'Four', { parent_id: second.id })
  expect(await unread(viewer)).toEqual([{ node_id: node.id, count: 2, oldest_thread: second.id }])
  forward(31 * DAY_MS)
  expect(await unread(viewer)).toEqual([])
})

it('forgets what a person has read when the membership or the account ends', async () => {
  const { as, owner, editor, viewer, plan, store, say, seen, threads, forward, unread, make } = await setUp()
  const entry = await say(editor, `Hello ${mentionOf(viewer.id)}`)
  for (const who of [owner, editor, viewer]) await seen(who, entry.created_at)
  const readers = async () =>
    (await store.reader.selectFrom('node_reads').select('user_id').execute()).map(({ user_id }) => user_id).sort()

  await as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)
  expect(await readers()).toEqual([owner.id, editor.id].sort())
  const deleted = await as(editor)('DELETE', '/users/profile', { password: 'Passw0rd-of-tests' })
  expect(deleted.statusCode).toBeLessThan(300)
  expect(await readers()).toEqual([owner.id])
  expect((await threads(owner)).threads[0]).toMatchObject({ user: { name: 'Deleted user' } })

  forward(1_000)
  const late = await make.user()
  await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: late.email, role: 'viewer' })
  expect(await unread(late)).toEqual([])
})

it('keeps read what was written before a new owner joined, and unread what came after', async () => {
  const { as, make, owner, editor, plan, say, unread, node, forward } = await setUp()
  await say(editor, 'Before')
  forward(1_000)
  const heir = await make.user()
  await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email: heir.email, role: 'admin' })
  forward(1_000)
  const after = await say(editor, 'After')

  expect((await as(owner)('POST', `/plans/${plan.id}/transfer`, { user_id: heir.id })).statusCode).toBe(200)

  expect(await unread(heir)).toEqual([{ node_id: node.id, count: 1, oldest_thread: after.id }])
})

it('keeps unread what a former owner has not read', async () => {
  const { as, owner, admin, editor, plan, say, unread, node } = await setUp()
  await say(editor, 'Which one?')

  expect((await as(owner)('POST', `/plans/${plan.id}/transfer`, { user_id: admin.id })).statusCode).toBe(200)

  expect(await unread(owner)).toMatchObject([{ node_id: node.id, count: 1 }])
})

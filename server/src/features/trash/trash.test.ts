import type { TrashedEntry } from '@cairn/contract/api/trash'
import { describe, expect, it } from 'vitest'
import { type TestUser, testApp } from '../../../test/factory.ts'

async function setUp() {
  let now = Date.now()
  const test = await testApp({ clock: () => new Date(now++) })
  const advance = (ms: number) => {
    now += ms
  }
  const team = await test.make.team()
  const base = `/plans/${team.plan.id}`
  const call = test.as(team.owner)
  const node = await test.make.node(team.owner, team.plan.id, { title: 'Route' })
  const at = `${base}/nodes/${node.id}`
  const deleteNode = (id: string) => call('DELETE', `${base}/nodes/${id}`)
  /** Adds a log entry and deletes it. */
  const trashLog = async (content: string, who: TestUser = team.owner) => {
    const { id } = (await test.as(who)('POST', `${at}/log`, { content, log_type: 'comment' })).json<{ id: string }>()
    await test.as(who)('DELETE', `${at}/logs/${id}`)
    return id
  }
  /** Adds a link and deletes it. */
  const trashLink = async (name: string) => {
    const link = { name, content_type: 'text/html', url: 'https://example.com/map' }
    const { id } = (await call('POST', `${at}/artifacts`, link)).json<{ id: string }>()
    await call('DELETE', `${at}/artifacts/${id}`)
    return id
  }
  const list = async (who: TestUser = team.owner) =>
    (await test.as(who)('GET', `${base}/trash`)).json<{ entries: TrashedEntry[] }>().entries
  const purge = (body: object, who: TestUser = team.owner) =>
    test.as(who)('POST', `${base}/trash/purge`, body as Record<string, unknown>)
  return { ...test, ...team, base, at, call, node, deleteNode, trashLog, trashLink, list, purge, advance }
}

describe('the list', () => {
  it('has files and log entries with who deleted them, the latest first, page after page', async () => {
    const { trashLog, trashLink, list, owner, call, base, node } = await setUp()
    const [link, log] = [await trashLink('Map'), await trashLog('By bus or by train?')]

    expect(await list()).toMatchObject([
      { type: 'log', id: log, content: 'By bus or by train?', user: { id: owner.id }, deleted_by: { id: owner.id } },
      { type: 'artifact', id: link, name: 'Map', node_id: node.id, node_title: 'Route', deleted_by: { id: owner.id } },
    ])
    const first = await call('GET', `${base}/trash?limit=1`)
    const next = /<\/api([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const second = await call('GET', next)
    expect(second.json().entries).toMatchObject([{ id: link }])
    expect(second.headers.link).toBeUndefined()
  })

  it('counts what the whole trash has, as the caller may see it', async () => {
    const { trashLog, trashLink, deleteNode, make, owner, plan, commenter, as, base } = await setUp()
    const counts = async (who: TestUser) => (await as(who)('GET', `${base}/trash?limit=1`)).json().counts
    expect(await counts(owner)).toEqual({ nodes: 0, entries: 0, latest_at: null })
    await trashLink('Map')
    await trashLog('By bus or by train?')
    const { id } = await make.node(owner, plan.id, { title: 'Hut' })
    await deleteNode(id)

    const [node] = (await as(owner)('GET', `${base}/nodes?trash=1`)).json()
    expect(await counts(owner)).toEqual({ nodes: 1, entries: 2, latest_at: node.deleted_at })
    expect(await counts(commenter)).toMatchObject({ nodes: 1, entries: 1 })
  })

  it('shows deleted entries of others to owner and admin only', async () => {
    const { trashLog, list, commenter, editor, admin } = await setUp()
    const own = await trashLog('Mine', commenter)
    const ids = async (who: TestUser) => (await list(who)).map(({ id }) => id)

    expect(await ids(commenter)).toEqual([own])
    expect(await ids(editor)).toEqual([])
    expect(await ids(admin)).toEqual([own])
  })

  it('leaves out what belongs to a deleted node, what was restored, and what is too old', async () => {
    const { trashLog, trashLink, list, deleteNode, node, call, at, base, advance, as, make, owner } = await setUp()
    const token = await make.apiToken(owner, 'read')
    const log = await trashLog('Which way?')
    await trashLink('Map')
    await call('POST', `${at}/logs/${log}/restore`)
    expect(await list()).toHaveLength(1)
    await deleteNode(node.id)
    expect(await list()).toHaveLength(0)
    await call('POST', `${base}/nodes/${node.id}/restore`)
    expect(await list()).toHaveLength(1)
    advance(31 * 86_400_000)
    expect((await as(token)('GET', `${base}/trash`)).json().entries).toEqual([])
  })
})

describe('purging', () => {
  it('deletes named items permanently: they cannot be restored, and undo says so', async () => {
    const { trashLog, trashLink, list, purge, call, at, base, make, owner, plan, store } = await setUp()
    const [link, log] = [await trashLink('Map'), await trashLog('By bus?')]
    const node = await make.node(owner, plan.id, { title: 'Tents' })
    await make.node(owner, plan.id, { title: 'Pegs', parent_id: node.id })
    const deleted = await call('DELETE', `${base}/nodes/${node.id}`)

    const reply = await purge({ node_ids: [node.id], artifact_ids: [link], log_ids: [log] })
    expect(reply.json()).toEqual({ purged: 3, left: 0 })
    expect(await list()).toEqual([])
    const restores = await Promise.all([
      call('POST', `${base}/nodes/${node.id}/restore`),
      call('POST', `${at}/artifacts/${link}/restore`),
      call('POST', `${at}/logs/${log}/restore`),
    ])
    expect(restores.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    const undone = await call('POST', `${base}/undo`, { changes: [Number(deleted.headers['x-change'])] })
    expect(undone.json().details.blocked).toMatchObject([{ code: 'gone' }])

    const rows = (table: 'nodes' | 'artifacts' | 'logs') =>
      store.reader.selectFrom(table).select('id').where('plan_id', '=', plan.id).where('deleted_at', 'is not', null)
    for (const table of ['nodes', 'artifacts', 'logs'] as const)
      await expect.poll(() => rows(table).execute()).toEqual([])
  })

  it('writes events that keep nothing of the content', async () => {
    const { trashLog, purge, call, base } = await setUp()
    await purge({ log_ids: [await trashLog('The secret route')] })

    const { data } = (await call('GET', `/activity${base}/activity`)).json()
    expect(data[0]).toMatchObject({ type: 'log', content: expect.stringContaining('permanently deleted a log entry') })
    expect(JSON.stringify(data[0])).not.toContain('secret')
  })

  it('leaves no text of what was deleted in the event log, and that of the rest', async () => {
    const { trashLog, trashLink, purge, call, at, base, make, owner, plan, deleteNode, store } = await setUp()
    const long = 'secret '.repeat(500)
    const top = await make.node(owner, plan.id, {
      title: 'A secret branch',
      description: long,
      metadata: { note: 'secret' },
    })
    const stays = await make.node(owner, plan.id, { title: 'Tents', parent_id: top.id })
    await make.node(owner, plan.id, { title: 'A secret leaf', parent_id: top.id })
    await call('PUT', `${base}/nodes/${top.id}`, {
      title: 'Another secret title',
      description: `${long}!`,
      metadata: { note: 'another secret' },
    })
    await call('POST', `${base}/nodes/${top.id}/log`, {
      content: 'A secret note',
      metadata: { child_count: 1, note: 'secret' },
    })
    await deleteNode(top.id)
    await call('POST', `${base}/nodes/${top.id}/restore`)
    await call('POST', `${base}/nodes/${stays.id}/move`, { parent_id: null, order_index: 0 })
    const copy = (await call('POST', `${base}/nodes/${top.id}/duplicate`)).json()
    const [log, link] = [await trashLog('A secret comment'), await trashLink('A secret map')]
    const stayed = (await call('POST', `${at}/log`, { content: 'By train' })).json()
    await Promise.all([deleteNode(top.id), deleteNode(copy.id)])

    await purge({ node_ids: [top.id, copy.id], log_ids: [log], artifact_ids: [link] })

    const stored = () => store.reader.selectFrom('events').selectAll().where('plan_id', '=', plan.id).execute()
    await expect.poll(async () => JSON.stringify(await stored()), { timeout: 20_000 }).not.toContain('secret')
    const changes = (await call('GET', `${base}/changes?since=0&limit=100`)).json()
    expect(JSON.stringify(changes)).not.toContain('secret')
    expect(JSON.stringify(changes)).toContain('By train')
    const restored = changes.events.find(({ kind }: { kind: string }) => kind === 'node.restored')
    expect(restored.data.after.nodes.map(({ id, title }: { id: string; title: string }) => [id, title])).toContainEqual(
      [stays.id, 'Tents'],
    )
    expect(changes.events.some(({ data }: { data: { after?: { id?: string } } }) => data.after?.id === stayed.id)).toBe(
      true,
    )
    const activity = await call('GET', `/activity${base}/activity?limit=100`)
    expect([activity.statusCode, activity.body.includes('secret')]).toEqual([200, false])
  })

  it('empties the trash in calls of at most 500 items of each kind', { timeout: 60_000 }, async () => {
    const { call, base, trashLink, purge } = await setUp()
    const outline = Array.from({ length: 600 }, (_, index) => ({ title: `Step ${index}`, node_type: 'task' }))
    for (const nodes of [outline.slice(0, 300), outline.slice(300)]) await call('POST', `${base}/nodes/tree`, { nodes })
    const ids = (await call('GET', `${base}/nodes`)).json<{ id: string }[]>().map(({ id }) => id)
    const some = ids.slice(-550)
    for (const node_ids of [some.slice(0, 500), some.slice(500)])
      await call('POST', `${base}/nodes/bulk`, { node_ids, delete: true })
    await trashLink('Map')

    expect((await purge({ all: true })).json()).toEqual({ purged: 501, left: 50 })
    expect((await purge({ all: true })).json()).toEqual({ purged: 50, left: 0 })
    expect((await purge({ all: true })).json()).toEqual({ purged: 0, left: 0 })
  })

  it('keeps what was deleted after the given time', async () => {
    const { trashLog, list, purge, advance } = await setUp()
    await trashLog('Before')
    const until = (await list())[0]?.deleted_at
    advance(1000)
    const after = await trashLog('After')

    expect((await purge({ all: true, until })).json()).toEqual({ purged: 1, left: 0 })
    expect((await list()).map(({ id }) => id)).toEqual([after])
  })

  it('is refused to editors, for unknown items, and without a choice', async () => {
    const { trashLog, purge, editor, node } = await setUp()
    const log = await trashLog('By bus?')

    expect((await purge({ log_ids: [log] }, editor)).statusCode).toBe(403)
    expect((await purge({ node_ids: [node.id] })).statusCode).toBe(404)
    expect((await purge({ log_ids: [log, crypto.randomUUID()] })).statusCode).toBe(404)
    expect((await purge({})).statusCode).toBe(400)
    expect((await purge({ all: true, log_ids: [log] })).statusCode).toBe(400)
    expect((await purge({ until: new Date().toISOString(), log_ids: [log] })).statusCode).toBe(400)
    expect((await purge({ log_ids: [log] })).json()).toEqual({ purged: 1, left: 0 })
  })
})

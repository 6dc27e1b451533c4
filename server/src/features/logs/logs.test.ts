import { expect, it } from 'vitest'
import { connectApp } from '../../../test/apps.ts'
import { testApp } from '../../../test/factory.ts'

it('lists entries newest first, with author, tags and metadata', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  await make.log(me, plan.id, node.id, { content: 'First' })
  await make.log(me, plan.id, node.id, {
    content: 'Second',
    log_type: 'decision',
    tags: [' api ', '', 'v2'],
    metadata: { a: 1 },
  })

  const reply = await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs`)
  const decisions = await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs?log_type=decision&limit=1`)

  expect(reply.json()).toMatchObject([
    {
      content: 'Second',
      log_type: 'decision',
      tags: ['api', 'v2'],
      metadata: { a: 1 },
      user: { id: me.id, email: me.email },
    },
    { content: 'First', log_type: 'progress', tags: [], metadata: {} },
  ])
  expect(decisions.json()).toHaveLength(1)
})

it('names the app or token that wrote an entry for the person', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const path = `/plans/${plan.id}/nodes/${node.id}`
  const { access_token } = await connectApp(app, me)
  const [session, token, connector] = [
    { kind: 'session' },
    { kind: 'token', name: 'write token' },
    { kind: 'connector', name: 'Helper' },
  ]
  const top = await make.log(me, plan.id, node.id, { content: 'By me', log_type: 'comment' })
  expect(top.via).toEqual(session)
  const note = { content: 'By a script', via: session }
  const byToken = await as(await make.apiToken(me, 'write'))('POST', `${path}/log`, note)
  expect(byToken.json().via).toEqual(token)
  const reply = { content: 'By an app', parent_id: top.id }
  expect((await as(access_token)('POST', `${path}/log`, reply)).json().via).toEqual(connector)

  const edited = await as(me)('PUT', `${path}/logs/${byToken.json().id}`, { content: 'Edited by me' })
  expect(edited.json()).toMatchObject({ content: 'Edited by me', via: token })
  await as(me)('DELETE', `${path}/logs/${byToken.json().id}`)
  expect((await as(me)('POST', `${path}/logs/${byToken.json().id}/restore`)).json().via).toEqual(token)

  const logs = (await as(me)('GET', `${path}/logs`)).json<{ via: unknown }[]>()
  expect(logs.map(({ via }) => via)).toEqual([connector, token, session])
  const { threads } = (await as(me)('GET', `${path}/threads`)).json()
  expect(threads).toMatchObject([{ via: session, replies: [{ via: connector }] }])
})

it('counts comments alone, and lets a commenter write nothing else', async () => {
  const { as, make } = await testApp()
  const { plan, owner, commenter, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}/log`

  const comment = await as(commenter)('POST', url, { content: 'Nice', log_type: 'comment' })
  const progress = await as(commenter)('POST', url, { content: 'Done', log_type: 'progress' })
  const byViewer = await as(viewer)('POST', url, { content: 'Hm', log_type: 'comment' })
  await as(owner)('POST', url, { content: 'Half way' })

  expect([comment.statusCode, progress.statusCode, byViewer.statusCode]).toEqual([201, 403, 403])
  expect((await as(owner)('GET', `/plans/${plan.id}/nodes/${node.id}`)).json()).toMatchObject({
    comment_count: 1,
    version: 1,
  })
})

it('lets authors edit their own entries, and records the earlier text', async () => {
  const { as, make, store } = await testApp()
  const { plan, owner, editor, commenter } = await make.team()
  const node = await make.node(owner, plan.id, { title: 'Draft' })
  const log = await make.log(editor, plan.id, node.id, { content: 'Frist', tags: ['a'] })
  const url = `/plans/${plan.id}/nodes/${node.id}/logs/${log.id}`

  const edited = await as(editor)('PUT', url, { content: 'First', tags: null })
  const again = await as(editor)('PUT', url, { content: 'First' })
  const byOwner = await as(owner)('PUT', url, { content: 'Mine' })
  const events = await store.reader
    .selectFrom('events')
    .select(['kind', 'data'])
    .where('plan_id', '=', plan.id)
    .where('kind', '=', 'log.updated')
    .execute()

  expect(edited.json()).toMatchObject({ id: log.id, content: 'First', tags: [], version: 2, user: { id: editor.id } })
  expect(again.json()).toMatchObject({ version: 2 })
  expect(byOwner.json()).toMatchObject({ code: 'forbidden', error: 'Only the author can edit a log entry.' })
  expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([
    { before: { content: 'Frist', tags: ['a'] }, after: { content: 'First', tags: [], version: 2 } },
  ])
  for (const wrong of [{ content: ' ' }, { content: 'x'.repeat(10_001) }, { tags: 'a' }, { log_type: 'poem' }])
    expect((await as(editor)('PUT', url, wrong)).statusCode, JSON.stringify(wrong).slice(0, 40)).toBe(400)
  const comment = await make.log(commenter, plan.id, node.id, { log_type: 'comment' })
  const toProgress = await as(commenter)('PUT', url.replace(log.id, comment.id), { log_type: 'progress' })
  expect(toProgress.statusCode).toBe(403)
  const { data } = (await as(owner)('GET', `/activity${url.split('/logs')[0]}/activity`)).json()
  expect(data[1]).toMatchObject({
    type: 'log',
    content: `${editor.name} edited a log entry on "Draft"`,
    data: { changed: ['content', 'tags'] },
  })
})

it('deletes entries for their author, the owner and admins, records them in the history and updates the count', async () => {
  const { as, make, store } = await testApp()
  const { plan, owner, admin, editor, commenter, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const base = `/plans/${plan.id}/nodes/${node.id}`
  const comment = (who: typeof owner) => make.log(who, plan.id, node.id, { content: 'Nice', log_type: 'comment' })
  const [own, other, third] = [await comment(commenter), await comment(editor), await comment(commenter)]
  const remove = async (who: typeof owner, id: string) => (await as(who)('DELETE', `${base}/logs/${id}`)).statusCode
  const count = async () => (await as(owner)('GET', base)).json().comment_count

  expect(await count()).toBe(3)
  expect(await remove(editor, own.id)).toBe(403)
  expect(await remove(viewer, own.id)).toBe(403)
  expect(await remove(commenter, own.id)).toBe(204)
  expect(await remove(owner, other.id)).toBe(204)
  expect(await count()).toBe(1)
  expect((await as(commenter)('PUT', `${base}/logs/${third.id}`, { content: 'Nicer' })).statusCode).toBe(200)
  expect(await remove(admin, third.id)).toBe(204)
  expect(await remove(admin, third.id)).toBe(404)
  expect(await count()).toBe(0)
  expect((await as(owner)('GET', `${base}/logs`)).json()).toEqual([])
  const kept = await store.reader
    .selectFrom('events')
    .select('data')
    .where('kind', '=', 'log.deleted')
    .orderBy('revision')
    .execute()
  expect(kept.map(({ data }) => JSON.parse(data).before.content)).toEqual(['Nice', 'Nice', 'Nicer'])
})

it('restores a deleted entry with its id, author and time, for its author, the owner and admins', async () => {
  const { as, make } = await testApp()
  const { plan, owner, admin, editor, commenter, viewer } = await make.team()
  const node = await make.node(owner, plan.id, { title: 'Draft' })
  const base = `/plans/${plan.id}/nodes/${node.id}`
  const older = await make.log(commenter, plan.id, node.id, { content: 'Nice', log_type: 'comment', tags: ['a'] })
  await make.log(owner, plan.id, node.id, { content: 'Newer' })
  const url = `${base}/logs/${older.id}`
  await as(commenter)('PUT', url, { content: 'Nicer' })
  const [, before] = (await as(owner)('GET', `${base}/logs`)).json()
  const restore = (who: typeof owner) => as(who)('POST', `${url}/restore`)

  await as(commenter)('DELETE', url)
  const codes = [await restore(viewer), await restore(editor), await restore(commenter), await restore(commenter)]
  expect(codes.map(({ statusCode }) => statusCode)).toEqual([403, 403, 200, 200])
  expect(codes[2]?.json()).toEqual(before)
  const [newest, restored] = (await as(owner)('GET', `${base}/logs`)).json()
  expect([newest.content, restored]).toEqual(['Newer', before])
  expect((await as(owner)('GET', base)).json()).toMatchObject({ comment_count: 1 })
  const found = await as(owner)('GET', `/search/plan/${plan.id}?query=Nicer`)
  expect(found.body).toContain(older.id)

  await as(owner)('DELETE', url)
  expect((await restore(admin)).json()).toEqual(before)
  const { data } = (await as(owner)('GET', `/activity${base}/activity`)).json()
  expect(data[0]).toMatchObject({ type: 'comment', content: `${admin.name} restored a comment on "Draft"` })
  const unknown = await as(owner)('POST', `${base}/logs/${node.id}/restore`)
  expect(unknown.json()).toMatchObject({ code: 'log_not_found' })
})

it('restores an entry only for people who may still write its type', async () => {
  const { as, make } = await testApp()
  const { plan, owner, editor } = await make.team()
  const node = await make.node(owner, plan.id)
  const { id } = await make.log(editor, plan.id, node.id, { log_type: 'progress' })
  const url = `/plans/${plan.id}/nodes/${node.id}/logs/${id}`
  await as(editor)('DELETE', url)
  await as(owner)('PUT', `/plans/${plan.id}/collaborators/${editor.id}`, { role: 'commenter' })

  expect((await as(editor)('POST', `${url}/restore`)).statusCode).toBe(403)
})

it('follows cursors through the entries while others write', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  for (let i = 0; i < 7; i++) await make.log(me, plan.id, node.id, { content: `Entry ${i}` })

  const seen: string[] = []
  const totals: number[] = []
  for (let path: string | undefined = `/plans/${plan.id}/nodes/${node.id}/logs?limit=3`; path; ) {
    const reply = await as(me)('GET', path)
    totals.push(Number(reply.headers['x-total-count']))
    seen.push(...reply.json().map(({ content }: { content: string }) => content))
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    await make.log(me, plan.id, node.id, { content: 'New' })
  }

  expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Entry ${i}`))
  expect(totals).toEqual([7, 8, 9])
  expect((await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs?cursor=x`)).statusCode).toBe(400)
})

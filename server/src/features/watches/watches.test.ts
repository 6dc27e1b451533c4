import { mentionOf } from '@cairn/contract/rules/mentions'
import { expect, it } from 'vitest'
import { PASSWORD, type TestUser, testApp } from '../../../test/factory.ts'

async function aNode() {
  const app = await testApp()
  const team = await app.make.team()
  const node = await app.make.node(team.owner, team.plan.id)
  const base = `/plans/${team.plan.id}`
  const url = `${base}/nodes/${node.id}`
  const level = async (who: TestUser) => (await app.as(who)('GET', `${url}/watch`)).json().level
  const set = (who: TestUser, value: string) => app.as(who)('PUT', `${url}/watch`, { level: value })
  const rows = () => app.store.reader.selectFrom('watches').selectAll().execute()
  return { ...app, ...team, node, base, url, level, set, rows }
}

it('watches and mutes a node for one person, without an event', async () => {
  const { as, owner, viewer, node, base, url, level, set, store, plan } = await aNode()
  const revision = async () =>
    (await store.reader.selectFrom('plans').select('revision').where('id', '=', plan.id).executeTakeFirst())?.revision
  const before = await revision()

  expect(await level(viewer)).toBeNull()
  expect((await set(viewer, 'watch')).json()).toEqual({ level: 'watch' })
  expect((await as(viewer)('GET', `${base}/watches`)).json()).toEqual([{ node_id: node.id, level: 'watch' }])
  await set(viewer, 'mute')
  expect(await level(viewer)).toBe('mute')
  expect(await level(owner)).toBeNull()
  expect((await as(owner)('GET', `${base}/watches`)).json()).toEqual([])
  expect((await as(viewer)('DELETE', `${url}/watch`)).statusCode).toBe(204)
  expect((await as(viewer)('DELETE', `${url}/watch`)).statusCode).toBe(204)
  expect(await level(viewer)).toBeNull()
  expect((await set(viewer, 'sometimes')).json().details[0].path).toBe('level')
  expect(await revision()).toBe(before)
})

it('watches automatically when assigned, mentioned or commenting, but not when creating', async () => {
  const { as, make, owner, editor, viewer, commenter, admin, plan, url, level } = await aNode()
  expect(await level(owner)).toBeNull()

  await as(owner)('POST', `${url}/assign`, { user_id: viewer.id })
  await as(commenter)('POST', `${url}/log`, { content: `Ask ${mentionOf(admin.id)}`, log_type: 'comment' })
  await as(editor)('POST', `${url}/log`, { content: 'Half done', log_type: 'progress' })

  expect(await Promise.all([owner, editor, viewer, commenter, admin].map(level))).toEqual([
    null,
    null,
    'watch',
    'watch',
    'watch',
  ])
  const other = await make.node(owner, plan.id)
  await as(owner)('PUT', `/plans/${plan.id}/nodes/${other.id}/assignees`, { user_ids: [editor.id, owner.id] })
  const watching = async (who: TestUser) => (await as(who)('GET', `/plans/${plan.id}/watches`)).json()
  expect(await watching(editor)).toEqual([{ node_id: other.id, level: 'watch' }])
})

it('keeps a mute, and watches people who are mentioned by an edit', async () => {
  const { as, owner, editor, viewer, url, level, set } = await aNode()
  await set(viewer, 'mute')
  await as(owner)('POST', `${url}/assign`, { user_id: viewer.id })
  expect(await level(viewer)).toBe('mute')

  const comment = (await as(owner)('POST', `${url}/log`, { content: 'Hello', log_type: 'comment' })).json()
  const edited = { content: `Hello ${mentionOf(editor.id)} ${mentionOf(viewer.id)}`, expected_version: 1 }
  const reply = await as(owner)('PUT', `${url}/logs/${comment.id}`, edited)
  expect(reply.statusCode).toBe(200)
  expect([await level(editor), await level(viewer)]).toEqual(['watch', 'mute'])
})

it('forgets what a person watches when the membership or the account ends', async () => {
  const { as, owner, editor, viewer, base, set, rows } = await aNode()
  for (const who of [owner, editor, viewer]) await set(who, 'watch')

  await as(owner)('DELETE', `${base}/collaborators/${viewer.id}`)
  expect((await rows()).map(({ user_id }) => user_id).sort()).toEqual([owner.id, editor.id].sort())
  await as(editor)('DELETE', '/users/profile', { password: PASSWORD })
  expect((await rows()).map(({ user_id }) => user_id)).toEqual([owner.id])
})

it('lists no nodes in the trash, and watches them again after they are restored', async () => {
  const { as, owner, node, base, url, set } = await aNode()
  await set(owner, 'watch')
  await as(owner)('DELETE', url)
  expect((await as(owner)('GET', `${base}/watches`)).json()).toEqual([])
  expect((await set(owner, 'mute')).statusCode).toBe(404)
  await as(owner)('POST', `${url}/restore`)
  expect((await as(owner)('GET', `${base}/watches`)).json()).toEqual([{ node_id: node.id, level: 'watch' }])
})

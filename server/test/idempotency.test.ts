import { hash } from 'node:crypto'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { PASSWORD, type TestUser, testApp } from './factory.ts'
import { formBody } from './forms.ts'

const TASK = { title: 'Once', node_type: 'task' }
const key = (value: string) => ({ 'idempotency-key': value })

it('repeats the first reply only for the same person, route and body', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const other = await make.plan(team.owner)
  const url = `/plans/${team.plan.id}/nodes`
  const call = as(team.owner)

  const first = await call('POST', url, TASK, key('a key'))
  const again = await call('POST', url, TASK, key('a key'))
  const otherBody = await call('POST', url, { ...TASK, title: 'Twice' }, key('a key'))
  const otherRoute = await call('POST', `/plans/${other.id}/nodes`, TASK, key('a key'))
  const otherSpelling = await call('POST', `/plans/${team.plan.id.toUpperCase()}/%6eodes`, TASK, key('a key'))
  const otherPerson = await as(team.editor)('POST', url, TASK, key('a key'))

  expect([again.statusCode, again.body]).toEqual([201, first.body])
  expect([otherSpelling.statusCode, otherSpelling.body]).toEqual([201, first.body])
  expect([otherBody.statusCode, otherBody.json().code]).toEqual([409, 'idempotency_key_reused'])
  expect([otherRoute.statusCode, otherPerson.statusCode]).toEqual([201, 201])
  expect((await call('GET', url)).json<PlanNode[]>()).toHaveLength(2)
})

it('stores no key of a failed call, and answers the same caller again after access has ended', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const url = `/plans/${team.plan.id}/nodes`
  const call = as(team.editor)

  const failed = await call('POST', url, { ...TASK, parent_id: crypto.randomUUID() }, key('a key'))
  const worked = await call('POST', url, TASK, key('a key'))
  await as(team.owner)('DELETE', `/plans/${team.plan.id}/collaborators/${team.editor.id}`)
  const again = await call('POST', url, TASK, key('a key'))
  const other = await call('POST', url, TASK, key('another key'))

  expect([failed, worked, again, other].map(({ statusCode }) => statusCode)).toEqual([404, 201, 201, 404])
  expect(again.body).toBe(worked.body)
})

it('repeats a reply with a secret only while the caller may make the call', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const url = `/plans/${team.plan.id}/webhooks`
  const hook = { url: 'https://example.com/hook', events: ['node.created'] }
  const create = () => as(team.admin)('POST', url, hook, key('a key'))
  const setRole = (role: string) =>
    as(team.owner)('PUT', `/plans/${team.plan.id}/collaborators/${team.admin.id}`, { role })

  const first = await create()
  expect([first.statusCode, first.json().secret]).toEqual([201, expect.any(String)])
  expect((await create()).json().secret).toBe(first.json().secret)
  await setRole('viewer')
  const demoted = await create()
  await as(team.owner)('DELETE', `/plans/${team.plan.id}/collaborators/${team.admin.id}`)
  const removed = await create()

  expect([demoted.statusCode, removed.statusCode]).toEqual([403, 404])
  expect(demoted.body + removed.body).not.toContain(first.json().secret)
})

it('keeps the keys of a token, and of the sessions of its person, apart', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const other = await make.plan(me)
  const [first, second] = [await make.apiToken(me, 'write'), await make.apiToken(me, 'write')]
  const limited = await make.apiToken(me, 'write', { plan_id: other.id })
  const create = (who: TestUser | string) => as(who)('POST', `/plans/${plan.id}/nodes`, TASK, key('a key'))

  const replies = [
    await create(me),
    await create(first),
    await create(first),
    await create(second),
    await create(limited),
  ]

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 404])
  expect(new Set(replies.slice(0, 4).map(({ body }) => body)).size).toBe(3)
})

it('repeats the reply to leaving and transferring, although both end the required access', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const plan = `/plans/${team.plan.id}`
  const twice = async (who: TestUser, path: string, body?: object) => {
    const send = () => as(who)('POST', `${plan}/${path}`, { ...body }, key(path))
    return [(await send()).statusCode, (await send()).statusCode]
  }

  expect(await twice(team.viewer, 'leave')).toEqual([204, 204])
  expect(await twice(team.owner, 'transfer', { user_id: team.editor.id })).toEqual([200, 200])
  expect((await as(team.viewer)('GET', plan)).statusCode).toBe(404)
})

it('repeats the first status, and stores no link, signature or password', async () => {
  const { as, make, store } = await testApp()
  const { plan, owner } = await make.team()
  const node = await make.node(owner, plan.id)
  const guest = { email: 'guest@example.test', role: 'viewer' }
  const share = (value: string) => as(owner)('POST', `/plans/${plan.id}/collaborators`, guest, key(value))
  const artifacts = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const upload = async () => {
    const { payload, contentType } = await formBody([{ name: 'a.txt', content: 'abc' }])
    return as(owner)('POST', artifacts, payload, { ...key('file'), 'content-type': contentType })
  }

  const [first, again, changed, changedAgain] = [await share('x'), await share('x'), await share('y'), await share('y')]
  const files = [await upload(), await upload()]
  const password = { currentPassword: PASSWORD, newPassword: 'N3w-passw0rd-of-tests' }
  await as(owner)('POST', '/users/change-password', password, key('z'))
  const rows = await store.reader.selectFrom('idempotency_keys').selectAll().execute()

  expect([first, again, changed, changedAgain].map(({ statusCode }) => statusCode)).toEqual([201, 201, 200, 200])
  expect(again.json()).toEqual(first.json())
  expect(first.json().invite_url).toContain('/register?invitation=')
  expect(new Set(files.map((reply) => reply.json().id)).size).toBe(1)
  for (const file of files) expect((await as(null)('GET', file.json().download_url.slice(4))).statusCode).toBe(200)
  expect(rows.map(({ status }) => status).sort()).toEqual([200, 201, 201])
  const text = JSON.stringify(rows)
  for (const secret of ['invitation=', 'signature=', PASSWORD, password.newPassword]) expect(text).not.toContain(secret)
  for (const { body_hash } of rows) expect(body_hash).not.toBe(hash('sha256', JSON.stringify(guest), 'base64url'))
})

it('ignores a key if the reply is not 201 and the call is not listed', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  await make.node(me, plan.id)
  const move = (order_index: number) =>
    as(me)('POST', `/plans/${plan.id}/nodes/${node.id}/move`, { order_index }, key('one key'))

  expect([(await move(1)).statusCode, (await move(0)).statusCode]).toEqual([200, 200])
})

it('rejects a key that is empty or too long, and takes the longest', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const post = (value: string) => as(me)('POST', `/plans/${plan.id}/nodes`, TASK, key(value))

  for (const value of ['', 'x'.repeat(201)]) {
    const reply = await post(value)
    expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, 'Idempotency-Key'])
  }
  expect((await post('ÿ'.repeat(200))).statusCode).toBe(201)
})

it('rejects a run id that is too long, and stores an unusual one unchanged', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const post = (value: string) => as(me)('POST', `/plans/${plan.id}/nodes`, TASK, { 'x-run-id': value })

  expect((await post('x'.repeat(101))).statusCode).toBe(400)
  expect((await post("<script>'; --ÿ")).statusCode).toBe(201)
  const events = await store.reader.selectFrom('events').select('run_id').where('kind', '=', 'node.created').execute()
  expect(events).toEqual([{ run_id: "<script>'; --ÿ" }])
})

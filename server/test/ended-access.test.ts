// What was begun with access that has ended since: requests whose body is late, and replies that take long.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventsOf } from './ai-plans.ts'
import { startAiService } from './ai-service.ts'
import { PASSWORD, type TestApp, testApp } from './factory.ts'
import { formBody, uploadAs } from './forms.ts'

const JSON_TYPE = 'application/json'
const LARGE = 24_000_000

async function listening(env: Record<string, string> = {}) {
  const test = await testApp({ env })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  return test
}

const urlOf = ({ app }: TestApp) => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** Sends a request without its last byte. Returns what sends it, and the reply. */
async function heldBack(
  test: TestApp,
  token: string,
  { method, path, body, headers = {} }: { method: string; path: string; body: string | Buffer; headers?: object },
) {
  const bytes = Buffer.from(body)
  const outgoing = httpRequest(`${urlOf(test)}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': JSON_TYPE,
      'content-length': bytes.length,
      ...headers,
    },
  })
  const arrived = once(test.app.server, 'request')
  outgoing.write(bytes.subarray(0, -1))
  await arrived
  // A call later: the credential of this one has been checked.
  await test.as(token)('GET', '/users/profile')
  return async () => {
    outgoing.end(bytes.subarray(-1))
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: reply.statusCode, body: await text(reply) }
  }
}

it.each([
  ['PUT', '/api/users/me/calendars', '{}'],
  ['PUT', '/api/users/profile', '{"name":"Someone else"}'],
  ['POST', '/api/live/ticket', '{}'],
  ['POST', '/api/auth/two-factor/enable', '{"code":"123456"}'],
])('a late %s %s does nothing after the session has ended', async (method, path, body) => {
  const test = await listening()
  const me = await test.make.user()
  await test.as(me)('POST', '/auth/two-factor/setup', { password: PASSWORD })
  const finish = await heldBack(test, me.token, { method, path, body })
  expect((await test.as(me)('POST', '/auth/logout')).statusCode).toBeLessThan(300)

  expect(await finish()).toMatchObject({ status: 401 })
  expect(await test.store.reader.selectFrom('calendars').selectAll().execute()).toEqual([])
  expect(await test.store.reader.selectFrom('users').select('name').execute()).toEqual([{ name: me.name }])
})

it('a late avatar is not set once the account is deleted', async () => {
  const test = await listening()
  const me = await test.make.user()
  const form = await formBody([{ field: 'avatar', name: 'a.png', type: 'image/png', content: PNG }])
  const finish = await heldBack(test, me.token, {
    ...{ method: 'POST', path: '/api/upload/avatar', body: form.payload },
    headers: { 'content-type': form.contentType },
  })
  expect((await test.as(me)('DELETE', '/users/profile', { password: PASSWORD })).statusCode).toBe(204)

  expect(await finish()).toMatchObject({ status: 401 })
  const rows = await test.store.reader.selectFrom('users').select(['name', 'avatar_key', 'avatar_file']).execute()
  expect(rows).toEqual([{ name: 'Deleted user', avatar_key: null, avatar_file: null }])
})

it('changes of an account beside its deletion leave nothing behind', async () => {
  const test = await testApp()
  for (let round = 0; round < 8; round++) {
    const me = await test.make.user()
    const call = test.as(me)
    const changes = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0
        ? call('PUT', '/users/profile', { name: 'Still here', organization: 'Somewhere' })
        : call('PUT', '/users/me/calendars', {}),
    )
    await Promise.all([...changes, call('DELETE', '/users/profile', { password: PASSWORD })])
    const row = await test.store.reader.selectFrom('users').selectAll().where('id', '=', me.id).executeTakeFirst()
    expect(row).toMatchObject({ name: 'Deleted user', organization: null, deleted_at: expect.any(String) })
  }
  expect(await test.store.reader.selectFrom('calendars').selectAll().execute()).toEqual([])
})

it('a late call of a tool reads nothing after its token was revoked', async () => {
  const test = await listening()
  const me = await test.make.user()
  const plan = await test.make.plan(me)
  const token = await test.make.apiToken(me, 'read')
  const call = {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'get_plan_outline', arguments: { plan_id: plan.id } },
  }
  const headers = { accept: '*/*', 'mcp-protocol-version': '2025-11-25' }
  const request = { method: 'POST', path: '/mcp', body: JSON.stringify(call), headers }
  const [early, late] = [await heldBack(test, token, request), await heldBack(test, token, request)]
  expect(await early()).toMatchObject({ status: 200 })
  const { id } = await test.store.reader.selectFrom('api_tokens').select('id').executeTakeFirstOrThrow()
  expect((await test.as(me)('DELETE', `/auth/token/${id}`)).statusCode).toBe(204)

  await sleep(1_100)
  expect(await late()).toMatchObject({ status: 401 })
})

it('a new password cancels a set-up of two-factor that someone else has begun', async () => {
  const test = await listening()
  const me = await test.make.user()
  await test.as(me)('POST', '/auth/two-factor/setup', { password: PASSWORD })
  const changed = {
    currentPassword: PASSWORD,
    newPassword: 'Another-Passw0rd-1',
    confirmPassword: 'Another-Passw0rd-1',
  }
  expect((await test.as(me)('POST', '/users/change-password', changed)).statusCode).toBe(200)
  expect((await test.as(me)('POST', '/auth/two-factor/enable', { code: '123456' })).json()).toMatchObject({
    code: 'two_factor_not_set_up',
  })
})

it('a download and an export end when their reader is removed from the plan', async () => {
  const test = await listening()
  const { owner, viewer, plan } = await test.make.team()
  const node = await test.make.node(owner, plan.id)
  const artifacts = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const file = { name: 'a.png', type: 'image/png', content: randomBytes(LARGE) }
  const { id } = (await uploadAs(test.app, owner, `${artifacts}`, file)).json()
  const begin = async (path: string) => {
    const outgoing = httpRequest(`${urlOf(test)}/api${path}`, { headers: { authorization: `Bearer ${viewer.token}` } })
    outgoing.end()
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
    expect(reply.statusCode).toBe(200)
    await once(reply, 'readable')
    return reply
  }
  const replies = [await begin(`${artifacts}/${id}/content`), await begin(`/plans/${plan.id}/export?format=zip`)]

  const removed = await test.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${viewer.id}`)
  expect(removed.statusCode).toBe(204)

  for (const reply of replies) {
    const read = await buffer(reply).then(
      ({ length }) => `${length} bytes`,
      (error: NodeJS.ErrnoException) => error.code,
    )
    expect(read).toBe('ECONNRESET')
  }
})

it('a draft by AI ends with an error when its reader is removed from the plan', async () => {
  const service = await startAiService({ text: 'Word '.repeat(1_000), pause_ms: 20 })
  const test = await listening(service.env)
  const { owner, editor, plan } = await test.make.team()
  const node = await test.make.node(owner, plan.id)
  const outgoing = httpRequest(`${urlOf(test)}/api/plans/${plan.id}/nodes/${node.id}/summary`, {
    method: 'POST',
    headers: { authorization: `Bearer ${editor.token}` },
  })
  outgoing.end()
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  await expect.poll(() => service.asked.length).toBe(1)
  await test.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${editor.id}`)

  const events = eventsOf(await text(reply))
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'plan_not_found' } })
  expect(events.some(({ event }) => event === 'done')).toBe(false)
  await expect.poll(() => service.broken()).toBe(1)
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

import { APPS_MAX, type AppRequest } from '@cairn/contract/api/apps'
import { expect, it, vi } from 'vitest'
import { allowApp, authorizationQuery, connectApp, registerApp, sendForm } from '../../../test/apps.ts'
import { PASSWORD, type TestUser, testApp } from '../../../test/factory.ts'
import { mailTo, tokenIn } from '../../../test/mails.ts'
import { ask, listApps, movable, redeem, refresh, status } from '../../../test/oauth.ts'

it('lists apps for their person alone, with their last use, and disconnects them immediately', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const me = await app.make.user()
  const stranger = await app.make.user()
  const { access_token } = await connectApp(app, me)
  const [shown] = await listApps(app, me)
  const id = shown?.id ?? ''

  expect(shown).toMatchObject({
    name: 'Helper',
    host: null,
    redirect_host: 'assistant.test',
    scope: 'write',
    plan: null,
  })
  expect(await listApps(app, stranger)).toEqual([])
  await app.as(access_token)('GET', '/plans')
  await vi.waitFor(async () => expect((await listApps(app, me))[0]?.last_used).not.toBeNull(), 30_000)
  pass(1_000)
  expect((await app.as(stranger)('DELETE', `/auth/apps/${id}`)).statusCode).toBe(404)
  expect(await status(app, access_token)).toBe(200)
  expect((await app.as(me)('DELETE', `/auth/apps/${id}`)).statusCode).toBe(204)
  expect(await status(app, access_token)).toBe(401)
  expect((await app.as(me)('DELETE', `/auth/apps/${id}`)).json().code).toBe('app_not_found')
})

it('ends only the access token that is revoked, and nothing for another app', async () => {
  const app = await testApp()
  const tokens = await connectApp(app, await app.make.user())
  const revoke = (form: Record<string, string>) => sendForm(app, '/oauth/revoke', form)

  expect((await revoke({ token: tokens.access_token, client_id: await registerApp(app) })).statusCode).toBe(200)
  expect(await status(app, tokens.access_token)).toBe(200)
  expect((await revoke({ token: 'unknown' })).statusCode).toBe(200)
  expect((await revoke({ token: tokens.access_token, client_id: tokens.client_id })).statusCode).toBe(200)
  expect(await status(app, tokens.access_token)).toBe(401)
  expect((await refresh(app, tokens)).statusCode).toBe(200)
})

it('stays connected when the password changes, like API tokens', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { access_token } = await connectApp(app, me)

  const body = { currentPassword: PASSWORD, newPassword: 'An0ther-passw0rd' }
  expect((await app.as(me)('POST', '/users/change-password', body)).statusCode).toBe(200)

  expect(await status(app, access_token)).toBe(200)
})

it('is disconnected when the password is reset or the account deleted', async () => {
  const app = await testApp()
  const [forgetful, leaving] = [await app.make.user(), await app.make.user()]
  const tokens = [await connectApp(app, forgetful), await connectApp(app, leaving)]
  const pending = await allowApp(app, leaving)

  await app.as(null)('POST', '/auth/forgot-password', { email: forgetful.email })
  const token = tokenIn(await mailTo(app.dataDir, forgetful.email, /Reset/), 'reset-password')
  await app.as(null)('POST', '/auth/reset-password', { token, password: 'An0ther-passw0rd' })
  expect((await app.as(leaving)('DELETE', '/users/profile', { password: PASSWORD })).statusCode).toBe(204)

  for (const one of tokens) {
    expect(await status(app, one.access_token)).toBe(401)
    expect((await refresh(app, one)).json().error).toBe('invalid_grant')
  }
  const { code, client_id, redirect_uri } = pending
  expect((await redeem(app, { code, client_id, redirect_uri })).json().error).toBe('invalid_grant')
})

it('is announced by email', async () => {
  const app = await testApp()
  const me = await app.make.user()

  await connectApp(app, me)

  const mail = await mailTo(app.dataDir, me.email, /^App connected$/)
  expect(mail).toContain('"Helper"')
})

it('is one of at most a hundred of an account, those that have yet to redeem their code included', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock })
  const [me, other] = [await app.make.user(), await app.make.user()]
  const client_id = await registerApp(app)
  const decide = async (person: TestUser) => {
    const asked = (await ask(app, person, await authorizationQuery(app, { client_id }))).json<AppRequest>()
    return app.as(person)('POST', '/auth/apps/decisions', { request: asked.request, allow: true, scope: 'read' })
  }
  await connectApp(app, me, { query: { client_id } })
  for (let made = 1; made < APPS_MAX; made++) expect((await decide(me)).statusCode).toBe(200)

  const refused = await decide(me)

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'too_many_apps'])
  expect((await decide(other)).statusCode).toBe(200)
  pass(5 * 60_000)
  expect((await decide(me)).statusCode).toBe(200)
})

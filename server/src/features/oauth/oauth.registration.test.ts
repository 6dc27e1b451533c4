import { expect, it } from 'vitest'
import { CALLBACK, connectApp, registerApp } from '../../../test/apps.ts'
import { testApp } from '../../../test/factory.ts'
import { DAY_MS, movable } from '../../../test/oauth.ts'

it.each([
  [{ redirect_uris: [] }, 'invalid_redirect_uri'],
  [{ redirect_uris: 'https://assistant.test' }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['http://assistant.test/cb'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['https://assistant.test/cb#part'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['javascript://assistant.test/%0aalert(1)'] }, 'invalid_redirect_uri'],
  [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
  [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
  [{ response_types: ['token'] }, 'invalid_client_metadata'],
  [{ client_name: 5 }, 'invalid_client_metadata'],
])('does not register %o', async (metadata, error) => {
  const { app } = await testApp()
  const payload = { client_name: 'Helper', redirect_uris: [CALLBACK], ...metadata }

  const reply = await app.inject({ method: 'POST', url: '/oauth/register', payload })

  expect([reply.statusCode, reply.json().error]).toEqual([400, error])
})

it('limits registrations, and forgets unused ones after a day', async () => {
  const { clock, pass } = movable()
  const app = await testApp({ clock, env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await app.make.user()
  const used = await connectApp(app, me)
  for (let i = 0; i < 99; i++) await registerApp(app)
  const refused = await app.app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: { redirect_uris: [CALLBACK] },
  })
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  const { cleanUpOauth } = await import('./oauth.apps.ts')
  const clients = async () =>
    (await app.store.reader.selectFrom('oauth_clients').select('id').execute()).map(({ id }) => id)

  pass(DAY_MS + 1_000)
  await cleanUpOauth({ store: app.store, clock })

  expect(await clients()).toEqual([used.client_id])
  pass(181 * DAY_MS)
  await cleanUpOauth({ store: app.store, clock })
  await cleanUpOauth({ store: app.store, clock })
  expect(await clients()).toEqual([])
  expect(await app.store.reader.selectFrom('oauth_grants').select('id').execute()).toEqual([])
})

it('registers apps of other addresses after a few have used up theirs', async () => {
  const app = await testApp({ env: { CAIRN_ABUSE_LIMITS: 'on', CAIRN_TRUST_PROXY: 'on' } })
  const register = async (from: number) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/oauth/register',
        payload: { redirect_uris: [CALLBACK] },
        headers: { 'x-forwarded-for': `192.0.2.${from}` },
      })
    ).statusCode
  for (let stranger = 1; stranger <= 5; stranger++)
    await Promise.all(Array.from({ length: 100 }, () => register(stranger)))

  expect([await register(5), await register(6)]).toEqual([429, 201])
})

import { expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/factory.ts'
import { createVault, sealedFor } from './vault.ts'

const OTHER_SECRET = 'another secret of the tests, long enough to be one'

/** What a server with that secret says when it starts on the database of `app`. */
const start = (app: TestApp, env: Record<string, string>): Promise<unknown> =>
  testApp({ store: app.store, files: app.files, env }).then(
    () => 'started',
    (error: Error) => error.message,
  )

const sealTwoFactor = async (app: TestApp, secret: string) => {
  const { id } = await app.make.user()
  const totp_secret = createVault(secret).seal(sealedFor.twoFactor(id), 'JBSWY3DPEHPK3PXP')
  await app.store.write((tx) => tx.updateTable('users').set({ totp_secret }).where('id', '=', id).execute())
}

it('starts with a new secret while nothing is encrypted with the former one', async () => {
  const app = await testApp()
  await app.make.user()

  expect(await start(app, { CAIRN_SECRET: OTHER_SECRET })).toBe('started')
})

it('refuses to start with another secret than the one that encrypted a two-factor secret', async () => {
  const app = await testApp()
  await sealTwoFactor(app, 'a secret of the tests, long enough to be one')

  expect(await start(app, { CAIRN_SECRET: OTHER_SECRET })).toContain('another secret than before')
  expect(await start(app, {})).toBe('started')
})

it('refuses to start with another secret than the one that encrypted a webhook secret', async () => {
  const app = await testApp()
  const owner = await app.make.user()
  const plan = await app.make.plan(owner)
  const created = await app.as(owner)('POST', `/plans/${plan.id}/webhooks`, { url: 'https://example.com/hook' })
  expect(created.statusCode).toBe(201)

  expect(await start(app, { CAIRN_SECRET: OTHER_SECRET })).toContain('CAIRN_SECRET_REPLACED=on')
})

it('starts when the former secret is reported lost, and from then on with the new one alone', async () => {
  const app = await testApp()
  await sealTwoFactor(app, 'a secret of the tests, long enough to be one')
  expect(await start(app, { CAIRN_SECRET: OTHER_SECRET, CAIRN_SECRET_REPLACED: 'on' })).toBe('started')
  await sealTwoFactor(app, OTHER_SECRET)

  expect(await start(app, { CAIRN_SECRET: OTHER_SECRET })).toBe('started')
})

import type { LoginReply } from '@cairn/contract/api/auth'
import { expect, it, vi } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../../test/factory.ts'
import { mailTo, outbox } from '../../../../test/mails.ts'
import { isKnownDevice } from './devices.ts'

const SUBJECT = /^New sign-in to your account$/
const signIn = async ({ as }: TestApp, { email }: TestUser, device_token?: string): Promise<LoginReply> => {
  const body = { email, password: PASSWORD, ...(device_token && { device_token }) }
  return (await as(null)('POST', '/auth/login', body, { 'user-agent': 'Browser 1' })).json()
}
/** How many such mails there are once one that is caused now has been written. */
async function announced(app: TestApp): Promise<number> {
  const { email } = await app.make.user()
  await app.as(null)('POST', '/auth/forgot-password', { email })
  await mailTo(app.dataDir, email, /^Reset/)
  return outbox(app.dataDir).filter((mail) => mail.includes('Subject: New sign-in')).length
}

it('mails the person once per unknown device', async () => {
  const app = await testApp()
  const me = await app.make.user({ name: 'Ana Ruiz' })

  const { device_token } = await signIn(app, me)
  const mail = await mailTo(app.dataDir, me.email, SUBJECT)
  expect(mail).toContain('Hi Ana Ruiz')
  expect(mail).toContain('Browser 1')
  const again = await signIn(app, me, device_token)

  expect(again.device_token).toBe(device_token)
  expect(await announced(app)).toBe(1)
  await signIn(app, me)
  await vi.waitFor(async () => expect(await announced(app)).toBe(2), 30_000)
})

it('recognizes the device that registered, and sends no mail', async () => {
  const app = await testApp()
  const body = { email: 'ana@example.test', name: 'Ana', password: PASSWORD }
  const { device_token, user } = (await app.as(null)('POST', '/auth/register', body)).json<LoginReply>()

  await signIn(app, { ...user, token: '' }, device_token)

  expect(await announced(app)).toBe(0)
})

it('reuses the token of a shared browser, and notifies each person once', async () => {
  const app = await testApp()
  const [ana, ben] = [await app.make.user(), await app.make.user()]

  const { device_token } = await signIn(app, ana)
  const second = await signIn(app, ben, device_token)

  expect(second.device_token).toBe(device_token)
  await mailTo(app.dataDir, ben.email, SUBJECT)
  expect(await isKnownDevice(app.store.reader, ana.id, device_token)).toBe(true)
  expect(await isKnownDevice(app.store.reader, ben.id, device_token)).toBe(true)
})

it('replaces a token that it never issued, and stores none', async () => {
  const app = await testApp()
  const me = await app.make.user()

  const { device_token } = await signIn(app, me, 'chosen-by-somebody-else')

  expect(device_token).toMatch(/^[\w-]{43}$/)
  expect(await isKnownDevice(app.store.reader, me.id, 'chosen-by-somebody-else')).toBe(false)
  const rows = await app.store.reader.selectFrom('known_devices').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(device_token)
})

it('rejects a wrong password from a known device', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const { device_token } = await signIn(app, me)

  const body = { email: me.email, password: 'Wrong-passw0rd', device_token }

  expect((await app.as(null)('POST', '/auth/login', body)).statusCode).toBe(401)
})

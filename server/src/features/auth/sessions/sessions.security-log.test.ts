import { generateSync } from 'otplib'
import { expect, it, vi } from 'vitest'
import { PASSWORD, testApp } from '../../../../test/factory.ts'
import { mailTo, tokenIn } from '../../../../test/mails.ts'

it('records every sign-in and every change of a credential, without names, addresses and secrets', async () => {
  const app = await testApp()
  const email = 'zebulon@example.test'
  const call = async (token: string | null, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await app.as(token)(method, path, body && { ...body })).body
  const registered = JSON.parse(
    await call(null, 'POST', '/auth/register', { email, password: PASSWORD, name: 'Zebulon Quince' }),
  )
  const session: string = registered.session.access_token
  const verify = tokenIn(await mailTo(app.dataDir, email, /^Verify/), 'verify-email')

  await call(session, 'POST', '/auth/verify-email', { token: verify })
  await call(null, 'POST', '/auth/login', { email, password: 'Wrong-passw0rd' })
  await call(null, 'POST', '/auth/login', { email: 'nobody@example.test', password: PASSWORD })
  const other = JSON.parse(await call(null, 'POST', '/auth/login', { email, password: PASSWORD }))
  await call(other.session.access_token, 'POST', '/auth/logout')
  const token = JSON.parse(await call(session, 'POST', '/auth/token', { name: 'Zebulon’s laptop' }))
  await call(session, 'DELETE', `/auth/token/${token.id}`)
  const { secret } = JSON.parse(await call(session, 'POST', '/auth/two-factor/setup', { password: PASSWORD }))
  const on = JSON.parse(await call(session, 'POST', '/auth/two-factor/enable', { code: generateSync({ secret }) }))
  const renewed = JSON.parse(
    await call(session, 'POST', '/auth/two-factor/recovery-codes', { password: PASSWORD, code: on.recovery_codes[0] }),
  )
  await call(session, 'POST', '/auth/two-factor/disable', { password: PASSWORD, code: renewed.recovery_codes[0] })
  await call(session, 'POST', '/users/change-password', { currentPassword: PASSWORD, newPassword: 'Another-passw0rd' })
  await call(null, 'POST', '/auth/forgot-password', { email })
  const reset = tokenIn(await mailTo(app.dataDir, email, /^Reset/), 'reset-password')
  await call(null, 'POST', '/auth/reset-password', { token: reset, password: PASSWORD })

  const rows = () => app.store.reader.selectFrom('security_events').selectAll().orderBy('id').execute()
  const kinds = async () => (await rows()).map(({ kind }) => kind).sort()
  await vi.waitFor(
    async () =>
      expect(await kinds()).toEqual(
        [
          'account.registered',
          'email.verified',
          'sign_in.failed',
          'sign_in.failed',
          'sign_in.succeeded',
          'session.ended',
          'token.created',
          'token.revoked',
          'two_factor.enabled',
          'recovery_codes.renewed',
          'two_factor.disabled',
          'password.changed',
          'password.reset_requested',
          'password.reset',
        ].sort(),
      ),
    30_000,
  )
  expect(JSON.stringify(await rows())).not.toMatch(/zebulon|quince/i)
})

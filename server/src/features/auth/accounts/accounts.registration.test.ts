import { expect, it } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '../../../../test/factory.ts'
import { mailTo, tokenIn } from '../../../../test/mails.ts'

const register = ({ as }: TestApp, email: string, more: object = {}) =>
  as(null)('POST', '/auth/register', { email, name: 'Ana Ruiz', password: PASSWORD, ...more })

async function invite({ as, make }: TestApp, email: string) {
  const owner = await make.user()
  const plan = await make.plan(owner)
  const reply = await as(owner)('POST', `/plans/${plan.id}/collaborators`, { email })
  return { plan, invitation: reply.json().invite_url.split('invitation=')[1] as string }
}

it('registers only invited addresses on a closed server', async () => {
  const app = await testApp({ env: { CAIRN_REGISTRATION: 'closed', CAIRN_PUBLIC_URL: 'http://localhost:3000' } })
  const { plan, invitation } = await invite(app, 'ana@example.test')

  expect((await app.as(null)('GET', '/config')).json()).toMatchObject({ registration: 'closed' })
  for (const [email, more] of [
    ['ben@example.test', {}],
    ['ana@example.test', {}],
    ['ana@example.test', { invitation: 'made.up' }],
    ['ben@example.test', { invitation }],
  ] as const)
    expect((await register(app, email, more)).json()).toMatchObject({ code: 'registration_closed' })
  const invited = await register(app, 'Ana@example.test', { invitation })

  expect(invited.statusCode).toBe(201)
  expect(invited.json()).toMatchObject({ plan_id: plan.id })
})

it('registers addresses of the named domains, their exact ones', async () => {
  const app = await testApp({ env: { CAIRN_REGISTRATION: 'Example.com, @example.org' } })
  const { invitation } = await invite(app, 'guest@elsewhere.test')

  expect((await app.as(null)('GET', '/config')).json()).toMatchObject({
    registration: 'domains',
    registration_domains: ['example.com', 'example.org'],
  })
  expect((await register(app, 'ana@EXAMPLE.com')).statusCode).toBe(201)
  expect((await register(app, 'ana@example.org')).statusCode).toBe(201)
  for (const email of ['ana@sub.example.com', 'ana@badexample.com', 'ana@example.com.evil.test', 'ana@elsewhere.test'])
    expect((await register(app, email)).json()).toMatchObject({ code: 'email_domain_not_allowed' })
  expect((await register(app, 'guest@elsewhere.test', { invitation })).statusCode).toBe(201)
})

it('does not let an account change to an address that could not have registered', async () => {
  const app = await testApp({ env: { CAIRN_REGISTRATION: 'example.com' } })
  const me = await app.make.user({ email: 'ana@example.com' })

  const reply = await app.as(me)('POST', '/users/email', { email: 'ana@elsewhere.test', password: PASSWORD })

  expect(reply.json()).toMatchObject({ code: 'email_domain_not_allowed' })
})

it.each(['Password1', 'passWORD123', 'Qwerty123', 'iLoveYou1', 'Welcome1', 'TrustNo1'])(
  'rejects the common password %s in whatever case, wherever one is chosen',
  async (password) => {
    const app = await testApp()
    const me = await app.make.user()
    await app.as(null)('POST', '/auth/forgot-password', { email: me.email })
    const token = tokenIn(await mailTo(app.dataDir, me.email, /^Reset/), 'reset-password')
    const common = (path: string) => ({
      code: 'invalid_input',
      details: [{ path, message: 'This password is too common. Choose a different one.' }],
    })

    expect((await register(app, 'ana@example.test', { password })).json()).toMatchObject(common('password'))
    const change = { currentPassword: PASSWORD, newPassword: password }
    expect((await app.as(me)('POST', '/users/change-password', change)).json()).toMatchObject(common('newPassword'))
    const reset = await app.as(null)('POST', '/auth/reset-password', { token, password })
    expect(reset.json()).toMatchObject(common('password'))
    expect((await app.as(null)('POST', '/auth/reset-password', { token, password: 'Not-common-7' })).statusCode).toBe(
      200,
    )
  },
)

import { authApi } from '@cairn/contract/api/auth'
import { usersApi } from '@cairn/contract/api/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeLoginReply, makeProfile } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const ADDRESS = '/verify-email?token=the-secret'
const USED = { status: 400, error: 'This link was used already.', code: 'invalid_token' }

const VERIFIED = {
  message: 'Verified.',
  user: makeLoginReply().user,
  revoked: { sessions: 0, tokens: [], apps: [], calendars: 0 },
  reset_token: null,
}

const serve = ({ email_verified = true } = {}) =>
  new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ mail: true }) }))
    .on(authApi.verifyEmail, () => ({ reply: VERIFIED }))
    .on(authApi.resendVerification, () => ({ reply: { message: 'Sent again.' } }))
    .on(usersApi.profile, () => ({ reply: makeProfile({ email_verified }) }))

it('verifies once on arrival although React renders twice, and removes the token from the URL', async () => {
  const api = serve()
  const { here, router } = openApp(ADDRESS, { signedIn: false, strict: true })

  await screen.findByRole('heading', { name: 'Email verified' })

  expect(api.sentTo(authApi.verifyEmail).map(({ body }) => body)).toEqual([
    { token: 'the-secret', require_proof: true },
  ])
  await waitFor(() => expect(router.state.location.state).toEqual({ verified: true }))
  expect(here()).toBe('/verify-email')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})

it('links signed-in users to the plans', async () => {
  serve()
  openApp(ADDRESS)

  await screen.findByRole('heading', { name: 'Email verified' })

  expect(screen.getByRole('link', { name: 'Go to My Plans' })).toBeTruthy()
})

it('shows success when the signed-in user has used the link before', async () => {
  serve().on(authApi.verifyEmail, () => USED)
  openApp(ADDRESS)

  await screen.findByRole('heading', { name: 'Email already verified' })
})

it('shows signed-out users that the link was already used', async () => {
  serve().on(authApi.verifyEmail, () => ({ status: 400, error: 'Already verified.', code: 'already_verified' }))
  openApp(ADDRESS, { signedIn: false })

  await screen.findByRole('heading', { name: 'Email already verified' })
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

it('sends another link to the signed-in user', async () => {
  const api = serve({ email_verified: false }).on(authApi.verifyEmail, () => USED)
  const { user } = openApp(ADDRESS)

  expect((await screen.findByRole('alert')).textContent).toBe('This link was used already.')
  await user.click(screen.getByRole('button', { name: 'Send a new link' }))

  await screen.findByText('Sent again.')
  expect(api.sentTo(authApi.resendVerification)[0]?.body).toEqual({ email: 'ana@example.com' })
})

it('asks signed-out users for the email before sending another link', async () => {
  const api = serve().on(authApi.verifyEmail, () => USED)
  const { user } = openApp(ADDRESS, { signedIn: false })
  await screen.findByText('This link was used already.')

  await user.click(screen.getByRole('button', { name: 'Send a new link' }))
  await screen.findByText('Email is required')
  await user.type(screen.getByLabelText('Email'), 'ana@example.com{Enter}')

  await screen.findByText('Sent again.')
  expect(api.sentTo(authApi.resendVerification)[0]?.body).toEqual({ email: 'ana@example.com' })
})

it('shows why no other link is sent', async () => {
  serve({ email_verified: false })
    .on(authApi.verifyEmail, () => USED)
    .on(authApi.resendVerification, () => ({ status: 429, error: 'Too many attempts.', code: 'too_many_attempts' }))
  const { user } = openApp(ADDRESS)

  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))

  await screen.findByText('Too many attempts.')
})

it('can be retried when the server was unreachable', async () => {
  let down = true
  serve().on(authApi.verifyEmail, () =>
    down ? { status: 503, error: 'The server is busy.', code: 'busy' } : { reply: VERIFIED },
  )
  const { user } = openApp(ADDRESS, { signedIn: false })
  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.')

  down = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  await screen.findByRole('heading', { name: 'Email verified' })
})

const ASKED = {
  status: 403,
  error: 'Enter the password.',
  code: 'proof_required',
  details: { email: 'ana@example.com' },
}
const servesProof = () =>
  serve().on(authApi.verifyEmail, ({ body }) => {
    const { password, require_proof } = body as { password?: string | null; require_proof?: boolean }
    if (require_proof) return ASKED
    if (password === null)
      return {
        reply: {
          ...VERIFIED,
          revoked: { sessions: 1, tokens: [], apps: [], calendars: 0 },
          reset_token: 'reset-secret',
        },
      }
    return password === 'Secret-123' ? { reply: VERIFIED } : { status: 400, error: 'Wrong.', code: 'wrong_password' }
  })

it('asks for the password of an account that is not signed in', async () => {
  servesProof()
  const { user } = openApp(ADDRESS, { signedIn: false })
  await screen.findByText('Enter the password for ana@example.com.')

  await user.keyboard('wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong.')
  await user.clear(screen.getByLabelText('Password'))
  await user.keyboard('Secret-123{Enter}')

  await screen.findByRole('heading', { name: 'Email verified' })
})

it('continues to a new password when the old one is unknown', async () => {
  servesProof()
  const { here, router, user } = openApp(ADDRESS, { signedIn: false })

  await user.click(await screen.findByRole('button', { name: 'Continue without the password' }))

  await screen.findByRole('heading', { name: 'Choose a new password' })
  expect([here(), router.state.location.state]).toEqual(['/reset-password', { token: 'reset-secret' }])
})

it('shows that a link without a token is incomplete', async () => {
  const api = serve()
  openApp('/verify-email', { signedIn: false })

  expect((await screen.findByRole('alert')).textContent).toContain('This link is incomplete.')
  expect(api.sentTo(authApi.verifyEmail)).toEqual([])
})

import { authApi } from '@cairn/contract/api/auth'
import { usersApi } from '@cairn/contract/api/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeProfile } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const ADDRESS = '/confirm-email?token=the-secret'

it('confirms on arrival as the signed-in user, and stores the new email in the session', async () => {
  const api = new FakeApi().on(usersApi.confirmEmail, () => ({ reply: makeProfile({ email: 'new@example.com' }) }))
  openApp(ADDRESS, { strict: true })

  await screen.findByText('From now on, sign in with new@example.com.')

  expect(api.sentTo(usersApi.confirmEmail).map(({ body }) => body)).toEqual([{ token: 'the-secret' }])
  expect(localStorage.getItem('auth_session')).toContain('new@example.com')
})

it('shows that the link was already used', async () => {
  new FakeApi().on(usersApi.confirmEmail, () => ({
    status: 400,
    error: 'This link has already been used. You sign in with new@example.com.',
    code: 'already_verified',
  }))
  openApp(ADDRESS)

  await screen.findByRole('heading', { name: 'Email already changed' })

  expect(screen.getByRole('status').textContent).toContain('You sign in with new@example.com.')
  expect(screen.getByRole('link', { name: 'Go to Profile' })).toBeTruthy()
})

it('asks signed-out users to sign in first', async () => {
  new FakeApi()
  const { here } = openApp(ADDRESS, { signedIn: false })

  await waitFor(() => expect(here()).toBe('/login'))
})

it('shows that the link is for another account, with a button to log out and return', async () => {
  new FakeApi()
    .on(authApi.logout, () => ({ reply: { message: 'Logged out.' } }))
    .on(usersApi.confirmEmail, () => ({ status: 403, error: 'Another account.', code: 'other_account' }))
  const { here, router, user } = openApp(ADDRESS)

  await screen.findByRole('heading', { name: 'Another account is signed in' })
  expect(screen.getByRole('alert').textContent).toBe('Another account.')
  await user.click(screen.getByRole('button', { name: 'Log out and sign in again' }))

  await waitFor(() => expect(here()).toBe('/login'))
  expect(router.state.location.state).toEqual({ from: ADDRESS })
})

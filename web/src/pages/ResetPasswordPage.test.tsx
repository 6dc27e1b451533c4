import { authApi } from '@cairn/contract/api/auth'
import { usersApi } from '@cairn/contract/api/users'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const INVALID = 'Invalid or missing reset token. Please request a new password reset.'

const serve = (tokens: string[] = [], apps: string[] = [], calendars = 0) =>
  new FakeApi()
    .on(authApi.checkReset, () => ({ reply: undefined }))
    .on(authApi.config, () => ({ reply: makeConfig() }))
    .on(authApi.resetPassword, () => ({
      reply: { message: 'Changed.', revoked: { sessions: 2, tokens, apps, calendars } },
    }))
    .on(usersApi.profile, () => ({ status: 401, error: 'Please sign in.', code: 'unauthorized' }))

async function openReset({ signedIn = false } = {}) {
  const app = openApp('/reset-password?token=the-secret', { signedIn })
  const password = await screen.findByLabelText<HTMLInputElement>('New password')
  const confirm = screen.getByLabelText<HTMLInputElement>('Confirm password')
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Reset password' }))
  return { ...app, password, confirm, submit }
}

it('sets the new password, shows success, and goes to sign in after three seconds', async () => {
  const api = serve()
  const { here, user, password, confirm, submit } = await openReset()
  await user.type(password, 'Secret123')
  expect(screen.getByText('Fair')).toBeTruthy()
  await user.type(confirm, 'Secret123')

  vi.useFakeTimers({ shouldAdvanceTime: true })
  await submit()

  await screen.findByRole('heading', { name: 'Password Reset Successful!' })
  expect(screen.getByText('2 sessions logged out. No API tokens revoked.')).toBeTruthy()
  expect(api.sentTo(authApi.resetPassword)[0]?.body).toEqual({ token: 'the-secret', password: 'Secret123' })
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(here()).toBe('/reset-password')
  await act(() => vi.advanceTimersByTimeAsync(200))
  await waitFor(() => expect(here()).toBe('/login'))
})

it('lists the revoked API tokens, and does not redirect', async () => {
  serve(['Laptop', 'CI'], [], 1)
  const { here, user, password, confirm, submit } = await openReset()
  await user.type(password, 'Secret123')
  await user.type(confirm, 'Secret123')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await submit()

  await screen.findByText('2 sessions logged out. API tokens revoked: Laptop, CI. 1 calendar URL revoked.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(here()).toBe('/reset-password')
  vi.useRealTimers()
  screen.getByRole('link', { name: 'Sign in' }).click()

  await waitFor(() => expect(here()).toBe('/login'))
})

it('lists the disconnected apps, and does not redirect', async () => {
  serve([], ['Claude'])
  const { here, user, password, confirm, submit } = await openReset()
  await user.type(password, 'Secret123')
  await user.type(confirm, 'Secret123')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await submit()

  await screen.findByText('2 sessions logged out. No API tokens revoked. Apps disconnected: Claude.')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(here()).toBe('/reset-password')
})

it('shows an invalid link before anything is typed', async () => {
  serve().on(authApi.checkReset, () => ({ status: 400, error: 'This link is invalid.', code: 'invalid_token' }))
  openApp('/reset-password?token=the-secret', { signedIn: false })

  expect((await screen.findByRole('alert')).textContent).toBe(INVALID)
  expect(screen.queryByLabelText('New password')).toBeNull()
})

it('shows the form when the link cannot be checked', async () => {
  serve().on(authApi.checkReset, () => ({ status: 503, error: 'The server is busy.', code: 'busy' }))

  await openReset()

  expect(screen.queryByRole('alert')).toBeNull()
})

it('removes the token from the URL, and keeps it for a reload', async () => {
  serve()
  const { here, router } = await openReset()

  await waitFor(() => expect(here()).toBe('/reset-password'))

  expect(router.state.location.state).toEqual({ token: 'the-secret' })
})

it.each([
  ['New password', '', 'Password is required'],
  ['New password', 'Short1', 'Password must be at least 8 characters'],
  ['New password', 'alllowercase1', 'Password must contain uppercase, lowercase, and numbers'],
  ['Confirm password', '', 'Please confirm your password'],
  ['Confirm password', 'Other123', 'Passwords do not match'],
])('rejects %s %j, and hides the error after a correction', async (label, wrong, message) => {
  const api = serve()
  const { user, submit } = await openReset()
  for (const field of ['New password', 'Confirm password']) {
    const value = field === label ? wrong : 'Secret123'
    if (value) await user.type(screen.getByLabelText(field), value)
  }

  await submit()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(api.sentTo(authApi.resetPassword)).toEqual([])

  await user.clear(screen.getByLabelText(label))
  await user.type(screen.getByLabelText(label), 'Secret123')
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

it.each(['/reset-password', '/reset-password?token='])('%s asks for another link', async (address) => {
  serve()
  openApp(address, { signedIn: false })

  expect((await screen.findByRole('alert')).textContent).toBe(INVALID)
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
})

it('asks for another link when the server rejects this one', async () => {
  serve().on(authApi.resetPassword, () => ({ status: 400, error: 'This link is invalid.', code: 'invalid_token' }))
  const { user, password, confirm, submit } = await openReset()
  await user.type(password, 'Secret123')
  await user.type(confirm, 'Secret123')

  await submit()

  expect((await screen.findByRole('alert')).textContent).toBe(INVALID)
  expect(screen.getByRole('link', { name: 'Request a new link' })).toBeTruthy()
})

it('keeps the typed text when it fails otherwise, and shows why', async () => {
  serve().on(authApi.resetPassword, () => ({ status: 429, error: 'Too many attempts.', code: 'too_many_attempts' }))
  const { user, password, confirm, submit } = await openReset()
  await user.type(password, 'Secret123')
  await user.type(confirm, 'Secret123')

  await submit()

  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
  expect(password.value).toBe('Secret123')
})

it('clears the session that ended with the old password', async () => {
  serve()
  const { user, password, confirm, submit } = await openReset({ signedIn: true })
  await user.type(password, 'Secret123')
  await user.type(confirm, 'Secret123')

  await submit()

  await screen.findByRole('heading', { name: 'Password Reset Successful!' })
  await waitFor(() => expect(localStorage.getItem('auth_session')).toBeNull())
})

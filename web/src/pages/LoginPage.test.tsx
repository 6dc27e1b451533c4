import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeLoginReply, makeSession } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

function serve({ demo = false } = {}) {
  return new FakeApi()
    .on(authApi.config, () => ({
      reply: makeConfig({ demo }),
    }))
    .on(authApi.login, () => ({ reply: makeLoginReply() }))
    .on(plansApi.list, () => ({ reply: [] }))
}

async function openLogin() {
  const app = openApp('/login', { signedIn: false })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  return { ...app, email, password }
}

it('signs in with Enter, stores the session and goes to the plans', async () => {
  const api = serve()
  const { here, user, email, password } = await openLogin()

  await user.type(email, ' ana@example.com ')
  await user.type(password, 'Secret123{Enter}')

  await screen.findByText('Start Your Planning Journey')
  expect(here()).toBe('/plans')
  expect(api.sentTo(authApi.login)[0]?.body).toEqual({
    email: 'ana@example.com',
    password: 'Secret123',
    remember: true,
  })
  expect(JSON.parse(localStorage.getItem('auth_session') ?? '')).toEqual(makeLoginReply().session)
})

it('requires both fields before sending', async () => {
  const api = serve()
  const { user, email } = await openLogin()

  await user.type(email, 'ana@example.com')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Please enter both email and password')
  expect(api.sentTo(authApi.login)).toEqual([])
})

it('keeps the typed text when sign-in fails, and hides the message at the next edit', async () => {
  serve().on(authApi.login, () => ({ status: 401, error: 'Wrong email or password.', code: 'invalid_credentials' }))
  const { here, user, email, password } = await openLogin()
  await user.type(email, 'ana@example.com')
  await user.type(password, 'wrong{Enter}')

  expect((await screen.findByRole('alert')).textContent).toBe('Wrong email or password.')
  expect([email.value, password.value, here()]).toEqual(['ana@example.com', 'wrong', '/login'])

  await user.type(password, '!')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('is busy while it waits', async () => {
  let answer: () => void = () => undefined
  serve().on(
    authApi.login,
    () => new Promise((resolve) => (answer = () => resolve({ status: 500, error: 'No', code: 'internal' }))),
  )
  const { user, email, password } = await openLogin()
  await user.type(email, 'ana@example.com')
  await user.type(password, 'Secret123{Enter}')

  const button = await screen.findByRole('button', { name: 'Signing in...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')

  answer()
  await screen.findByRole('button', { name: 'Sign in' })
})

it('focuses the field to correct when sign-in fails', async () => {
  serve().on(authApi.login, () => ({ status: 401, error: 'Wrong email or password.', code: 'invalid_credentials' }))
  const { user, email, password } = await openLogin()

  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(document.activeElement).toBe(email)
  await user.type(email, 'ana@example.com')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(document.activeElement).toBe(password)
  await user.type(password, 'Secret123')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))

  await screen.findByText('Wrong email or password.')
  expect(document.activeElement).toBe(password)
})

it('shows and hides the password', async () => {
  serve()
  const { user, password } = await openLogin()

  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.type).toBe('password')
})

it('remembers the email for the next visit, unless told not to', async () => {
  localStorage.setItem('remembered_email', 'ana@example.com')
  const api = serve()
  const { user, email, password } = await openLogin()
  expect(email.value).toBe('ana@example.com')

  await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await user.type(password, 'Secret123{Enter}')

  await screen.findByText('Start Your Planning Journey')
  expect(api.sentTo(authApi.login)[0]?.body).toMatchObject({ remember: false })
  expect(localStorage.getItem('remembered_email')).toBeNull()
})

it('shows the demo account only if there is one', async () => {
  const api = serve()
  await openLogin()
  await waitFor(() => expect(api.sentTo(authApi.config)).toHaveLength(1))

  expect(screen.queryByRole('button', { name: 'Try Demo Account' })).toBeNull()
})

it('signs in with the demo account', async () => {
  const api = serve({ demo: true })
  const { user } = await openLogin()

  await user.click(await screen.findByRole('button', { name: 'Try Demo Account' }))

  await screen.findByText('Start Your Planning Journey')
  expect(api.sentTo(authApi.login)[0]?.body).toMatchObject({ email: 'demo@example.com', password: 'Demo123456!' })
})

it('shows when the demo account fails', async () => {
  serve({ demo: true }).on(authApi.login, () => ({ status: 401, error: 'x', code: 'invalid_credentials' }))
  const { user } = await openLogin()

  await user.click(await screen.findByRole('button', { name: 'Try Demo Account' }))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to login with demo account. Please try again later.',
  )
})

it('asks for the second step and signs in with its code', async () => {
  const api = serve()
    .on(authApi.login, () => ({
      status: 401,
      error: 'Enter your code',
      code: 'two_factor_required',
      details: { challenge: 'the-challenge' },
    }))
    .on(authApi.twoFactor, ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { reply: makeLoginReply() }
        : { status: 401, error: 'The code is wrong.', code: 'invalid_code' },
    )
  const { user, email, password } = await openLogin()
  await user.type(email, 'ana@example.com')
  await user.type(password, 'Secret123{Enter}')

  const code = await screen.findByLabelText('Code')
  await user.type(code, '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('The code is wrong.')

  await user.clear(code)
  await user.type(code, '123456{Enter}')
  await screen.findByText('Start Your Planning Journey')
  expect(api.sentTo(authApi.twoFactor).at(-1)?.body).toEqual({ challenge: 'the-challenge', code: '123456' })
})

it('asks for the password again when the second step expires, and keeps the other fields', async () => {
  serve()
    .on(authApi.login, () => ({
      status: 401,
      error: 'Enter your code',
      code: 'two_factor_required',
      details: { challenge: 'the-challenge' },
    }))
    .on(authApi.twoFactor, () => ({ status: 401, error: 'This sign-in took too long.', code: 'invalid_challenge' }))
  const { user, email, password } = await openLogin()
  await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await user.type(email, 'ana@example.com')
  await user.type(password, 'Secret123{Enter}')

  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')

  expect((await screen.findByRole('alert')).textContent).toBe('This sign-in took too long.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(false)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))

  await user.type(screen.getByLabelText('Password'), 'S')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('goes back from the second step', async () => {
  serve().on(authApi.login, () => ({
    status: 401,
    error: 'Enter your code',
    code: 'two_factor_required',
    details: { challenge: 'the-challenge' },
  }))
  const { user, email, password } = await openLogin()
  await user.type(email, 'ana@example.com')
  await user.type(password, 'Secret123{Enter}')

  await user.click(await screen.findByRole('button', { name: 'Back' }))

  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('continues when the user signs in in another tab', async () => {
  serve()
  const { here } = await openLogin()

  localStorage.setItem('auth_session', JSON.stringify(makeSession()))
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_session' }))

  await screen.findByText('Start Your Planning Journey')
  expect(here()).toBe('/plans')
})

it('redirects signed-in users', async () => {
  serve()
  const { here } = openApp('/login')

  await screen.findByText('Start Your Planning Journey')

  expect(here()).toBe('/plans')
})

import { authApi } from '@cairn/contract/api/auth'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const serve = ({ mail = true } = {}) =>
  new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ mail }) }))
    .on(authApi.forgotPassword, () => ({ reply: { message: 'Sent, if there is an account.' } }))

async function openForgot() {
  const app = openApp('/forgot-password', { signedIn: false })
  const email = await screen.findByLabelText<HTMLInputElement>('Email')
  return { ...app, email }
}

it('sends the email, and shows where to look', async () => {
  const api = serve()
  const { user, email } = await openForgot()

  await user.type(email, ' ana@example.com {Enter}')

  const heading = await screen.findByRole('heading', { name: 'Check your email' })
  expect(api.sentTo(authApi.forgotPassword).map(({ body }) => body)).toEqual([{ email: 'ana@example.com' }])
  expect(screen.getByText('ana@example.com')).toBeTruthy()
  expect(document.activeElement).toBe(heading)
  expect(screen.queryByText(/outbox/)).toBeNull()
})

it('starts again with an empty form', async () => {
  serve()
  const { user, email } = await openForgot()
  await user.type(email, 'ana@example.com{Enter}')

  await user.click(await screen.findByRole('link', { name: 'try again' }))

  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
})

it('shows where emails are on a server that sends none', async () => {
  serve({ mail: false })
  const { user, email } = await openForgot()

  await user.type(email, 'ana@example.com{Enter}')

  expect(await screen.findByText('outbox')).toBeTruthy()
})

it.each([
  ['', 'Please enter your email address'],
  ['ana@', 'Please enter a valid email address'],
])('rejects %j, and hides the error after a correction', async (wrong, message) => {
  const api = serve()
  const { user, email } = await openForgot()
  if (wrong) await user.type(email, wrong)

  await user.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(authApi.forgotPassword)).toEqual([])

  await user.clear(email)
  await user.type(email, 'ana@example.com')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('is busy while it waits, and shows why it failed', async () => {
  let answer: () => void = () => undefined
  serve().on(
    authApi.forgotPassword,
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 429, error: 'Too many attempts.', code: 'too_many_attempts' })
      }),
  )
  const { user, email } = await openForgot()
  await user.type(email, 'ana@example.com{Enter}')
  const button = await screen.findByRole('button', { name: 'Sending...' })
  expect(button.getAttribute('aria-disabled')).toBe('true')

  answer()

  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
  expect(email.value).toBe('ana@example.com')
})

it('takes the email typed at sign-in, and returns it', async () => {
  serve()
  const { user } = openApp('/login', { signedIn: false })
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com')

  await user.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await screen.findByRole('heading', { name: 'Forgot your password?' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')

  await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
  await screen.findByRole('heading', { name: 'Welcome back' })
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
})

import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeLoginReply } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const serve = () =>
  new FakeApi()
    .on(authApi.register, () => ({ reply: { ...makeLoginReply(), plan_id: null } }))
    .on(plansApi.list, () => ({ reply: [] }))

async function openRegister(address = '/register') {
  const app = openApp(address, { signedIn: false })
  await screen.findByLabelText('Full name')
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Create account' }))
  return { ...app, submit }
}

async function fillIn(user: ReturnType<typeof openApp>['user'], values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await user.type(screen.getByLabelText(label), value)
}

const VALID = {
  'Full name': 'Ana Ruiz',
  Email: 'ana@example.com',
  Password: 'Secret123',
  'Confirm password': 'Secret123',
}

it('creates the account, says so, and goes to the plans after two seconds', async () => {
  const api = serve()
  const { here, user, submit } = await openRegister()
  await fillIn(user, { ...VALID, 'Organization (optional)': 'Stones Ltd' })
  await user.click(screen.getByRole('checkbox'))

  vi.useFakeTimers({ shouldAdvanceTime: true })
  await submit()

  await screen.findByRole('heading', { name: 'Registration Successful!' })
  expect(api.sentTo(authApi.register)[0]?.body).toEqual({
    name: 'Ana Ruiz',
    email: 'ana@example.com',
    organization: 'Stones Ltd',
    password: 'Secret123',
    invitation: null,
  })
  expect(here()).toBe('/register')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(here()).toBe('/plans'))
})

it('names every field that is missing', async () => {
  const api = serve()
  const { submit } = await openRegister()

  await submit()

  const errors = (await screen.findAllByRole('alert')).map((alert) => alert.textContent)
  expect(errors).toEqual([
    'Name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
    'You must accept the terms and conditions',
  ])
  expect(api.sentTo(authApi.register)).toEqual([])
})

it.each([
  ['Full name', 'A', 'Name must be at least 2 characters'],
  ['Email', 'ana@example', 'Invalid email format'],
  ['Password', 'Short1', 'Password must be at least 8 characters'],
  ['Password', 'alllowercase1', 'Password must contain uppercase, lowercase, and numbers'],
  ['Confirm password', 'Other123', 'Passwords do not match'],
])('refuses %s %j, and forgives when it is corrected', async (label, wrong, message) => {
  serve()
  const { user, submit } = await openRegister()
  await fillIn(user, { ...VALID, [label]: wrong })
  await user.click(screen.getByRole('checkbox'))

  await submit()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')

  await user.clear(screen.getByLabelText(label))
  await fillIn(user, { [label]: VALID[label as keyof typeof VALID] })
  await waitFor(() => expect(screen.queryByText(message)).toBeNull())
})

it('shows the strength of the password with its word', async () => {
  serve()
  const { user } = await openRegister()

  await fillIn(user, { Password: 'Secret123' })
  expect(screen.getByText('Fair')).toBeTruthy()
  await fillIn(user, { Password: '!and more' })
  expect(screen.getByText('Strong')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Password strength' }).getAttribute('aria-valuenow')).toBe('100')
})

it('keeps what was typed when the server refuses, and shows why', async () => {
  serve().on(authApi.register, () => ({ status: 409, error: 'This email is already in use.', code: 'already_exists' }))
  const { user, submit } = await openRegister()
  await fillIn(user, VALID)
  await user.click(screen.getByRole('checkbox'))

  await submit()

  expect((await screen.findByRole('alert')).textContent).toBe('This email is already in use.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
})

it('takes the invitation and its address from the link', async () => {
  const api = serve()
  const { user, submit } = await openRegister('/register?invitation=abc&email=ana%40example.com')
  const { Email: _, ...rest } = VALID
  await fillIn(user, rest)
  await user.click(screen.getByRole('checkbox'))

  await submit()

  await screen.findByRole('heading', { name: 'Registration Successful!' })
  expect(api.sentTo(authApi.register)[0]?.body).toMatchObject({ email: 'ana@example.com', invitation: 'abc' })
})

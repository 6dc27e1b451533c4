import { authApi } from '@cairn/contract/api/auth'
import { invitationsApi } from '@cairn/contract/api/invitations'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeId, makeLoginReply, makeSession } from '../test/make.ts'
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

it('creates the account, shows success, and goes to the plans after two seconds', async () => {
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

it('shows every missing field', async () => {
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
])('rejects %s %j, and hides the error after a correction', async (label, wrong, message) => {
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

it('keeps the typed text when the server rejects it, and shows why', async () => {
  serve().on(authApi.register, () => ({ status: 409, error: 'This email is already in use.', code: 'already_exists' }))
  const { user, submit } = await openRegister()
  await fillIn(user, VALID)
  await user.click(screen.getByRole('checkbox'))

  await submit()

  expect((await screen.findByRole('alert')).textContent).toBe('This email is already in use.')
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ana@example.com')
})

const PLAN_ID = makeId()
const INVITED = { plan_title: 'Website relaunch', inviter_name: 'Ben Okafor', email: 'ana@example.com' }
const serveInvitation = () =>
  serve()
    .on(invitationsApi.read, () => ({ reply: INVITED }))
    .on(invitationsApi.accept, () => ({ reply: { plan_id: PLAN_ID } }))
    .on(authApi.logout, () => ({ reply: { message: 'Signed out.' } }))

describe('an invitation link', () => {
  it('shows plan and inviter, fills in the email, and opens the plan', async () => {
    const api = serveInvitation().on(authApi.register, () => ({
      reply: { ...makeLoginReply(), plan_id: PLAN_ID },
    }))
    const { here, user, submit } = await openRegister('/register?invitation=abc')
    expect(screen.getByRole('heading', { name: 'Join “Website relaunch”' })).toBeTruthy()
    expect(screen.getByText(/^Ben Okafor invited you to work on “Website relaunch”/)).toBeTruthy()
    const { Email: _, ...rest } = VALID
    await fillIn(user, rest)
    await user.click(screen.getByRole('checkbox'))

    vi.useFakeTimers({ shouldAdvanceTime: true })
    await submit()

    await screen.findByRole('heading', { name: 'Registration Successful!' })
    expect(api.sentTo(authApi.register)[0]?.body).toMatchObject({ email: 'ana@example.com', invitation: 'abc' })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await waitFor(() => expect(here()).toBe(`/plans/${PLAN_ID}`))
  })

  it('keeps what was typed when a user signs in in another tab', async () => {
    const api = serveInvitation()
    const { user } = await openRegister('/register?invitation=abc')
    await fillIn(user, { 'Full name': 'Ana Ruiz', Password: 'Secret123' })

    act(() => {
      localStorage.setItem('auth_session', JSON.stringify(makeSession()))
      window.dispatchEvent(new StorageEvent('storage', { key: 'auth_session' }))
    })

    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Ana Ruiz')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Secret123')
    expect(api.sentTo(invitationsApi.read)).toHaveLength(1)
  })

  it('asks a user signed in with the invited email, and opens the plan', async () => {
    const api = serveInvitation()
    const { here, user } = openApp('/register?invitation=abc')

    await user.click(await screen.findByRole('button', { name: 'Accept as ana@example.com' }))

    await waitFor(() => expect(here()).toBe(`/plans/${PLAN_ID}`))
    expect(api.sentTo(invitationsApi.accept)[0]?.params).toEqual({ token: 'abc' })
  })

  it('for another email switches accounts, and returns', async () => {
    const api = serveInvitation().on(invitationsApi.read, () => ({ reply: { ...INVITED, email: 'ben@example.com' } }))
    const { user } = openApp('/register?invitation=abc')
    await screen.findByText('This invitation is for ben@example.com. You’re signed in as ana@example.com.')
    expect(screen.queryByRole('button', { name: /^Accept/ })).toBeNull()

    await user.click(screen.getByRole('button', { name: 'Switch account' }))

    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ben@example.com')
    expect(localStorage.getItem('auth_session')).toBeNull()
    expect(api.sentTo(authApi.logout)).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('ben@example.com')
  })

  it('that has expired shows an error, and still allows registration', async () => {
    serve().on(invitationsApi.read, () => ({
      status: 404,
      error: 'This invitation has expired.',
      code: 'invitation_not_found',
    }))
    await openRegister('/register?invitation=abc')

    expect((await screen.findByRole('alert')).textContent).toBe('This invitation has expired.')
  })

  it('that has expired hides its error when the form has errors', async () => {
    const expired = { status: 404, error: 'This invitation has expired.', code: 'invitation_not_found' }
    const taken = { status: 409, error: 'This email is already in use.', code: 'already_exists' }
    serve()
      .on(invitationsApi.read, () => expired)
      .on(authApi.register, () => taken)
    const { user, submit } = await openRegister('/register?invitation=abc')
    await screen.findByText('This invitation has expired.')
    await fillIn(user, VALID)
    await user.click(screen.getByRole('checkbox'))

    await submit()

    await screen.findByText('This email is already in use.')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'This email is already in use.',
    ])
  })
})

const closed = () => ({ reply: makeConfig({ registration: 'closed' }) })

it('is closed if configured, on the sign-in page too', async () => {
  serve().on(authApi.config, closed)
  const { user } = openApp('/register', { signedIn: false })
  await screen.findByRole('heading', { name: 'Registration is closed' })
  expect(screen.queryByLabelText('Full name')).toBeNull()

  await user.click(screen.getByRole('link', { name: 'Sign in' }))

  await screen.findByRole('heading', { name: 'Welcome back' })
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull())
})

it('is open to invited people although registration is closed', async () => {
  serveInvitation().on(authApi.config, closed)

  await openRegister('/register?invitation=abc')
})

import { authApi } from '@cairn/contract/api/auth'
import { type ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { clearSession } from '../../lib/session.ts'
import { makeToken } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'
import { BROKEN, fakeTimers, SECRET, serve, withQuietConsole } from '../../test/tokens.ts'

type User = ReturnType<typeof openApp>['user']

async function openCreate(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Create New Token' }))
  return screen.findByRole('dialog', { name: 'Create New Token' })
}

async function createToken(user: User, name = 'Report') {
  await openCreate(user)
  await user.type(screen.getByLabelText('Name'), `${name}{Enter}`)
  return screen.findByRole('dialog', { name: 'Your new token' })
}

withQuietConsole()

it('creates a read token by default, and rejects a blank name', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  const dialog = within(await openCreate(user))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Read/ }).checked).toBe(true)

  await user.type(dialog.getByLabelText('Name'), '   {Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('Name is required')
  expect(api.sentTo(tokensApi.create)).toHaveLength(0)
  await user.type(dialog.getByLabelText('Name'), 'Report ')
  expect(dialog.queryByRole('alert')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create token' }))

  await screen.findByRole('dialog', { name: 'Your new token' })
  await screen.findByText('Token created successfully')
  expect(api.sentTo(tokensApi.create)[0]?.body).toEqual({
    name: 'Report',
    permissions: ['read'],
    expires_at: null,
    plan_id: null,
    branch_id: null,
    changes_per_hour: null,
    nodes_per_hour: null,
  })
})

it('asks for the password when the server requires it, and sends it', async () => {
  const api = serve().on(tokensApi.create, ({ body }) => {
    const { password } = body as { password?: string }
    if (password === undefined) return { status: 403, error: 'Enter your password.', code: 'password_required' }
    if (password !== 'Secret-123') return { status: 400, error: 'Wrong password.', code: 'wrong_password' }
    return { reply: { ...makeToken(), token: 'cairn_secret' } }
  })
  const { user } = openApp('/settings')
  await user.click(await screen.findByRole('button', { name: 'Create New Token' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Report{Enter}')

  await user.type(await screen.findByLabelText('Your password'), 'wrong{Enter}')
  await screen.findByText('Wrong password.')
  await user.clear(screen.getByLabelText('Your password'))
  await user.type(screen.getByLabelText('Your password'), 'Secret-123{Enter}')

  await screen.findByRole('dialog', { name: 'Your new token' })
  expect(api.sentTo(tokensApi.create).at(-1)?.body).toMatchObject({ name: 'Report', password: 'Secret-123' })
})

it.each([
  [/^Write/, ['read', 'write']],
  [/^Admin/, ['read', 'write', 'admin']],
])('grants the scopes that %s includes', async (name, permissions) => {
  const api = serve()
  const { user } = openApp('/settings')
  const dialog = within(await openCreate(user))

  await user.click(dialog.getByRole('radio', { name }))
  await user.type(dialog.getByLabelText('Name'), 'Report{Enter}')

  await screen.findByRole('dialog', { name: 'Your new token' })
  expect(api.sentTo(tokensApi.create)[0]?.body).toMatchObject({ permissions })
})

it('sets the expiry to a preset or a custom date', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  const dialog = within(await openCreate(user))
  const choose = async (name: string) => {
    await user.click(dialog.getByRole('combobox', { name: 'Expires' }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await user.type(dialog.getByLabelText('Name'), 'Report')

  await choose('Custom date')
  fireEvent.change(dialog.getByLabelText('Expires on'), { target: { value: '2020-01-01' } })
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('Choose today or a later date')
  expect(api.sentTo(tokensApi.create)).toHaveLength(0)

  await choose('7 days')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Your new token' })
  const sent = api.sentTo(tokensApi.create).map(({ body }) => Date.parse((body as ApiToken).expires_at ?? ''))
  expect(sent.map((end) => Math.round((end - Date.now()) / 86_400_000))).toEqual([7])
})

it('keeps the typed text when the server rejects it', async () => {
  serve().on(tokensApi.create, () => BROKEN)
  const { user } = openApp('/settings')
  const dialog = within(await openCreate(user))

  await user.type(dialog.getByLabelText('Name'), 'Report{Enter}')

  await screen.findByText('Failed to create token: Something went wrong.')
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Report')
})

it('shows the token once, and copies it', async () => {
  serve()
  const { user } = openApp('/settings')
  const dialog = within(await createToken(user))
  expect(dialog.getByLabelText<HTMLInputElement>('Token').value).toBe(SECRET)

  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Token copied to clipboard')
  expect(await navigator.clipboard.readText()).toBe(SECRET)

  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.body.innerHTML).not.toContain(SECRET)
})

it('confirms a copy for 2 seconds', async () => {
  serve()
  const { user } = openApp('/settings')
  const dialog = within(await createToken(user))
  fakeTimers()

  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByRole('button', { name: 'Copied' })
  await act(() => vi.advanceTimersByTimeAsync(2_000))

  expect(dialog.getByRole('button', { name: 'Copy' })).toBeTruthy()
})

it('shows when the browser blocks copying', async () => {
  serve()
  const { user } = openApp('/settings')
  const dialog = within(await createToken(user))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))

  await user.click(dialog.getByRole('button', { name: 'Copy' }))

  await screen.findByText('Failed to copy token to clipboard')
})

it('shows examples with the URL of the server and the full token', async () => {
  serve()
  const { user } = openApp('/settings')
  const dialog = within(await createToken(user))

  const code = await dialog.findByText(/^curl/, { selector: 'pre' })
  expect(code.textContent).toBe(`curl 'https://plans.example/api/plans' \\\n  -H 'Authorization: Bearer ${SECRET}'`)
  await user.click(dialog.getByRole('button', { name: 'Copy: List your plans with curl' }))
  expect(await navigator.clipboard.readText()).toBe(code.textContent)
  expect(dialog.queryByText('Create a plan with curl')).toBeNull()
})

it('falls back to the URL of the page', async () => {
  serve().on(authApi.config, () => ({ status: 404, error: 'Not found', code: 'not_found' }))
  const { user } = openApp('/settings')
  const dialog = within(await createToken(user))

  const code = await dialog.findByText(/^curl/, { selector: 'pre' })

  expect(code.textContent).toContain(`curl '${window.location.origin}/api/plans'`)
})

it('does not lose a token on Escape, a click outside or Back', async () => {
  serve()
  const { user, here, router } = openApp('/plans/new')
  await act(() => router.navigate('/settings'))
  const dialog = within(await createToken(user))

  await user.keyboard('{Escape}')
  expect((await dialog.findByRole('alert')).textContent).toContain('Copy it, then choose Done.')
  await act(() => router.navigate(-1))

  expect(dialog.getByLabelText<HTMLInputElement>('Token').value).toBe(SECRET)
  expect(here()).toBe('/settings')
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

it('does not block navigation after the session has ended', async () => {
  serve()
  const { user, here } = openApp('/settings')
  await createToken(user)

  act(() => clearSession({ byChoice: false }))

  await screen.findByRole('button', { name: 'Sign in' })
  expect(here()).toBe('/login')
})

it('does not close while the token is being created', async () => {
  let answer: () => void = () => undefined
  serve().on(tokensApi.create, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return { reply: { ...makeToken(), token: SECRET } }
  })
  const { user } = openApp('/settings')
  const dialog = within(await openCreate(user))
  await user.type(dialog.getByLabelText('Name'), 'Report{Enter}')
  await dialog.findByRole('button', { name: 'Creating...' })

  await user.keyboard('{Escape}')
  answer()

  await screen.findByRole('dialog', { name: 'Your new token' })
})

it('refetches 500 ms after a token was created', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  await openCreate(user)
  await user.type(screen.getByLabelText('Name'), 'Report')
  fakeTimers()

  fireEvent.click(screen.getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Your new token' })
  const before = api.sentTo(tokensApi.list).length
  await act(() => vi.advanceTimersByTimeAsync(500))

  await waitFor(() => expect(api.sentTo(tokensApi.list)).toHaveLength(before + 1))
  expect(screen.getByText('Report')).toBeTruthy()
})

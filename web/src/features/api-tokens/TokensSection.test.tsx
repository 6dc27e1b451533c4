import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { type ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { clearSession } from '../../lib/session.ts'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeConfig, makeId, makeToken } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const SECRET = 'cairn_Ab12Cd-whole-secret'
const BROKEN = { status: 500, error: 'Something went wrong.', code: 'internal' }
const config = (public_url: string) => makeConfig({ public_url })

/** A server with tokens. */
function serve(...tokens: ApiToken[]) {
  const kept = [...tokens]
  return new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(authApi.sessions, () => ({ reply: [] }))
    .on(authApi.config, () => ({ reply: config('https://plans.example') }))
    .on(tokensApi.list, () => ({ reply: [...kept] }))
    .on(tokensApi.debug, () => ({ reply: [...kept] }))
    .on(tokensApi.create, ({ body }) => {
      const { name, permissions, expires_at } = body as ApiToken
      const token = makeToken({ id: makeId(), name, permissions, expires_at })
      kept.unshift(token)
      return { reply: { ...token, token: SECRET } }
    })
    .on(tokensApi.revoke, ({ params }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === params.tokenId),
        1,
      )
      return { reply: undefined }
    })
}

type User = ReturnType<typeof openApp>['user']

const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement
const fakeTimers = () =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  })

async function openCreate(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Create New Token' }))
  return screen.findByRole('dialog', { name: 'Create New Token' })
}

async function createToken(user: User, name = 'Report') {
  await openCreate(user)
  await user.type(screen.getByLabelText('Name'), `${name}{Enter}`)
  return screen.findByRole('dialog', { name: 'Your new token' })
}

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

it('lists tokens with prefix, permissions, creation, last use and expiry', async () => {
  const used = new Date(Date.now() - 5 * 60_000).toISOString()
  serve(
    makeToken({ name: 'Script', permissions: ['read', 'write', 'admin'], last_used: used }),
    makeToken({ name: 'Fresh', expires_at: '2999-01-02T10:00:00.000Z' }),
    makeToken({ name: 'Stale', expires_at: '2026-03-02T10:00:00.000Z' }),
  )
  openApp('/settings')

  const script = within(await row('Script'))
  expect(script.getByText('cairn_Ab12Cd…')).toBeTruthy()
  expect(['read', 'write', 'admin'].map((scope) => script.getByText(scope).className.match(/bg-(\w+)/)?.[1])).toEqual([
    'done',
    'sequence',
    'blocked',
  ])
  expect(script.getByText('5m ago').title).toBe(fullDateTime(used))
  expect(script.getByText(shortDateTime('2026-03-01T10:00:00.000Z'))).toBeTruthy()

  const fresh = within(await row('Fresh'))
  expect(fresh.getAllByText('Never')).toHaveLength(1)
  expect(fresh.getByText(shortDateTime('2999-01-02T10:00:00.000Z'))).toBeTruthy()

  expect(within(await row('Stale')).getByText('Expired')).toBeTruthy()
})

it('shows an empty state with a button', async () => {
  serve()
  const { user } = openApp('/settings')

  await screen.findByText('No API tokens yet')
  await user.click(screen.getByRole('button', { name: 'Create your first token' }))

  await screen.findByRole('dialog', { name: 'Create New Token' })
})

it('shows a failed load of the list, and retries', async () => {
  let broken = true
  serve().on(tokensApi.list, () =>
    broken ? { status: 403, error: 'Not now', code: 'forbidden' } : { reply: [makeToken()] },
  )
  const { user } = openApp('/settings')

  const failure = (await screen.findByText('Failed to fetch API tokens')).closest('[role=alert]') as HTMLElement
  expect(failure.textContent).toContain('Not now')
  broken = false
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))

  await row('My assistant')
  expect(screen.queryByText('Failed to fetch API tokens')).toBeNull()
})

it('refetches on Refresh List, and keeps the list when that fails', async () => {
  const api = serve(makeToken())
  const { user } = openApp('/settings')
  await row('My assistant')

  api.on(tokensApi.list, () => ({ reply: [makeToken(), makeToken({ name: 'From elsewhere' })] }))
  await user.click(screen.getByRole('button', { name: 'Refresh List' }))
  await row('From elsewhere')

  api.on(tokensApi.list, () => ({ status: 403, error: 'Not now', code: 'forbidden' }))
  await user.click(screen.getByRole('button', { name: 'Refresh List' }))
  await screen.findByText('Failed to fetch API tokens')
  await row('From elsewhere')
})

it('refetches every 30 seconds while the page is visible', async () => {
  fakeTimers()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const api = serve(makeToken())
  openApp('/settings')
  await row('My assistant')
  const asked = () => api.sentTo(tokensApi.list).length
  expect(asked()).toBe(1)

  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(2)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(3)

  visibility.mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await act(() => vi.advanceTimersByTimeAsync(90_000))
  expect(asked()).toBe(3)
})

it('logs the reply of the server to the console on Debug', async () => {
  const token = makeToken()
  const api = serve(token)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Debug' }))
  await screen.findByText('Debug tokens API called, check console logs')
  expect(console.info).toHaveBeenCalledWith('GET /debug/tokens', [token])

  api.on(tokensApi.debug, () => BROKEN)
  await user.click(screen.getByRole('button', { name: 'Debug' }))
  await screen.findByText('Debug API call failed')
})

it('hides a toast after 5 seconds', async () => {
  serve(makeToken())
  openApp('/settings')
  const button = await screen.findByRole('button', { name: 'Debug' })
  fakeTimers()

  fireEvent.click(button)
  await screen.findByText('Debug tokens API called, check console logs')
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(screen.queryByText('Debug tokens API called, check console logs')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_500))

  expect(screen.queryByText('Debug tokens API called, check console logs')).toBeNull()
})

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

it('revokes a token after a confirmation', async () => {
  const token = makeToken({ name: 'Old script' })
  const api = serve(token, makeToken({ name: 'Other' }))
  const { user } = openApp('/settings')

  await user.click(within(await row('Old script')).getByRole('button', { name: 'Revoke Old script' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Old script”?' }))
  expect(api.sentTo(tokensApi.revoke)).toHaveLength(0)
  const release = api.hold(tokensApi.revoke)
  await user.click(dialog.getByRole('button', { name: 'Revoke token' }))
  await user.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Revoke “Old script”?' })).toBeTruthy()
  release()

  await screen.findByText('Token revoked successfully')
  expect(api.sentTo(tokensApi.revoke)[0]?.params).toEqual({ tokenId: token.id })
  expect(screen.queryByText('Old script')).toBeNull()
  await row('Other')
})

it('revokes nothing on Cancel', async () => {
  const api = serve(makeToken())
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Revoke My assistant' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.sentTo(tokensApi.revoke)).toHaveLength(0)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Revoke'))
})

it('shows when a token cannot be revoked', async () => {
  serve(makeToken()).on(tokensApi.revoke, () => BROKEN)
  const { user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Revoke My assistant' }))
  await user.click(await screen.findByRole('button', { name: 'Revoke token' }))

  await screen.findByText('Failed to revoke token: Something went wrong.')
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull()
})

import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { clearSession, getSession, saveSession } from '../lib/session.ts'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makeId, makeLoginReply, makePlan, makeSession } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const CONFIG = makeConfig()

function serve() {
  return new FakeApi()
    .on(authApi.config, () => ({ reply: CONFIG }))
    .on(authApi.login, () => ({ reply: makeLoginReply() }))
    .on(authApi.logout, () => ({ reply: { message: 'Signed out' } }))
    .on(plansApi.list, () => ({ reply: [makePlan()], headers: { 'x-total-count': '1' } }))
}

async function signIn(user: ReturnType<typeof openApp>['user']) {
  await user.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await user.type(screen.getByLabelText('Password'), 'Secret123')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

it('opens the plans at the root', async () => {
  serve()
  const { here } = openApp('/')

  await screen.findByRole('heading', { name: 'My Plans' })

  expect(here()).toBe('/plans')
  expect(document.title).toBe('My Plans · Cairn')
})

it('sends signed-out users to sign in, then to the page they asked for', async () => {
  serve()
  const { here, user } = openApp('/plans/new?x=1', { signedIn: false })

  await signIn(user)

  await screen.findByRole('heading', { name: 'Create Plan' })
  expect(here()).toBe('/plans/new?x=1')
})

it('shows links, the theme toggle and the year, and marks the current page', async () => {
  serve()
  openApp('/plans')

  const link = await screen.findByRole('link', { name: 'My Plans' })

  expect(link.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Cairn' }).getAttribute('href')).toBe('/plans')
  expect(screen.getByRole('button', { name: /mode$/ })).toBeTruthy()
  expect(screen.getByRole('contentinfo').textContent).toContain(String(new Date().getFullYear()))
})

it('logs out immediately even if the server fails, and remembers no page', async () => {
  serve().on(authApi.logout, () => ({ status: 500, error: 'Something went wrong.', code: 'internal' }))
  const { here, router, user } = openApp('/plans/new')

  await user.click(await screen.findByRole('button', { name: 'Logout' }))

  await screen.findByRole('button', { name: 'Sign in' })
  expect(here()).toBe('/login')
  expect(router.state.location.state).toEqual({})
  expect(localStorage.getItem('auth_session')).toBeNull()
})

it('shows profile, settings, theme and logout in the account menu', async () => {
  serve()
  const { here, user } = openApp('/plans/new')

  await user.click(await screen.findByRole('button', { name: /^Account menu of / }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Settings',
    'Switch to dark mode',
    'Logout',
  ])
  await user.click(screen.getByRole('menuitem', { name: 'Logout' }))

  await waitFor(() => expect(here()).toBe('/login'))
})

it('creates a plan manually or with AI from one button', async () => {
  serve()
  const { here, user } = openApp('/settings')

  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Create with AI',
    'Create Manually',
    'Import',
  ])
  await user.keyboard('{ArrowDown}{Enter}')

  await waitFor(() => expect(here()).toBe('/plans/new'))
})

it('goes to sign in when the server ends the session, and returns afterwards', async () => {
  let ended = true
  serve().on(plansApi.list, () =>
    ended ? { status: 401, error: 'Please sign in.', code: 'unauthorized' } : { reply: [makePlan()] },
  )
  const { here, user } = openApp('/plans')

  await screen.findByRole('button', { name: 'Sign in' })
  expect(localStorage.getItem('auth_session')).toBeNull()
  ended = false
  await signIn(user)

  await screen.findByText('Website relaunch')
  expect(here()).toBe('/plans')
})

it('follows a logout in another tab', async () => {
  serve()
  openApp('/plans')
  await screen.findByText('Website relaunch')

  localStorage.removeItem('auth_session')
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth_session' }))

  await screen.findByRole('button', { name: 'Sign in' })
})

it('shows nothing of one user to the next', async () => {
  let title = 'Of the first'
  serve().on(plansApi.list, () => ({ reply: [makePlan({ title })] }))
  const { router } = openApp('/plans')
  await screen.findByText('Of the first')

  title = 'Of the second'
  clearSession({ byChoice: true })
  await screen.findByRole('button', { name: 'Sign in' })
  saveSession(makeSession({ id: makeId() }))
  await router.navigate('/plans')

  await screen.findByText('Of the second')
  expect(screen.queryByText('Of the first')).toBeNull()
})

it.each([
  ['/plans', 'My Plans'],
  ['/plans/new', 'My Plans'],
  ['/settings', 'Settings'],
])('on %s marks %s as current', async (address, name) => {
  serve()
  openApp(address)

  const header = within(await screen.findByRole('navigation', { name: 'Main' }))

  expect(header.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([name])
})

it('links to plans, profile and settings in the header, in this order', async () => {
  serve()
  openApp('/plans')

  const links = within(await screen.findByRole('navigation', { name: 'Main' })).getAllByRole('link')

  expect(links.map((link) => link.textContent)).toEqual(['My Plans', 'Profile', 'Settings'])
})

it('keeps the header and its links when a page fails', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  serve().on(plansApi.list, () => ({
    reply: [makePlan()],
    headers: { link: '</api/plans?cursor=next>; rel="next"', 'x-total-count': '200', 'x-status-counts': 'null' },
  }))
  const { user } = openApp('/plans')

  await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
  expect(document.title).toBe('Unexpected Application Error! · Cairn')
  await user.click(screen.getByRole('link', { name: 'Settings' }))

  await screen.findByRole('heading', { name: 'Settings' })
})

it('shows an unknown URL as not found to signed-out users', async () => {
  serve()
  const { here } = openApp('/nowhere', { signedIn: false })

  await screen.findByRole('heading', { name: 'Page not found' })

  expect(here()).toBe('/nowhere')
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('follows a theme change in another tab on a page without a theme toggle', async () => {
  serve()
  openApp('/nowhere', { signedIn: false })
  await screen.findByRole('heading', { name: 'Page not found' })

  localStorage.setItem('darkMode', 'true')
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode' })))

  expect(document.documentElement.classList.contains('dark')).toBe(true)
})

it('shows an unknown URL as not found within the shell, with a link back', async () => {
  serve()
  const { here, user } = openApp('/nowhere')

  await screen.findByRole('heading', { name: 'Page not found' })
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy()
  expect(document.title).toBe('Page not found · Cairn')
  await user.click(screen.getByRole('link', { name: 'Back to My Plans' }))

  await waitFor(() => expect(here()).toBe('/plans'))
})

it('shows a spinner while the server checks an overdue session, and keeps a valid one', async () => {
  const api = serve().on(authApi.sessions, () => ({ reply: [] }))
  const answer = api.hold(authApi.sessions)
  saveSession({ ...makeSession(), expires_at: 1 })
  openApp('/plans', { signedIn: false })

  await waitFor(() => expect(api.sentTo(authApi.sessions)).toHaveLength(1))
  expect(screen.getByRole('status').textContent).toBe('Loading')
  expect(screen.queryByRole('banner')).toBeNull()

  answer()
  await screen.findByText('Website relaunch')
  expect(getSession()?.expires_at).toBeGreaterThan(Date.now() / 1000)
})

it('keeps an open page with its typed text while the server checks a session that became overdue', async () => {
  const api = serve().on(authApi.sessions, () => ({ reply: [] }))
  const answer = api.hold(authApi.sessions)
  const { user } = openApp('/plans/new')
  const field = await screen.findByLabelText<HTMLInputElement>('Title')
  await user.type(field, 'Cross the glacier')

  act(() => saveSession({ ...makeSession(), expires_at: 1 }))
  await waitFor(() => expect(api.sentTo(authApi.sessions)).toHaveLength(1))
  expect(screen.getByLabelText('Title')).toBe(field)

  answer()
  await waitFor(() => expect(getSession()?.expires_at).toBeGreaterThan(Date.now() / 1000))
  expect(screen.getByLabelText('Title')).toBe(field)
  expect(field.value).toBe('Cross the glacier')
})

it('goes to sign in when the session has expired, without showing the page', async () => {
  const api = serve().on(authApi.sessions, () => ({ status: 401, error: 'Please sign in.', code: 'unauthorized' }))
  saveSession({ ...makeSession(), expires_at: 1 })
  const { router } = openApp('/plans/new', { signedIn: false })

  await screen.findByRole('button', { name: 'Sign in' })

  expect(router.state.location.state).toMatchObject({
    from: '/plans/new',
    notice: 'Your session has ended. Sign in again to continue.',
  })
  expect(api.sentTo(plansApi.list)).toEqual([])
})

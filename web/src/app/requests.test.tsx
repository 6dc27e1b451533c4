// Each page requests what it shows once, and nothing else.
import { appsApi } from '@cairn/contract/api/apps'
import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { tokensApi } from '@cairn/contract/api/tokens'
import { usersApi } from '@cairn/contract/api/users'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makePlan, makeProfile, makeSignedInDevice } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

function serve() {
  const api = new FakeApi()
    .on(appsApi.list, () => ({ reply: [] }))
    .on(authApi.config, () => ({ reply: makeConfig() }))
    .on(authApi.sessions, () => ({ reply: [makeSignedInDevice({ current: true })] }))
    .on(authApi.verifyEmail, () => ({ status: 400, error: 'This link is dead.', code: 'invalid_token' }))
    .on(plansApi.list, () => ({ reply: [makePlan()], headers: { 'x-total-count': '1' } }))
    .on(tokensApi.list, () => ({ reply: [] }))
    .on(usersApi.profile, () => ({ reply: makeProfile() }))
  return { sent: () => api.requests.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort() }
}

interface Screen {
  address: string
  /** Shown when the page has loaded. */
  heading: string | RegExp
  signedIn: boolean
  requests: string[]
}

const SCREENS: Screen[] = [
  { address: '/login', heading: 'Welcome back', signedIn: false, requests: ['GET /config'] },
  { address: '/register', heading: 'Create your account', signedIn: false, requests: ['GET /config'] },
  { address: '/forgot-password', heading: 'Forgot your password?', signedIn: false, requests: [] },
  { address: '/reset-password?token=t', heading: 'Choose a new password', signedIn: false, requests: [] },
  {
    address: '/verify-email?token=t',
    heading: 'This link doesn’t work',
    signedIn: false,
    requests: ['POST /auth/verify-email'],
  },
  { address: '/plans', heading: 'My Plans', signedIn: true, requests: ['GET /plans', 'GET /plans'] },
  { address: '/plans/new', heading: 'Create Plan', signedIn: true, requests: [] },
  { address: '/plans/ai-create', heading: /.+/, signedIn: true, requests: ['GET /config'] },
  {
    address: '/settings',
    heading: 'Settings',
    signedIn: true,
    requests: ['GET /auth/apps', 'GET /auth/sessions', 'GET /auth/token', 'GET /config'],
  },
  { address: '/profile', heading: 'Profile', signedIn: true, requests: ['GET /users/profile'] },
]

/** Waits for all automatic requests of a page. Each reply, and each request it triggers, takes one turn. */
async function settle() {
  for (let turn = 0; turn < 10; turn++) await act(() => new Promise((resolve) => setTimeout(resolve)))
}

it.each(SCREENS)('$address requests $requests', async ({ address, heading, signedIn, requests }) => {
  const { sent } = serve()
  openApp(address, { signedIn })

  await screen.findByRole('heading', { name: heading, level: 1 })
  await waitFor(() => expect(sent()).toEqual(requests))
  await settle()

  expect(sent()).toEqual(requests)
})

it('requests only the list of plans and the trash again on return', async () => {
  const { sent } = serve()
  const { router } = openApp('/plans')
  await screen.findByText('Website relaunch')

  for (const address of ['/profile', '/settings', '/profile', '/plans']) {
    await act(() => router.navigate(address))
    await settle()
  }

  expect(sent().filter((request) => request === 'GET /plans')).toHaveLength(4)
  expect(sent().filter((request) => request === 'GET /users/profile')).toHaveLength(1)
})

import { type AppRequest, appsApi } from '@cairn/contract/api/apps'
import { authApi } from '@cairn/contract/api/auth'
import { plansApi } from '@cairn/contract/api/plans'
import { usersApi } from '@cairn/contract/api/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig, makePlan, makeProfile } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const QUERY = 'client_id=app_1&state=x'
const PAGE = `/oauth/authorize?${QUERY}`
const REQUEST: AppRequest = {
  request: 'signed',
  name: 'Helper',
  host: null,
  icon_url: null,
  scope: 'admin',
  redirect_host: 'assistant.test',
  local: false,
}

function serve(request: Partial<AppRequest> = {}) {
  return new FakeApi()
    .on(usersApi.profile, () => ({ reply: makeProfile({ name: 'Ana Ruiz', email: 'ana@cairn.test' }) }))
    .on(authApi.config, () => ({ reply: makeConfig() }))
    .on(plansApi.list, () => ({ reply: [makePlan({ title: 'Bakery' })] }))
    .on(appsApi.request, () => ({ reply: { ...REQUEST, ...request } }))
    .on(appsApi.decide, () => ({ reply: { redirect_to: '#returned' } }))
}

it('says who asks, for whom, and where the answer is sent', async () => {
  const api = serve()
  openApp(PAGE)

  expect(await screen.findByRole('heading', { name: 'Connect Helper to Cairn?' })).toBeTruthy()
  expect(screen.getByText('Unverified app')).toBeTruthy()
  expect(screen.getByText(/chose its own name/)).toBeTruthy()
  expect(await screen.findByText(/acts for Ana Ruiz \(ana@cairn.test\)/)).toBeTruthy()
  expect(screen.getByText('assistant.test')).toBeTruthy()
  expect(api.sentTo(appsApi.request)[0]?.body).toEqual({ query: QUERY })
})

it('names the host that vouches for the app, and a program on the computer', async () => {
  serve({ host: 'claude.test', redirect_host: '127.0.0.1:5000', local: true })
  openApp(PAGE)

  expect(await screen.findByText('claude.test')).toBeTruthy()
  expect(screen.queryByText(/chose its own name/)).toBeNull()
  expect(screen.getByText(/an app on this computer/)).toBeTruthy()
})

it('allows with the chosen permissions and plan', async () => {
  const api = serve()
  const { user } = openApp(PAGE)

  await user.click(await screen.findByRole('radio', { name: /^Read only/ }))
  await user.click(screen.getByRole('combobox', { name: 'Plans' }))
  await user.click(await screen.findByRole('option', { name: 'Only “Bakery”' }))
  await user.click(screen.getByRole('button', { name: 'Allow' }))

  expect(await screen.findByText(/Returning to Helper/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('#returned')
  expect(api.sentTo(appsApi.decide)[0]?.body).toEqual({
    request: 'signed',
    allow: true,
    scope: 'read',
    plan_id: expect.any(String),
    branch_id: null,
    changes_per_hour: null,
    nodes_per_hour: null,
  })
  await waitFor(() => expect(window.location.hash).toBe('#returned'))
})

it('offers no more than the app asked for', async () => {
  serve({ scope: 'read' })
  openApp(PAGE)

  expect(await screen.findByRole('radio', { name: /^Read only/ })).toBeTruthy()
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

it('denies', async () => {
  const api = serve()
  const { user } = openApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Deny' }))

  expect(await screen.findByRole('heading', { name: 'Request denied' })).toBeTruthy()
  expect(api.sentTo(appsApi.decide)[0]?.body).toMatchObject({ allow: false })
})

it('asks for the password when the server does', async () => {
  const api = serve().on(appsApi.decide, ({ body }) =>
    (body as { password?: string }).password === 'secret'
      ? { reply: { redirect_to: '#returned' } }
      : { status: 403, code: 'password_required', error: 'Enter your password.' },
  )
  const { user } = openApp(PAGE)
  await user.click(await screen.findByRole('button', { name: 'Allow' }))

  await user.type(await screen.findByLabelText('Your password'), 'secret{Enter}')

  expect(await screen.findByText(/Returning to Helper/)).toBeTruthy()
  expect(api.sentTo(appsApi.decide)).toHaveLength(2)
})

it('shows why a request is refused, and returns to the app only by choice', async () => {
  const details = { redirect_to: 'https://assistant.test/callback?error=invalid_scope' }
  serve().on(appsApi.request, () => ({ status: 400, code: 'invalid_app_request', error: 'Bad scope', details }))
  openApp(PAGE)

  expect((await screen.findByRole('alert')).textContent).toBe('Bad scope')
  expect(screen.getByRole('link', { name: 'Return to assistant.test' }).getAttribute('href')).toBe(details.redirect_to)
})

it('offers no way back to an unknown app, and says that a request has expired', async () => {
  const expired = { status: 400, code: 'invalid_app_request', error: 'The request has expired.', details: {} }
  serve().on(appsApi.decide, () => expired)
  const { user } = openApp(PAGE)

  await user.click(await screen.findByRole('button', { name: 'Allow' }))

  expect((await screen.findByRole('alert')).textContent).toBe('The request has expired.')
  expect(screen.getByRole('link', { name: 'Go to My Plans' })).toBeTruthy()
})

it('comes back after the sign-in, with the whole request', async () => {
  serve()
  const { router } = openApp(PAGE, { signedIn: false })

  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect(router.state.location.state).toEqual({ from: PAGE })
})

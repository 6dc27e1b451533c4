import { authApi } from '@cairn/contract/api/auth'
import { tokensApi } from '@cairn/contract/api/tokens'
import { usersApi } from '@cairn/contract/api/users'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeConfig, makeId } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const serve = () =>
  new FakeApi()
    .on(authApi.config, () => ({ reply: makeConfig({ public_url: '' }) }))
    .on(authApi.sessions, () => ({ reply: [] }))
    .on(tokensApi.list, () => ({ reply: [] }))

async function open(api: FakeApi) {
  const app = openApp('/settings')
  await app.user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  const confirm = () => app.user.click(dialog.getByRole('button', { name: 'Delete account' }))
  return { ...app, api, dialog, confirm }
}

it('shows the consequences, asks for the password, and signs out with a notice', async () => {
  const { api, dialog, user, here } = await open(serve().on(usersApi.deleteProfile, () => ({ reply: undefined })))
  expect(dialog.getByText(/stays, attributed to “Deleted user”\.$/)).toBeTruthy()
  localStorage.setItem('remembered_email', 'ana@example.com')

  await user.type(dialog.getByLabelText('Your password'), 'Secret123{Enter}')

  await screen.findByText('Your account has been deleted.')
  expect(here()).toBe('/login')
  expect(api.sentTo(usersApi.deleteProfile)[0]?.body).toEqual({ password: 'Secret123' })
  expect(localStorage.getItem('auth_session')).toBeNull()
  expect(localStorage.getItem('remembered_email')).toBeNull()
})

it('requires a password', async () => {
  const { api, dialog, confirm } = await open(serve())

  await confirm()

  expect((await dialog.findByRole('alert')).textContent).toBe('Password is required')
  expect(api.sentTo(usersApi.deleteProfile)).toHaveLength(0)
})

it('shows a wrong password under the field until it changes', async () => {
  const { dialog, user } = await open(
    serve().on(usersApi.deleteProfile, () => ({
      status: 400,
      error: 'This is not your current password.',
      code: 'wrong_password',
    })),
  )
  const field = dialog.getByLabelText('Your password')

  await user.type(field, 'Wrong{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe('This is not your current password.')
  expect(field.getAttribute('aria-invalid')).toBe('true')

  await user.type(field, 'x')
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('lists the plans that must be transferred or deleted first', async () => {
  const plan = { id: makeId(), title: 'Website relaunch' }
  const error = 'You own plans that are shared with others. Transfer them, stop sharing or delete them first.'
  const { dialog, user, here } = await open(
    serve().on(usersApi.deleteProfile, () => ({ status: 409, error, code: 'owns_shared_plans', details: [plan] })),
  )

  await user.type(dialog.getByLabelText('Your password'), 'Secret123{Enter}')

  await dialog.findByText(error)
  expect(dialog.getByRole('link', { name: 'Website relaunch' }).getAttribute('href')).toBe(`/plans/${plan.id}`)
  expect(here()).toBe('/settings')
})

it.each([
  [403, 'demo_account', 'The demo account cannot do this. Create an account of your own instead.'],
  [429, 'too_many_requests', 'Too many attempts. Please try again later.'],
])('shows other errors of the server: %i %s', async (status, code, error) => {
  const { dialog, user } = await open(serve().on(usersApi.deleteProfile, () => ({ status, error, code })))

  await user.type(dialog.getByLabelText('Your password'), 'Secret123{Enter}')

  expect((await dialog.findByRole('alert')).textContent).toContain(error)
})

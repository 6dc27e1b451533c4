import { authApi, type SignedInDevice } from '@cairn/contract/api/auth'
import { tokensApi } from '@cairn/contract/api/tokens'
import { usersApi } from '@cairn/contract/api/users'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeProfile, makeSignedInDevice } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

const serve = (sessions: SignedInDevice[] = [makeSignedInDevice({ current: true })]) =>
  new FakeApi()
    .on(usersApi.profile, () => ({ reply: makeProfile() }))
    .on(tokensApi.list, () => ({ reply: [] }))
    .on(authApi.sessions, () => ({ reply: sessions }))

it('shows its title, and is marked in the header', async () => {
  serve()
  openApp('/settings')

  await screen.findByRole('heading', { name: 'Settings', level: 1 })

  expect(document.title).toBe('Settings · Cairn')
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
})

it('renders with one request for each list', async () => {
  const api = serve()
  openApp('/settings')

  await screen.findByText('This device')

  expect(api.requests.map(({ endpoint }) => endpoint)).toEqual([tokensApi.list, authApi.sessions])
})

import { authApi } from '@cairn/contract/api/auth'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../test/fakeApi.ts'
import { makeConfig } from '../test/make.ts'
import { openApp } from '../test/render.tsx'

it('opens in a new tab from the checkbox that accepts the terms', async () => {
  new FakeApi().on(authApi.config, () => ({ reply: makeConfig() }))
  openApp('/register', { signedIn: false })

  const link = await screen.findByRole('link', { name: 'terms and conditions' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/terms', '_blank'])
})

it.each([
  { signedIn: false, way: 'Create an account', to: '/register' },
  { signedIn: true, way: 'My Plans', to: '/plans' },
])('shows the terms and links to $to, signed in: $signedIn', async ({ signedIn, way, to }) => {
  new FakeApi()
  openApp('/terms', { signedIn })

  await screen.findByRole('heading', { name: 'Terms and conditions', level: 1 })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toContain('Your content')
  expect(screen.getByRole('link', { name: way }).getAttribute('href')).toBe(to)
  expect(document.title).toContain('Terms and conditions')
})

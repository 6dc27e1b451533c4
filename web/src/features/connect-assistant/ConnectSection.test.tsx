import { appsApi, type ConnectedApp } from '@cairn/contract/api/apps'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeApp } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { ConnectSection } from './ConnectSection.tsx'

const USED = { last_used: new Date().toISOString() }

function open(apps: ConnectedApp[]) {
  new FakeApi().on(appsApi.list, () => ({ reply: [...apps] }))
  const { user } = openPart(
    <MemoryRouter>
      <ConnectSection />
    </MemoryRouter>,
  )
  return { user }
}
const PATIENCE = { timeout: 10_000 }

it('turns green when an app that connects with OAuth makes its first call', async () => {
  const apps = [makeApp({ name: 'Claude', ...USED })]
  open(apps)
  expect(await screen.findByText('Waiting for the first call from Claude...')).toBeTruthy()

  apps.unshift(makeApp({ name: 'Claude' }))
  await expect(screen.findByText(/is connected/, {}, { timeout: 3_000 })).rejects.toThrow()
  apps[0] = { ...(apps[0] as ConnectedApp), ...USED }
  expect((await screen.findByText(/^Claude is connected/, {}, PATIENCE)).textContent).toContain('just now')
})

it('shows the first call only where that assistant is set up', async () => {
  const apps: ConnectedApp[] = []
  const { user } = open(apps)
  await screen.findByText('Waiting for the first call from Claude...')
  apps.push(makeApp({ name: 'ChatGPT', ...USED }))
  await user.click(screen.getByRole('tab', { name: 'ChatGPT' }))
  expect(await screen.findByText(/^ChatGPT is connected/, {}, PATIENCE)).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Claude' }))
  expect(await screen.findByText('Waiting for the first call from Claude...')).toBeTruthy()
})

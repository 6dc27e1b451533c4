import { appsApi, type ConnectedApp } from '@cairn/contract/api/apps'
import { plansApi } from '@cairn/contract/api/plans'
import { screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeApp, makeId } from '../../test/make.ts'
import { openPart } from '../../test/render.tsx'
import { ConnectedAppsSection } from './ConnectedAppsSection.tsx'

function open(...apps: ConnectedApp[]) {
  const kept = [...apps]
  const api = new FakeApi()
    .on(plansApi.list, () => ({ reply: [] }))
    .on(appsApi.list, () => ({ reply: [...kept] }))
    .on(appsApi.revoke, ({ params }) => {
      kept.splice(
        kept.findIndex(({ id }) => id === params.appId),
        1,
      )
      return { reply: undefined }
    })
  const { user } = openPart(
    <MemoryRouter>
      <ConnectedAppsSection />
    </MemoryRouter>,
  )
  return { api, user }
}

const rows = async () => within(await screen.findByRole('list', { name: 'Connected apps' })).getAllByRole('listitem')

it('lists each app with its host, permissions, plan, use and changes', async () => {
  const id = makeId()
  open(
    makeApp({ name: 'Claude', host: 'claude.test', scope: 'write', plan: { id, title: 'Bakery' }, changes: 1200 }),
    makeApp({ name: 'Helper', scope: 'read', plan: { id, title: null } }),
    makeApp({ name: 'Chief', scope: 'admin', last_used: new Date(Date.now() - 5 * 60_000).toISOString() }),
  )

  const [claude, helper, chief] = (await rows()).map((row) => row.textContent)
  expect(claude).toMatch(/ClaudeRead and editclaude\.testOnly BakeryConnected .*Never used ·1,200 changes/)
  expect(screen.getByRole('link', { name: 'Bakery' }).getAttribute('href')).toBe(`/plans/${id}`)
  expect(helper).toMatch(/Read onlyUnverified app, returns to assistant\.testOnly a plan that you can no longer see/)
  expect(chief).toMatch(/Full access.*All plans.*Last used 5m ago ·No changes/)
})

it('disconnects after a confirmation', async () => {
  const { api, user } = open(makeApp({ name: 'Claude' }))
  await user.click(await screen.findByRole('button', { name: 'Disconnect Claude' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(api.sentTo(appsApi.revoke)).toHaveLength(0)

  await user.click(screen.getByRole('button', { name: 'Disconnect Claude' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }))

  expect(await screen.findByText('No connected apps')).toBeTruthy()
  expect(api.sentTo(appsApi.revoke)).toHaveLength(1)
})

it('shows a failure with a retry', async () => {
  new FakeApi().on(appsApi.list, () => ({ status: 500, code: 'internal', error: 'Something went wrong.' }))
  openPart(
    <MemoryRouter>
      <ConnectedAppsSection />
    </MemoryRouter>,
  )

  expect(await screen.findByText('Failed to load connected apps')).toBeTruthy()
})

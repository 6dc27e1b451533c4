import { appsApi, type ConnectedApp } from '@cairn/contract/api/apps'
import { authApi } from '@cairn/contract/api/auth'
import { nodesApi } from '@cairn/contract/api/nodes'
import { plansApi } from '@cairn/contract/api/plans'
import { type ApiToken, tokensApi } from '@cairn/contract/api/tokens'
import { usersApi } from '@cairn/contract/api/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi } from '../../test/fakeApi.ts'
import { makeApp, makeConfig, makeNode, makePlan, makeProfile, makeToken } from '../../test/make.ts'
import { openApp } from '../../test/render.tsx'

const PLAN = makePlan({ title: 'Bakery' })
const OVEN = makeNode({ plan_id: PLAN.id, title: 'Oven', node_type: 'phase' })
const HEAT = makeNode({ plan_id: PLAN.id, title: 'Heat it', parent_id: OVEN.id })
const RESETS = new Date(Date.now() + 30 * 60_000).toISOString()
type Sent = Record<string, string | number | null>

function serve({ tokens = [], apps = [] }: { tokens?: ApiToken[]; apps?: ConnectedApp[] } = {}) {
  const shown = (sent: Sent) => ({
    plan: sent.plan_id ? { id: PLAN.id, title: PLAN.title } : null,
    branch: sent.branch_id ? { id: OVEN.id, title: OVEN.title } : null,
    changes_per_hour: sent.changes_per_hour as number | null,
    nodes_per_hour: sent.nodes_per_hour as number | null,
  })
  return new FakeApi()
    .on(authApi.sessions, () => ({ reply: [] }))
    .on(authApi.config, () => ({ reply: makeConfig({ public_url: 'https://plans.example' }) }))
    .on(usersApi.profile, () => ({ reply: makeProfile() }))
    .on(plansApi.list, () => ({ reply: [PLAN] }))
    .on(nodesApi.list, () => ({
      reply: [OVEN, HEAT],
      headers: { etag: 'W/"3-outline-flat-first"' },
    }))
    .on(appsApi.list, () => ({ reply: apps }))
    .on(tokensApi.list, () => ({ reply: tokens }))
    .on(tokensApi.create, ({ body }) => ({ reply: { ...makeToken(shown(body as Sent)), token: 'cairn_secret' } }))
    .on(tokensApi.setLimits, ({ body }) => ({ reply: { ...(tokens[0] as ApiToken), ...shown(body as Sent) } }))
    .on(appsApi.setLimits, ({ body }) => ({ reply: { ...(apps[0] as ConnectedApp), ...shown(body as Sent) } }))
}
type User = ReturnType<typeof openApp>['user']

async function chooseBranch(user: User) {
  await user.click(screen.getByRole('combobox', { name: 'Plans' }))
  await user.click(await screen.findByRole('option', { name: 'Only “Bakery”' }))
  await user.click(screen.getByRole('button', { name: 'Can change: The whole plan' }))
  await user.click(await screen.findByRole('option', { name: /^Oven/ }))
}

it('creates a token for one branch with quotas, and says that the whole plan can be read', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  await user.click(await screen.findByRole('button', { name: 'Create New Token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Token' }))
  await user.type(dialog.getByLabelText('Name'), 'Agent')
  expect(dialog.queryByLabelText(/Changes per hour/)).toBeNull()
  await user.click(dialog.getByRole('radio', { name: /^Write/ }))
  await chooseBranch(user)
  expect(dialog.getByText(/It still reads the whole plan/)).toBeTruthy()
  await user.type(dialog.getByLabelText(/Changes per hour/), '100')
  await user.type(dialog.getByLabelText(/New nodes per hour/), '0{Enter}')

  await screen.findByRole('dialog', { name: 'Your new token' })
  expect(api.sentTo(tokensApi.create)[0]?.body).toMatchObject({
    plan_id: PLAN.id,
    branch_id: OVEN.id,
    changes_per_hour: 100,
    nodes_per_hour: 0,
  })
})

it('sends no quota that is not a number in range', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  await user.click(await screen.findByRole('button', { name: 'Create New Token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Token' }))
  await user.type(dialog.getByLabelText('Name'), 'Agent')
  await user.click(dialog.getByRole('radio', { name: /^Write/ }))
  await user.type(dialog.getByLabelText(/Changes per hour/), '0')
  await user.type(dialog.getByLabelText(/New nodes per hour/), 'many{Enter}')

  expect((await dialog.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Enter a whole number from 1 to 1,000,000',
    'Enter a whole number from 0 to 1,000,000',
  ])
  expect(api.sentTo(tokensApi.create)).toHaveLength(0)
})

it('shows the limits of a token and what was used, and changes them', async () => {
  const limited = makeToken({
    name: 'Agent',
    permissions: ['read', 'write'],
    plan: { id: PLAN.id, title: 'Bakery' },
    branch: { id: OVEN.id, title: 'Oven' },
    changes_per_hour: 100,
    used: { changes: 38, nodes: 2, resets_at: RESETS },
  })
  const api = serve({ tokens: [limited] })
  const { user } = openApp('/settings')
  const row = (await screen.findByText('Agent')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('Reads Bakery, changes only Oven')
  expect(row.textContent).toContain('38 of 100 changes this hour')
  expect(within(row).getByRole('link', { name: 'Oven' }).getAttribute('href')).toBe(`/plans/${PLAN.id}?node=${OVEN.id}`)

  await user.click(within(row).getByRole('button', { name: 'Limits of Agent' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Limits of “Agent”' }))
  expect(dialog.getByText(/38 of 100 changes this hour · resets at/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Can change: Only the branch “Oven”' }))
  await user.click(await screen.findByRole('option', { name: 'The whole plan' }))
  await user.clear(dialog.getByLabelText(/Changes per hour/))
  await user.type(dialog.getByLabelText(/Changes per hour/), '200')
  await user.click(dialog.getByRole('button', { name: 'Save limits' }))

  await screen.findByText('Limits saved')
  expect(api.sentTo(tokensApi.setLimits)[0]).toMatchObject({
    params: { tokenId: limited.id },
    body: { plan_id: PLAN.id, branch_id: null, changes_per_hour: 200, nodes_per_hour: null },
  })
  await waitFor(() => expect(row.textContent).toContain('38 of 200 changes this hour'))
})

it('says that a deleted plan or branch stops every change, and keeps them when only a quota changes', async () => {
  const plan = { id: PLAN.id, title: 'Bakery' }
  const gone = { id: crypto.randomUUID(), title: null }
  const api = serve({
    tokens: [
      makeToken({ name: 'First', permissions: ['write'], plan, branch: gone }),
      makeToken({ name: 'Second', permissions: ['write'], plan: gone }),
    ],
  })
  const { user } = openApp('/settings')
  expect((await screen.findByText('First')).closest('tr')?.textContent).toContain(
    'Its branch was deleted, so it can’t change anything',
  )
  expect(screen.getByText('Second').closest('tr')?.textContent).toContain('so it can’t change anything')

  await user.click(screen.getByRole('button', { name: 'Limits of First' }))
  await screen.findByRole('button', { name: 'Can change: A deleted branch' })
  await user.type(screen.getByLabelText(/Changes per hour/), '5{Enter}')

  await screen.findByText('Limits saved')
  expect(api.sentTo(tokensApi.setLimits)[0]?.body).toMatchObject({ branch_id: gone.id, changes_per_hour: 5 })
})

it('changes the limits of a connected app, and shows why that fails', async () => {
  const app = makeApp({ name: 'Claude', scope: 'write', nodes_per_hour: 20 })
  const api = serve({ apps: [app] }).on(appsApi.setLimits, () => ({
    status: 404,
    code: 'plan_not_found',
    error: 'Plan not found',
  }))
  const { user } = openApp('/settings')
  expect(await screen.findByText('0 of 20 new nodes this hour')).toBeTruthy()

  await user.click(screen.getByRole('button', { name: 'Limits of Claude' }))
  await chooseBranch(user)
  await user.click(screen.getByRole('button', { name: 'Save limits' }))

  expect((await screen.findByRole('alert')).textContent).toContain('Plan not found')
  expect(api.sentTo(appsApi.setLimits)[0]?.body).toEqual({
    plan_id: PLAN.id,
    branch_id: OVEN.id,
    changes_per_hour: null,
    nodes_per_hour: 20,
  })
})

it('consents to an app for one branch with a quota', async () => {
  const api = serve()
    .on(appsApi.request, () => ({
      reply: {
        request: 'signed',
        name: 'Helper',
        host: null,
        icon_url: null,
        scope: 'write' as const,
        redirect_host: 'a.test',
        local: false,
      },
    }))
    .on(appsApi.decide, () => ({ reply: { redirect_to: '#returned' } }))
  const { user } = openApp('/oauth/authorize?client_id=app_1')
  await screen.findByRole('heading', { name: 'Connect Helper to Cairn?' })
  await chooseBranch(user)
  expect(screen.getByText(/It still reads the whole plan/)).toBeTruthy()
  await user.type(screen.getByLabelText(/Changes per hour/), '50')
  await user.click(screen.getByRole('button', { name: 'Allow' }))

  await screen.findByText(/Returning to Helper/)
  expect(api.sentTo(appsApi.decide)[0]?.body).toMatchObject({
    plan_id: PLAN.id,
    branch_id: OVEN.id,
    changes_per_hour: 50,
    nodes_per_hour: null,
  })
})

it('connects an assistant within limits, and opens them when one is wrong', async () => {
  const api = serve()
  const { user } = openApp('/settings')
  await user.click(await screen.findByRole('tab', { name: 'Claude Code' }))
  const limits = screen.getByRole('button', { name: 'Limits · all plans' })
  expect(screen.queryByRole('combobox', { name: 'Plans' })).toBeNull()
  await user.click(limits)
  await chooseBranch(user)
  await user.type(screen.getByLabelText(/New nodes per hour/), '20')
  await user.type(screen.getByLabelText(/Changes per hour/), 'many')
  await user.click(limits)
  expect(limits.getAttribute('aria-expanded')).toBe('false')

  await user.click(screen.getByRole('button', { name: 'Connect Claude Code' }))
  expect(limits.getAttribute('aria-expanded')).toBe('true')
  const field = screen.getByLabelText(/Changes per hour/)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(api.sentTo(tokensApi.create)).toHaveLength(0)
  await user.clear(field)
  await user.type(field, '100')
  await user.click(limits)
  expect(limits.textContent).toContain('one branch, 100 changes per hour, 20 new nodes per hour')

  await user.click(screen.getByRole('button', { name: 'Connect Claude Code' }))
  await screen.findByText(/claude mcp add/)
  expect(api.sentTo(tokensApi.create).map(({ body }) => body)).toEqual([
    {
      name: 'Claude Code',
      permissions: ['read', 'write'],
      expires_at: null,
      plan_id: PLAN.id,
      branch_id: OVEN.id,
      changes_per_hour: 100,
      nodes_per_hour: 20,
    },
  ])
})

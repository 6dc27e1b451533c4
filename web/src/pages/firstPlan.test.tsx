import { type ListedPlan, plansApi } from '@cairn/contract/api/plans'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makePlan } from '../test/make.ts'
import { listed, serve } from '../test/plansList.ts'
import { openApp } from '../test/render.tsx'

it('shows users without plans two ways to create the first', async () => {
  serve([])
  const { here, user } = openApp('/plans')

  expect(await screen.findByText('Create your first plan to get started')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Start Your Planning Journey' })).toBeTruthy()
  expect(screen.queryByPlaceholderText('Search plans...')).toBeNull()
  expect(screen.getByRole('link', { name: /^AI-Powered Creation/ }).getAttribute('href')).toBe('/plans/ai-create')
  await user.click(screen.getByRole('link', { name: /^Manual Creation/ }))

  await waitFor(() => expect(here()).toBe('/plans/new'))
})

it.each([
  ['Product Launch', 'product-launch'],
  ['Team Project', 'team-project'],
  ['Sprint Planning', 'sprint-planning'],
  ['Growth Strategy', 'growth-strategy'],
])('creates a plan from the template %s with one click, and opens it', async (title, template) => {
  const plan = makePlan({ title })
  const api = serve([]).on(plansApi.create, () => ({ reply: plan }))
  const { here, user } = openApp('/plans')

  await user.click(await screen.findByRole('button', { name: new RegExp(`^${title}`) }))

  await waitFor(() => expect(here()).toBe(`/plans/${plan.id}`))
  expect(api.sentTo(plansApi.create).map(({ body }) => body)).toEqual([{ title, template }])
  expect(listed(api)).toHaveLength(1)
})

it('shows which template is being used, and why it failed', async () => {
  let answer = (_: { status: number; error: string; code: string }) => {}
  serve([]).on(plansApi.create, () => new Promise((resolve) => (answer = resolve)))
  const { user } = openApp('/plans')
  const example = await screen.findByRole<HTMLButtonElement>('button', { name: /^Team Project/ })

  await user.click(example)
  expect(example.getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Product Launch/ }).disabled).toBe(true)
  answer({ status: 503, error: 'The server is busy.', code: 'busy' })

  expect((await screen.findByRole('alert')).textContent).toBe('The server is busy.')
  expect(example.disabled).toBe(false)
})

it('does not show the welcome screen for a stale empty list', async () => {
  const plans: ListedPlan[] = []
  const api = serve(plans)
  const { router } = openApp('/plans')
  await screen.findByText('Start Your Planning Journey')
  await router.navigate('/plans/new')
  await screen.findByRole('heading', { name: 'Create Plan' })
  api.on(plansApi.list, () => ({ reply: [makePlan({ title: 'Made elsewhere' })] }))
  const welcomes = watch(() => screen.queryByText('Start Your Planning Journey') !== null)

  await router.navigate('/plans')

  await screen.findByText('Made elsewhere')
  expect(welcomes).not.toContain(true)
})

/** Records each value shown from now on. */
function watch<T>(read: () => T): T[] {
  const seen: T[] = []
  new MutationObserver(() => seen.push(read())).observe(document.body, { subtree: true, childList: true })
  return seen
}

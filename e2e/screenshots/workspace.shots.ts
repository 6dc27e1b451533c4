import type { Page } from '@playwright/test'
import { expect } from '../support/people.ts'
import { type Fill, nodeId, type State, shootStates } from '../support/states.ts'

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const notice = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })

/** A phase with a single open task. */
async function almostDone(add: Fill): Promise<void> {
  const parent_id = await add({ title: 'Prepare', node_type: 'phase' })
  await add({ title: 'Buy ropes', node_type: 'task', parent_id, status: 'completed' })
  await add({ title: 'Pack', node_type: 'task', parent_id })
}

const nothing = async () => undefined

const LAYOUTS: State[] = [
  { name: 'plan' },
  { name: 'plan-tree', layout: 'tree' },
  { name: 'plan-graph', layout: 'graph' },
  { name: 'plan-graph-alone', layout: 'graph', where: 'wide', show: ({ page }) => press('Toggle sidebar (S)')(page) },
  { name: 'plan-tree-alone', layout: 'tree', where: 'wide', show: ({ page }) => press('Toggle sidebar (S)')(page) },
  { name: 'plan-node-split', layout: 'split', node: 'Pour the concrete', where: 'wide' },
  { name: 'plan-node-graph', layout: 'graph', node: 'Pour the concrete' },
  { name: 'plan-node-tree', layout: 'tree', node: 'Pour the concrete', where: 'wide' },
  {
    name: 'plan-node-hidden',
    layout: 'split',
    node: 'Pour the concrete',
    where: 'wide',
    show: ({ page }) => press('Toggle sidebar (S)')(page),
  },
  {
    name: 'plan-full-screen',
    where: 'wide',
    show: async ({ page }) => {
      await press('Full screen')(page)
      await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
    },
  },
]

const HEADER: State[] = [
  {
    name: 'header-status',
    show: ({ page }) => page.getByRole('button', { name: /^Plan status/ }).click(),
  },
  { name: 'header-rename', show: ({ page }) => press(/^Rebuild the hut/)(page) },
  { name: 'header-view-options', layout: 'graph', show: ({ page }) => press('View options')(page) },
  {
    name: 'graph-options-off',
    layout: 'graph',
    show: async ({ page }) => {
      await press('View options')(page)
      for (const option of await page.getByRole('menuitemcheckbox').all()) await option.click()
      await page.keyboard.press('Escape')
    },
  },
  {
    name: 'header-people-here',
    plan: 'sample',
    show: async ({ page, join }) => {
      for (const who of ['editor', 'commenter', 'viewer'] as const) await join(who)
      const people = page.getByRole('list', { name: 'Viewing now' }).getByRole('button')
      await expect(people.filter({ visible: true })).toHaveCount((page.viewportSize()?.width ?? 0) < 640 ? 1 : 3)
    },
  },
  {
    name: 'header-offline',
    prepare: (page) => page.route('**/api/live/ticket', (route) => route.abort()),
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Live updates paused' }).focus()
      await page.getByRole('tooltip').waitFor()
    },
  },
]

const INSIGHTS: State[] = [
  {
    name: 'insights-folded',
    where: 'wide',
    show: async ({ page }) => {
      for (const title of ['Quick Stats', 'Recent Activity']) await press(title)(page)
    },
  },
  {
    name: 'insights-no-activity',
    where: 'wide',
    prepare: (page) =>
      page.route('**/api/activity/**', (route) =>
        route.fulfill({ json: { data: [], total: 0, page: 1, limit: 5, total_pages: 0 } }),
      ),
    show: ({ page }) => notice(page, 'No recent activity'),
  },
  {
    name: 'insights-failed',
    where: 'wide',
    prepare: (page) =>
      page.route('**/api/activity/**', (route) => route.fulfill({ status: 403, json: { error: 'Not today' } })),
    show: ({ page }) => notice(page, 'Not today'),
  },
]

const BEGINNING: State[] = [
  {
    name: 'plan-loading',
    loading: true,
    prepare: (page) => page.route('**/nodes?**', () => undefined),
    show: ({ page }) => notice(page, 'Loading your plan...'),
  },
  {
    name: 'plan-failed',
    prepare: (page) =>
      page.route('**/nodes?**', (route) => route.fulfill({ status: 400, json: { error: 'Error fetching nodes' } })),
    show: ({ page }) => notice(page, 'Error fetching nodes'),
  },
  {
    name: 'plan-not-found',
    show: async ({ page }) => {
      await page.goto('/plans/00000000-0000-4000-8000-000000000000')
      await notice(page, 'Plan not found')
    },
  },
  {
    name: 'plan-graph-code-failed',
    layout: 'graph',
    prepare: (page) => page.route(/\/graph-.*\.js$/, (route) => route.abort()),
    show: ({ page }) => notice(page, /^Loading chunk/),
  },
  { name: 'plan-empty', plan: nothing },
  { name: 'plan-empty-viewer', as: 'viewer', plan: nothing },
  {
    name: 'plan-empty-create',
    plan: nothing,
    show: ({ page }) => press('Create Your First Node')(page),
  },
  {
    name: 'plan-empty-filling',
    plan: nothing,
    loading: true,
    prepare: (page) => page.route('**/template', () => undefined),
    show: ({ page }) => press(/^Team Project/)(page),
  },
]

const TOASTS: State[] = [
  {
    name: 'toast-refused',
    layout: 'tree',
    prepare: (page) =>
      page.route('**/status', (route) =>
        route.fulfill({ status: 403, json: { error: 'You are not allowed to do this.' } }),
      ),
    show: async ({ page }) => {
      await row(page, 'Clear the site').getByRole('button', { name: 'Status: Completed' }).click()
      await page.getByRole('menuitemradio', { name: 'Blocked' }).click()
      await notice(page, 'You are not allowed to do this.')
    },
  },
  {
    name: 'toast-all-done',
    plan: almostDone,
    show: async ({ page }) => {
      await row(page, 'Pack').getByRole('button', { name: 'Status: Not started' }).click()
      await page.getByRole('menuitemradio', { name: 'Completed' }).click()
      await notice(page, 'Mark complete')
    },
  },
  {
    name: 'toast-deleted',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page, sample, planId }) => {
      await page.goto(`/plans/${planId}?node=${await nodeId(sample, planId, 'Interior')}`)
      await press('Node actions')(page)
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    },
  },
]

const OTHERS: State[] = [
  { name: 'viewer-plan', as: 'viewer' },
  { name: 'viewer-tree', as: 'viewer', layout: 'tree', show: ({ page }) => row(page, 'Pour the concrete').hover() },
  { name: 'viewer-graph', as: 'viewer', layout: 'graph' },
  { name: 'viewer-node', as: 'viewer', node: 'Pour the concrete' },
  { name: 'commenter-plan', as: 'commenter' },
  { name: 'commenter-node', as: 'commenter', node: 'Pour the concrete' },
]

shootStates([...LAYOUTS, ...HEADER, ...INSIGHTS, ...BEGINNING, ...TOASTS, ...OTHERS])

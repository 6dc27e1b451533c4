import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  const hasFocus = () => element.evaluate((node) => node === document.activeElement)
  for (let presses = 0; presses < 40 && !(await hasFocus()); presses++) await page.keyboard.press('Tab')
  await expect(element).toBeFocused()
}

const rows = (page: Page) => page.getByRole('treeitem')
/** Read from the insights, because the tree renders only visible rows. */
const countOf = (page: Page, nodes: number) => page.getByText(`0 of ${nodes} nodes completed`)

test('a template on the welcome screen creates a plan with the keyboard alone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans')
  await expect(page.getByRole('heading', { name: 'Start Your Planning Journey' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^Product Launch/ }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Product Launch' })).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('aria-label', /^Product Launch,/)
  const [plan] = await ana.call<{ id: string; node_count: number }[]>('GET', '/plans')
  expect(plan?.node_count).toBeGreaterThanOrEqual(15)
  await expect(countOf(page, plan?.node_count ?? 0)).toBeVisible()
})

test('a new plan starts from a template chosen by keyboard', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/new')
  await expect(page.getByLabel('Title')).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('radio', { name: /^Empty plan/ })).toBeFocused()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Sprint Planning/ })).toBeChecked()
  await expect(page.getByLabel('Title')).toHaveValue('Sprint Planning')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Sprint 42')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Sprint 42' })).toBeVisible()
  await expect(rows(page).first()).toHaveAttribute('aria-label', /^Sprint 42,/)
  await page.goto('/plans/new?template=growth-strategy')
  await expect(page.getByRole('radio', { name: /^Growth Strategy/ })).toBeChecked()
  await expect(page.getByLabel('Title')).toHaveValue('Growth Strategy')
})

test('an empty plan is filled from a template once, and everyone who has it open sees it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const ben = await person('Ben Okafor')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Our project' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  const page = await ana.open(`/plans/${plan.id}`)
  const other = await ben.open(`/plans/${plan.id}`, { viewport: { width: 390, height: 844 } })
  await expect(other.getByText('No nodes in this plan yet').filter({ visible: true })).toBeVisible()
  await expect(other.getByText('Start from a template')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Viewing now' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: /^Team Project/ }))
  await page.keyboard.press('Enter')

  await expect(rows(page).first()).toBeFocused()
  await expect(rows(page).first()).toHaveAttribute('aria-label', /^Our project,/)
  const { node_count } = await ana.call<{ node_count: number }>('GET', `/plans/${plan.id}`)
  await expect(countOf(page, node_count)).toBeVisible()
  await expect(rows(other).first()).toHaveAttribute('aria-label', /^Our project,/)
  await page.reload()
  await expect(countOf(page, node_count)).toBeVisible()
})

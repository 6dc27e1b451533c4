import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

interface Row {
  id: string
}

/** A root with two phases. The first has a task with steps. */
async function makePlan(person: Person) {
  const plan = await person.call<Row>('POST', '/plans', { title: 'Cross the glacier' })
  const add = (title: string, node_type: string, parent_id?: string) =>
    person.call<Row>('POST', `/plans/${plan.id}/nodes`, { title, node_type, parent_id })
  const root = await add('Expedition', 'root')
  const prepare = await add('Prepare', 'phase', root.id)
  const walk = await add('Walk', 'phase', root.id)
  const ropes = await add('Buy ropes', 'task', prepare.id)
  const compare = await add('Compare prices', 'task', ropes.id)
  await add('Order', 'task', ropes.id)
  await add('Pack', 'task', prepare.id)
  const start = await add('Set off', 'task', walk.id)
  await person.call('PUT', `/plans/${plan.id}/nodes/${compare.id}/status`, { status: 'completed' })
  return { plan, prepare, ropes, start }
}

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: new RegExp(`^${title},`) })
const row = (page: Page, title: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const trail = (page: Page): Locator => page.getByRole('navigation', { name: 'Focused branch' })

test('a branch becomes the whole of graph and tree, and the address keeps it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, prepare, start } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await expect(card(page, 'Set off')).toBeVisible()

  await row(page, 'Prepare').focus()
  await page.keyboard.press('z')
  await expect(page).toHaveURL(new RegExp(`focus=${prepare.id}`))
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')
  await expect(card(page, 'Set off')).toBeHidden()
  await expect(row(page, 'Set off')).toBeHidden()
  await expect(row(page, 'Prepare')).toHaveAttribute('aria-level', '1')
  await expect(row(page, 'Prepare')).toBeFocused()
  await expect(card(page, 'Pack')).toBeVisible()
  await expect(page.getByText('1 of 5 completed in Prepare')).toBeVisible()
  await expect(page.getByText('1 of 5 nodes completed in Prepare')).toBeVisible()
  for (const place of ['region', 'complementary'] as const)
    await expect(
      page
        .getByRole(place, { name: /^Plan (Structure|Insights)$/ })
        .getByRole('progressbar', { name: 'Progress of Prepare' })
        .first(),
    ).toHaveAttribute('aria-valuenow', '20')

  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  await card(page, 'Buy ropes').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Focus on branch' }).click()
  await expect(trail(page)).toHaveText('Cross the glacierPrepareBuy ropes')
  await expect(card(page, 'Compare prices')).toBeVisible()
  await expect(card(page, 'Pack')).toBeHidden()

  await page.reload()
  await expect(trail(page)).toHaveText('Cross the glacierPrepareBuy ropes')
  await expect(card(page, 'Order')).toBeVisible()
  await expect(card(page, 'Pack')).toBeHidden()

  await page.keyboard.press('u')
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')
  await expect(card(page, 'Pack')).toBeVisible()
  await page.keyboard.press('u')
  await expect(trail(page)).toBeHidden()
  await expect(card(page, 'Set off')).toBeVisible()
  await page.goBack()
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')
  await page.goBack()
  await expect(trail(page)).toHaveText('Cross the glacierPrepareBuy ropes')
  await page.goForward()
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')

  await page.goto(`/plans/${plan.id}?focus=${prepare.id}&node=${start.id}`)
  await expect(page.getByRole('region', { name: 'Set off' })).toBeVisible()
  await expect(trail(page)).toBeHidden()
  await expect(page).not.toHaveURL(/focus=/)
})

test('breadcrumbs lead up, and new nodes go into the focused branch', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, ropes } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}?focus=${ropes.id}`)
  await expect(card(page, 'Order')).toBeVisible()

  await trail(page).getByRole('button', { name: 'Prepare' }).click()
  await expect(card(page, 'Pack')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Parent: Prepare' })).toBeVisible()
  await dialog.getByLabel('Title').fill('Train')
  await page.keyboard.press('Enter')
  await expect(card(page, 'Train')).toBeVisible()
  await expect(row(page, 'Train')).toHaveAttribute('aria-level', '2')

  await page.keyboard.press('n')
  await dialog.getByRole('button', { name: 'Parent: Prepare' }).click()
  await page.getByRole('option', { name: /^Walk/ }).click()
  await dialog.getByLabel('Title').fill('Cross')
  await dialog.getByRole('button', { name: 'Create Node' }).click()
  await expect(trail(page)).toBeHidden()
  await expect(card(page, 'Cross')).toBeVisible()
  await expect(row(page, 'Cross')).toBeFocused()
  await page.goto(`/plans/${plan.id}?focus=${ropes.id}`)
  await expect(card(page, 'Order')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Set off')
  await page.getByRole('option', { name: /Set off/ }).click()
  await expect(page.getByRole('region', { name: 'Set off' })).toBeVisible()
  await expect(trail(page)).toBeHidden()
  await expect(card(page, 'Set off')).toBeVisible()
  await expect(row(page, 'Set off')).toBeVisible()
})

test('a branch that was deleted becomes the whole plan, and a message says so', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, prepare } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}?focus=${prepare.id}`)
  await expect(card(page, 'Pack')).toBeVisible()
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${prepare.id}`)
  await expect(page.getByText('The focused branch is not in this plan. Showing the whole plan.')).toBeVisible()
  await expect(card(page, 'Set off')).toBeVisible()
  await expect(page).not.toHaveURL(/focus=/)

  await page.goto(`/plans/${plan.id}?focus=unknown`)
  await expect(page.getByText('The focused branch is not in this plan. Showing the whole plan.')).toBeVisible()
  await expect(card(page, 'Set off')).toBeVisible()
  await page.keyboard.press('?')
  for (const label of ['Focus on branch', 'Up one level'])
    await expect(page.getByRole('dialog').getByText(label, { exact: true })).toBeVisible()
})

test('search and filters of the tree dim the graph, and fitting shows the matches', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await expect(card(page, 'Set off')).toBeVisible()
  const opacityOf = (title: string) =>
    card(page, title).evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity)

  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('pr')
  await expect(page.getByText('2 matches')).toBeVisible()
  await expect.poll(() => opacityOf('Set off')).toBe('0.25')
  expect(await opacityOf('Expedition')).toBe('0.6')
  expect(await opacityOf('Prepare')).toBe('1')
  expect(await opacityOf('Compare prices')).toBe('1')

  const before = await card(page, 'Prepare').boundingBox()
  await page.getByRole('button', { name: 'Fit view (0)' }).click()
  await expect
    .poll(async () => ((await card(page, 'Prepare').boundingBox())?.width ?? 0) / (before?.width ?? 1))
    .toBeGreaterThan(1.05)
  // Dimmed cards are out of the way on purpose, and readable when pointed at or focused.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().exclude('.graph-dimmed').analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])

  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByText('2 matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => opacityOf('Prepare')).toBe('1')
  await expect(page).not.toHaveURL(/q=pr/)
})

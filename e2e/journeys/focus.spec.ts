import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from '../support/axe.ts'
import { cardOf, makePlan } from '../support/glacierPlan.ts'
import { expect, type Person, test } from '../support/people.ts'

/** A plan whose first task has steps, of which one is done. */
async function makeDeepPlan(person: Person) {
  const made = await makePlan(person)
  const { plan, ropes, add } = made
  const compare = await add('Compare prices', 'task', ropes.id)
  await add('Order', 'task', ropes.id)
  await person.call('PUT', `/plans/${plan.id}/nodes/${compare.id}/status`, { status: 'completed' })
  return made
}

const row = (page: Page, title: string): Locator => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const trail = (page: Page): Locator => page.getByRole('navigation', { name: 'Focused branch' })

test('a branch becomes the whole of graph and tree, and the address keeps it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, prepare, start } = await makeDeepPlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await expect(cardOf(page, 'Set off')).toBeVisible()

  await row(page, 'Prepare').focus()
  await page.keyboard.press('z')
  await expect(page).toHaveURL(new RegExp(`focus=${prepare.id}`))
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')
  await expect(cardOf(page, 'Set off')).toBeHidden()
  await expect(row(page, 'Set off')).toBeHidden()
  await expect(row(page, 'Prepare')).toHaveAttribute('aria-level', '1')
  await expect(row(page, 'Prepare')).toBeFocused()
  await expect(cardOf(page, 'Pack')).toBeVisible()
  await expect(page.getByText('1 of 5 completed in Prepare')).toBeVisible()
  await expect(page.getByText('1 of 5 nodes completed in Prepare')).toBeVisible()
  for (const place of ['region', 'complementary'] as const)
    await expect(
      page
        .getByRole(place, { name: /^Plan (Structure|Insights)$/ })
        .getByRole('progressbar', { name: 'Progress of Prepare' })
        .first(),
    ).toHaveAttribute('aria-valuenow', '20')

  expect(await seriousFindings(page)).toEqual([])

  await cardOf(page, 'Buy ropes').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Focus on branch' }).click()
  await expect(trail(page)).toHaveText('Cross the glacierPrepareBuy ropes')
  await expect(cardOf(page, 'Compare prices')).toBeVisible()
  await expect(cardOf(page, 'Pack')).toBeHidden()

  await page.reload()
  await expect(trail(page)).toHaveText('Cross the glacierPrepareBuy ropes')
  await expect(cardOf(page, 'Order')).toBeVisible()
  await expect(cardOf(page, 'Pack')).toBeHidden()

  await page.keyboard.press('u')
  await expect(trail(page)).toHaveText('Cross the glacierPrepare')
  await expect(cardOf(page, 'Pack')).toBeVisible()
  await page.keyboard.press('u')
  await expect(trail(page)).toBeHidden()
  await expect(cardOf(page, 'Set off')).toBeVisible()
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
  const { plan, ropes } = await makeDeepPlan(ana)
  const page = await ana.open(`/plans/${plan.id}?focus=${ropes.id}`)
  await expect(cardOf(page, 'Order')).toBeVisible()

  await trail(page).getByRole('button', { name: 'Prepare' }).click()
  await expect(cardOf(page, 'Pack')).toBeVisible()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Parent: Prepare' })).toBeVisible()
  await dialog.getByLabel('Title').fill('Train')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Train')).toBeVisible()
  await expect(row(page, 'Train')).toHaveAttribute('aria-level', '2')

  await page.keyboard.press('n')
  await dialog.getByRole('button', { name: 'Parent: Prepare' }).click()
  await page.getByRole('option', { name: /^Walk/ }).click()
  await dialog.getByLabel('Title').fill('Cross')
  await dialog.getByRole('button', { name: 'Create Node' }).click()
  await expect(trail(page)).toBeHidden()
  await expect(cardOf(page, 'Cross')).toBeVisible()
  await expect(row(page, 'Cross')).toBeFocused()
  await page.goto(`/plans/${plan.id}?focus=${ropes.id}`)
  await expect(cardOf(page, 'Order')).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Set off')
  await page.getByRole('option', { name: /Set off/ }).click()
  await expect(page.getByRole('region', { name: 'Set off' })).toBeVisible()
  await expect(trail(page)).toBeHidden()
  await expect(cardOf(page, 'Set off')).toBeVisible()
  await expect(row(page, 'Set off')).toBeVisible()
})

test('a branch that was deleted becomes the whole plan, and a message says so', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, prepare } = await makeDeepPlan(ana)
  const page = await ana.open(`/plans/${plan.id}?focus=${prepare.id}`)
  await expect(cardOf(page, 'Pack')).toBeVisible()
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${prepare.id}`)
  await expect(page.getByText('The focused branch is not in this plan. Showing the whole plan.')).toBeVisible()
  await expect(cardOf(page, 'Set off')).toBeVisible()
  await expect(page).not.toHaveURL(/focus=/)

  await page.goto(`/plans/${plan.id}?focus=unknown`)
  await expect(page.getByText('The focused branch is not in this plan. Showing the whole plan.')).toBeVisible()
  await expect(cardOf(page, 'Set off')).toBeVisible()
  await page.keyboard.press('?')
  for (const label of ['Focus on branch', 'Up one level'])
    await expect(page.getByRole('dialog').getByText(label, { exact: true })).toBeVisible()
})

test('search and filters of the tree dim the graph, and fitting shows the matches', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeDeepPlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await expect(cardOf(page, 'Set off')).toBeVisible()
  const opacityOf = (title: string) =>
    cardOf(page, title).evaluate((element) => getComputedStyle(element.parentElement ?? element).opacity)

  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('pr')
  await expect(page.getByText('2 matches')).toBeVisible()
  await expect.poll(() => opacityOf('Set off')).toBe('0.25')
  expect(await opacityOf('Expedition')).toBe('0.6')
  expect(await opacityOf('Prepare')).toBe('1')
  expect(await opacityOf('Compare prices')).toBe('1')

  const before = await cardOf(page, 'Prepare').boundingBox()
  await page.getByRole('button', { name: 'Fit view (0)' }).click()
  await expect
    .poll(async () => ((await cardOf(page, 'Prepare').boundingBox())?.width ?? 0) / (before?.width ?? 1))
    .toBeGreaterThan(1.05)
  // Dimmed cards are out of the way on purpose, and readable when pointed at or focused.
  expect(await seriousFindings(page, { without: '.graph-dimmed, .graph-half-dimmed' })).toEqual([])

  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByText('2 matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => opacityOf('Prepare')).toBe('1')
  await expect(page).not.toHaveURL(/q=pr/)
})

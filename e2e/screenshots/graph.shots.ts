import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: new RegExp(`^${title},`) })
const canvas = (page: Page): Locator => page.getByRole('application')
const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 1024

/** The sample plan as a graph. */
async function openSample(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).click()
  await page.getByText('Trailhead 1.0').first().click()
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** Goes to a card by keyboard, which brings it into the window. */
async function goTo(page: Page, ...keys: string[]): Promise<void> {
  await canvas(page).focus()
  await page.keyboard.press('Home')
  for (const key of keys) await page.keyboard.press(key)
}

test('The graph of a plan', async ({ page }) => {
  await openSample(page)
  await shoot(page, 'graph')

  await page.keyboard.press('0')
  await shoot(page, 'graph-whole')
  for (let times = 0; times < 3; times++) await page.keyboard.press('-')
  await expect(page.getByRole('article')).toHaveCount(0)
  await shoot(page, 'graph-far')

  await goTo(page, 'ArrowDown', 'ArrowRight', 'Space', 'ArrowRight', 'Space')
  await expect(page.getByRole('button', { name: /^Expand Build/ })).toBeVisible()
  await shoot(page, 'graph-collapsed')
})

test('What is done on the graph', async ({ page }) => {
  await openSample(page)
  await goTo(page, 'ArrowDown', 'ArrowRight', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Open' }).waitFor()
  await shoot(page, 'graph-node-menu')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F2')
  await shoot(page, 'graph-rename')
  await page.keyboard.press('Escape')

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Dependencies' }).scrollIntoViewIfNeeded()
  await shoot(page, 'graph-node')
  await page.getByRole('button', { name: 'Link a node' }).click()
  await page.getByRole('combobox', { name: 'Other node' }).fill('design')
  await shoot(page, 'graph-link')
  await page.keyboard.press('Escape')
  await page.goBack()

  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Create New Node' }).waitFor()
  await shoot(page, 'graph-create')
})

test('Several nodes, and an edge, on the graph', async ({ page }) => {
  await openSample(page)
  test.skip(!isWide(page), 'with a mouse and a keyboard')
  await goTo(page, 'ArrowDown', 'ArrowRight', 'ArrowDown')
  await card(page, 'Sketch the route planner').click({ modifiers: ['ControlOrMeta'] })
  await card(page, 'Design the offline map screens').click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar', { name: 'Selected nodes' }).waitFor()
  await shoot(page, 'graph-bulk')
  await page.getByRole('button', { name: 'Clear the selection' }).click()

  await page.locator('.graph-edge-sequence').first().click({ force: true })
  await page.getByRole('menuitemradio', { name: 'Sequence' }).waitFor()
  await shoot(page, 'graph-edge-menu')
})

test('Help beside the graph', async ({ page }) => {
  await openSample(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await shoot(page, 'shortcuts')
  await page.getByRole('button', { name: 'Take the tour' }).click()
  for (let step = 1; await page.getByRole('button', { name: 'Next' }).isVisible(); step++) {
    await shoot(page, `tour-${step}`)
    await page.getByRole('button', { name: 'Next' }).click()
  }
  await shoot(page, 'tour-end')
})

test('Graph and tree side by side', async ({ page }) => {
  await openSample(page)
  test.skip(!isWide(page), 'where there is room for both')
  await page.getByRole('radio', { name: 'Split (D)' }).click()
  await shoot(page, 'split')
  await page.getByRole('treeitem', { name: /^Offline maps/ }).click()
  await expect(card(page, 'Offline maps')).toBeInViewport()
  await shoot(page, 'split-node')
})

test('The graph as a viewer sees it', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<{ id: string }>('POST', '/plans', {
    title: 'Cross the glacier',
    template: 'team-project',
  })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  const page = await ben.open(`/plans/${plan.id}`)
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await shoot(page, 'graph-viewer')
})

import type { Page } from '@playwright/test'
import { expect, type Person, test } from '../support/people.ts'

async function openSteps(person: Person, count: number) {
  const plan = await person.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const nodes = Array.from({ length: count }, (_, i) => ({ title: `Step ${i}`, node_type: 'task' }))
  for (let from = 0; from < count; from += 400)
    await person.call('POST', `/plans/${plan.id}/nodes/tree`, { nodes: nodes.slice(from, from + 400) })
  const page = await person.open(`/plans/${plan.id}`, { stored: { [`layout_mode:${plan.id}`]: 'tree' } })
  await expect(row(page, 'Step 0')).toBeVisible()
  return { page, plan }
}

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected nodes' })

test('the menu of the bar stays open while rows of an Undo arrive', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { page } = await openSteps(ana, 600)
  await row(page, 'Step 0').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^Status of 60\d nodes set to Completed/)).toBeVisible()
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/undo', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()

  await row(page, 'Step 0').click()
  await row(page, 'Step 2').click({ modifiers: ['ControlOrMeta'] })
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await expect(page.getByRole('menuitem', { name: 'Blocked' })).toBeVisible()
  arrive()
  await expect(row(page, 'Step 1')).toHaveAccessibleName(/Not started/)
  await expect(page.getByText(/^Undone: change status of/)).toBeVisible()

  await expect(page.getByRole('menuitem', { name: 'Blocked' })).toBeVisible({ timeout: 1 })
  await page.keyboard.press('Escape')
  await expect(bar(page).getByRole('button', { name: 'Status' })).toBeFocused()
})

test('Tab reaches the bar before the code of its tools has arrived', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { page } = await openSteps(ana, 3)
  let arrive = () => {}
  const held = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/BulkTools-*.js', async (route) => {
    await held
    await route.continue()
  })
  await row(page, 'Step 0').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Tab')

  const first = bar(page).getByRole('button', { name: 'Status' })
  await expect(first).toBeFocused()
  arrive()
  await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(first).toBeFocused()
})

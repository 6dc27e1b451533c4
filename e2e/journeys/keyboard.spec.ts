import type { Page } from '@playwright/test'
import { cardOf, makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })

test('the menu of a row opens where the pointer is', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)

  for (const x of [40, 150]) {
    await row(page, 'Pack').click({ button: 'right', position: { x, y: 20 } })
    const [menu, box] = [await page.getByRole('menu').boundingBox(), await row(page, 'Pack').boundingBox()]
    expect(Math.abs((menu?.x ?? 0) - (box?.x ?? 0) - x)).toBeLessThan(12)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
})

test('the keyboard goes on where it was after links, bulk actions and deletions', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, ropes, pack } = await makePlan(ana)
  await ana.call('POST', `/plans/${plan.id}/edges`, { source_id: ropes.id, target_id: pack.id, kind: 'dependency' })
  const page = await ana.open(`/plans/${plan.id}`)

  await row(page, 'Pack').focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'Pack', exact: true })
  await expect(panel).toBeVisible()
  await expect(row(page, 'Pack')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel).toBeFocused()

  await panel.getByRole('button', { name: /^Buy ropes/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Buy ropes' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Buy ropes')).toBeFocused()

  await row(page, 'Pack').focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(row(page, 'Buy ropes')).toBeFocused()
  await cardOf(page, 'Set off').focus()
  await page.getByRole('toolbar', { name: 'Selected nodes' }).getByRole('button', { name: 'Status' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'In progress' }).press('Enter')
  await expect(page.getByText('Status of 2 nodes set to In progress')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Buy ropes')).toBeFocused()

  await cardOf(page, 'Pack').focus()
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${pack.id}`)
  await expect(cardOf(page, 'Buy ropes')).toBeFocused()
})

test('Escape leaves the text of an outline, and a message without closing the panel', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)

  await row(page, 'Pack').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Pack', exact: true })).toBeVisible()
  await row(page, 'Buy ropes').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('“Buy ropes” moved to the trash')).toBeVisible()
  await page.keyboard.press('Alt+t')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Pack', exact: true })).toBeVisible()
  await expect(page.getByRole('treeitem').and(page.locator(':focus'))).toHaveCount(1)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit as outline…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit as outline' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('- [ ] Wax the boots')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Keep for later' })).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(dialog.getByRole('button', { name: 'Open file…' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox')).not.toBeFocused()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('single keys are left to closed lists, and can be switched off as shortcuts', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open('/plans')
  await page.getByRole('combobox', { name: 'Sort by' }).focus()
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()

  await page.goto(`/plans/${plan.id}`)
  await row(page, 'Pack').focus()
  await page.keyboard.press('?')
  await page.getByRole('checkbox', { name: /^Single-key shortcuts/ }).uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

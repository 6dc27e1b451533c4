// The tree under a mouse.
import { makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'

test('a double click renames the row of its first click, although the panel that opens moves the rows', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`, {
    viewport: { width: 1280, height: 720 },
    stored: { [`layout_mode:${plan.id}`]: 'tree' },
  })
  const row = page.getByRole('treeitem', { name: /^Pack/ })
  const { x = 0, y = 0 } = (await row.locator('.title-text').boundingBox()) ?? {}
  await page.mouse.move(x + 10, y + 8)
  await page.mouse.down()
  await page.mouse.up()
  await expect(page.getByRole('region', { name: 'Pack' })).toBeVisible()
  await expect.poll(async () => (await row.boundingBox())?.y ?? 0).toBeGreaterThan(y + 20)

  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })

  const title = page.getByRole('tree').getByRole('textbox', { name: 'Title' })
  await expect(title).toHaveValue('Pack')
  await expect(page.getByRole('region', { name: 'Pack' })).toBeVisible()
  await title.fill('Pack the sledges')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('treeitem', { name: /^Pack the sledges/ })).toBeVisible()
})

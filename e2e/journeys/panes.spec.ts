import type { Locator, Page } from '@playwright/test'
import { makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'

const widthOf = async (pane: Locator): Promise<number> => Math.round((await pane.boundingBox())?.width ?? 0)

async function drag(page: Page, handle: Locator, by: number) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('The edge is not visible')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 4 })
  await page.mouse.up()
}

test('the tree and the panel keep the width that was chosen with the mouse or the keyboard', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('treeitem', { name: /^Pack/ }).click()
  const panel = page.getByRole('region', { name: 'Pack' })
  const panelEdge = page.getByRole('separator', { name: 'Resize panel' })
  const treeEdge = page.getByRole('separator', { name: 'Resize tree' })
  await expect.poll(() => widthOf(panel)).toBe(720)

  await drag(page, panelEdge, 200)
  await expect.poll(() => widthOf(panel)).toBe(520)
  await panelEdge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(panel)).toBe(536)
  // The graph keeps some space.
  await drag(page, panelEdge, -900)
  await expect.poll(() => widthOf(panel)).toBeLessThan(850)
  await drag(page, panelEdge, 2_000)
  await expect.poll(() => widthOf(panel)).toBe(352)
  const before = Number(await treeEdge.getAttribute('aria-valuenow'))
  await drag(page, treeEdge, 60)
  await expect(treeEdge).toHaveAttribute('aria-valuenow', String(before + 60))

  await page.reload()
  await expect.poll(() => widthOf(panel)).toBe(352)
  await expect(treeEdge).toHaveAttribute('aria-valuenow', String(before + 60))

  await panelEdge.dblclick()
  await expect.poll(() => widthOf(panel)).toBe(720)
  await treeEdge.focus()
  await page.keyboard.press('Enter')
  await expect(treeEdge).toHaveAttribute('aria-valuenow', String(before))
})

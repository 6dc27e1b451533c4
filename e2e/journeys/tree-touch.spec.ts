// The tree under fingers.
import { makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'
import { enableTouch, fingersOn } from '../support/touch.ts'

test('a finger that rests on a row opens its menu, and a tap beside the menu only closes it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, add, prepare } = await makePlan(ana)
  await add('Confirm the guide who knows the crevasses below the western icefall', 'task', prepare.id)
  const page = await ana.open(`/plans/${plan.id}`, {
    // High enough for rows above the menu.
    viewport: { width: 390, height: 1_150 },
    stored: { [`layout_mode:${plan.id}`]: 'tree' },
    prepare: enableTouch,
  })
  const fingers = await fingersOn(page)
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}`) })
  const placeOf = async (title: string) => {
    const { y = 0, height = 0 } = (await row(title).boundingBox()) ?? {}
    return { x: 150, y: y + height / 2 }
  }
  await expect(row('Pack')).toBeVisible()
  const widths = await page
    .getByRole('button', { name: /^Actions for/, includeHidden: true })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBe(36)

  await fingers.hold(await placeOf('Pack'))
  await expect(page.getByRole('menuitem', { name: /^Rename/ })).toBeVisible()
  const circle = row('Expedition').getByRole('button', { name: 'Completed', includeHidden: true })
  await fingers.tap(circle)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(row('Expedition')).toHaveAccessibleName(/^Expedition, Not started/)
  await expect(page).toHaveURL(/\/plans\/[^?]*$/)

  const titles = () =>
    page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')))
  const before = await titles()
  const place = before.findIndex((title) => title?.startsWith('Pack'))
  await fingers.hold(await placeOf('Pack'))
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect.poll(titles).toEqual(before.toSpliced(place, 2, before[place + 1] ?? null, before[place] ?? null))

  await fingers.hold(await placeOf('Pack'))
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected nodes' })).toBeVisible()
  await expect(row('Pack')).toHaveAttribute('aria-selected', 'true')
})

test('buttons beside a new row change its level, and the keyboard stays open', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await ana.open(`/plans/${plan.id}`, {
    viewport: { width: 390, height: 844 },
    stored: { [`layout_mode:${plan.id}`]: 'tree' },
    prepare: enableTouch,
  })
  const fingers = await fingersOn(page)
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}`) })
  await row('Pack').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /^Add sibling/ }).click()
  const title = page.getByLabel('New node title')
  await expect(title).toBeFocused()

  await fingers.tap(page.getByRole('button', { name: 'Indent' }))
  await expect(title).toBeFocused()
  await page.keyboard.type('Fill the bottles')
  await page.keyboard.press('Enter')
  await expect(row('Fill the bottles')).toHaveAttribute('aria-level', '4')

  await fingers.tap(page.getByRole('button', { name: 'Outdent' }))
  await expect(title).toBeFocused()
  await page.keyboard.type('Charge the radios')
  await page.keyboard.press('Enter')
  await expect(row('Charge the radios')).toHaveAttribute('aria-level', '3')
})

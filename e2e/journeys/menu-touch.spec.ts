// Menus under fingers. On a phone they are sheets, which cover the buttons near the lower edge.
import { makePlan } from '../support/glacierPlan.ts'
import { expect, test } from '../support/people.ts'
import { enableTouch, fingersOn, middleOf } from '../support/touch.ts'

const PHONE = { width: 390, height: 844 }

test('a tap on a button that its menu covers only opens the menu', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  for (let number = 1; number <= 8; number++) await ana.call('POST', '/plans', { title: `Walk ${number}` })
  const page = await ana.open('/plans', { viewport: PHONE, prepare: enableTouch })
  const fingers = await fingersOn(page)
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(8)
  const buttons = await page.getByRole('button', { name: /^Actions for/ }).all()
  const places = await Promise.all(buttons.map(middleOf))
  const covered = buttons.filter((_, index) => {
    const { y } = places[index] ?? { y: 0 }
    return y > PHONE.height / 2 && y < PHONE.height - 20
  })
  expect(covered.length).toBeGreaterThan(0)

  for (const button of covered) {
    await fingers.tap(button)
    await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(8)
  const plans = await ana.call<{ status: string }[]>('GET', '/plans')
  expect(plans.map(({ status }) => status)).toEqual(Array<string>(8).fill('draft'))

  const { plan } = await makePlan(ana)
  await page.goto(`/plans/${plan.id}`)
  await fingers.hold(await middleOf(page.getByRole('treeitem', { name: /^Pack/ })))
  await page.getByRole('menuitem', { name: 'Select' }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected nodes' })
  // The other buttons, which load later, move this one.
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await fingers.tap(bar.getByRole('button', { name: 'Status' }))
  await expect(page.getByRole('menuitem', { name: 'Blocked' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^Pack, Not started/ })).toBeVisible()
  await fingers.tap(page.getByRole('menuitem', { name: 'In progress' }))
  await expect(page.getByRole('treeitem', { name: /^Pack, In progress/ })).toBeVisible()
})

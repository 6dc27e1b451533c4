// The canvas under fingers.
import type { Locator, Page } from '@playwright/test'
import { cardOf, makePlan } from '../support/glacierPlan.ts'
import { expect, type Person, test } from '../support/people.ts'
import { enableTouch, fingersOn } from '../support/touch.ts'

const PHONE = { width: 390, height: 844 }

const zoom = (page: Page) => page.getByRole('button', { name: /^Zoom: / })
const percent = async (page: Page) => Number.parseInt((await zoom(page).textContent()) ?? '', 10)

async function openGraph(person: Person, planId: string, viewport?: typeof PHONE): Promise<Page> {
  const page = await person.open(`/plans/${planId}`, {
    ...(viewport && { viewport }),
    stored: { [`layout_mode:${planId}`]: 'graph' },
    prepare: enableTouch,
  })
  await expect(cardOf(page, 'Expedition')).toBeVisible()
  return page
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('The element is not on the screen')
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
}

/** An empty spot in the top left corner of the canvas. */
async function emptySpot(page: Page) {
  const { x, y } = await boxOf(page.getByRole('region', { name: 'Plan graph' }))
  return { x: x + 60, y: y + 40 }
}

/** Nothing was opened and no card was moved. */
async function expectNoChange(page: Page, planId: string) {
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveCount(0)
  expect(await page.evaluate((key) => localStorage.getItem(key), `node_positions:${planId}`)).toBeNull()
}

test.use({ reducedMotion: 'reduce' })

test('two fingers zoom, on the empty canvas and on a card', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const fingers = await fingersOn(page)

  const first = await percent(page)
  await fingers.pinch(await emptySpot(page), 80, 130)
  await expect.poll(() => percent(page)).toBeGreaterThan(first * 1.4)

  const second = await percent(page)
  await fingers.pinch((await boxOf(cardOf(page, 'Prepare'))).middle, 160, 100)
  await expect.poll(() => percent(page)).toBeLessThan(second * 0.8)
  await expectNoChange(page, plan.id)
})

test('one finger moves the canvas of a phone and two zoom it around the point between them', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id, PHONE)
  const fingers = await fingersOn(page)
  const placeOf = async (title: string) => (await boxOf(cardOf(page, title))).middle

  const before = await placeOf('Expedition')
  const opening = await percent(page)
  await fingers.drag(await emptySpot(page), { x: 40, y: 120 })
  await expect.poll(async () => Math.round((await placeOf('Expedition')).y - before.y)).toBeGreaterThan(90)
  const moved = await placeOf('Expedition')
  expect(Math.abs(moved.x - before.x - 40)).toBeLessThan(20)
  expect(await percent(page)).toBe(opening)

  await fingers.pinch(moved, 60, 120)
  await expect.poll(() => percent(page)).toBeGreaterThan(opening * 1.4)
  const after = await placeOf('Expedition')
  expect(Math.hypot(after.x - moved.x, after.y - moved.y)).toBeLessThan(20)
  await expectNoChange(page, plan.id)

  // The page itself neither scrolls nor zooms.
  expect(await page.evaluate(() => [window.scrollX, window.scrollY, window.visualViewport?.scale])).toEqual([0, 0, 1])
})

test('a long press on a card opens its menu, and the finger neither moves nor opens the card', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const fingers = await fingersOn(page)
  const { middle } = await boxOf(cardOf(page, 'Prepare'))

  await fingers.put(middle)
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible()
  await fingers.move({ x: middle.x + 60, y: middle.y })
  await fingers.lift()
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeVisible()
  await expectNoChange(page, plan.id)
})

test('one finger on a card moves the canvas, and a selected card', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id, PHONE)
  const fingers = await fingersOn(page)
  const card = cardOf(page, 'Prepare')

  const before = await boxOf(card)
  await fingers.drag(before.middle, { x: 40, y: 60 })
  await expect.poll(async () => Math.round((await boxOf(card)).y - before.y)).toBeGreaterThan(40)
  await expectNoChange(page, plan.id)

  await fingers.hold((await boxOf(card)).middle)
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected nodes' })).toBeVisible()
  await fingers.drag((await boxOf(card)).middle, { x: 30, y: 0 })
  await expect(page.getByText('“Prepare” moved')).toBeVisible()
})

test('a canvas that was moved until nothing is in view leads back to the plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id, PHONE)
  const fingers = await fingersOn(page)
  const back = page.getByRole('button', { name: 'Back to the plan' })
  const before = await boxOf(cardOf(page, 'Expedition'))
  await expect(back).toHaveCount(0)

  for (let times = 0; times < 4; times++) await fingers.drag({ x: 200, y: 300 }, { x: 0, y: 400 })
  // Not by a finger, because Chromium ignores a tap soon after movements as fast as these.
  await back.click()

  await expect(back).toHaveCount(0)
  await expect.poll(async () => (await boxOf(cardOf(page, 'Expedition'))).middle).toEqual(before.middle)
})

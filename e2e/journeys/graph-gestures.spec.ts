import type { Locator, Page } from '@playwright/test'
import { seriousFindings } from '../support/axe.ts'
import { cardOf, makePlan, showHandles } from '../support/glacierPlan.ts'
import { expect, type Person, test } from '../support/people.ts'

const canvasMenu = (page: Page): Locator => page.getByRole('menu')
const zoom = (page: Page): Locator => page.getByRole('button', { name: /^Zoom: / })
const draft = (page: Page): Locator => page.getByRole('textbox', { name: 'New node title' })

async function openGraph(person: Person, planId: string, options?: Parameters<Person['open']>[1]): Promise<Page> {
  const page = await person.open(`/plans/${planId}`, {
    ...options,
    stored: { [`layout_mode:${planId}`]: 'graph', ...options?.stored },
  })
  await expect(cardOf(page, 'Expedition')).toBeVisible()
  return page
}

/** The place of an element that no longer moves: on a busy machine the graph may fit the window after it appeared. */
async function boxOf(locator: Locator) {
  let box = await locator.boundingBox()
  await expect(async () => {
    const earlier = box
    await locator.page().waitForTimeout(100)
    box = await locator.boundingBox()
    expect(box).toEqual(earlier)
  }).toPass()
  if (!box) throw new Error('The element is not on the screen')
  return { ...box, middle: { x: box.x + box.width / 2, y: box.y + box.height / 2 } }
}

/** An empty spot in the top left corner of the canvas. */
async function emptySpot(page: Page) {
  const { x, y } = await boxOf(page.getByRole('region', { name: 'Plan graph' }))
  return { x: x + 200, y: y + 90 }
}

test.use({ reducedMotion: 'reduce' })

test('the wheel moves the canvas, Ctrl and the wheel zoom, and a setting exchanges them', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const before = await boxOf(cardOf(page, 'Walk'))
  const percent = await zoom(page).textContent()

  await page.mouse.move(before.middle.x, before.y - 60)
  await page.mouse.wheel(40, 100)
  await expect.poll(async () => (await boxOf(cardOf(page, 'Walk'))).y).toBeCloseTo(before.y - 100, 0)
  expect((await boxOf(cardOf(page, 'Walk'))).x).toBeCloseTo(before.x - 40, 0)
  await expect(zoom(page)).toHaveText(percent ?? '')

  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -120)
  await page.keyboard.up('Control')
  await expect(zoom(page)).not.toHaveText(percent ?? '')

  await zoom(page).click()
  await page.getByRole('menuitemradio', { name: '100%' }).click()
  await expect(zoom(page)).toHaveText('100%')
  await zoom(page).click()
  expect(await seriousFindings(page, { within: '[role=menu]' })).toEqual([])
  await page.getByRole('menuitemcheckbox', { name: 'Wheel zooms' }).click()
  await page.keyboard.press('Escape')
  await page.mouse.move(before.middle.x, before.y - 60)
  await page.mouse.wheel(0, 120)
  await expect(zoom(page)).not.toHaveText('100%')

  await page.reload()
  await zoom(page).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Wheel zooms' })).toBeChecked()
})

test('the canvas is dragged with the space bar held, over a card too, and with the middle button', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const before = await boxOf(cardOf(page, 'Walk'))
  const { x, y } = before.middle
  // Linux pastes with the middle button what was selected last.
  await cardOf(page, 'Set off').focus()
  for (const key of ['F2', 'End', 'Shift+Home', 'Escape']) await page.keyboard.press(key)

  await cardOf(page, 'Walk').focus()
  await page.mouse.move(x, y)
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(x - 60, y + 50, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Space')
  await expect.poll(async () => (await boxOf(cardOf(page, 'Walk'))).x).toBeCloseTo(before.x - 60, 0)
  // Neither collapsed by the space bar nor moved by itself.
  await expect(cardOf(page, 'Set off')).toBeVisible()
  expect(await page.evaluate((key) => localStorage.getItem(key), `node_positions:${plan.id}`)).toBeNull()

  await page.mouse.move(x - 60, y + 50)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(x, y, { steps: 4 })
  await page.mouse.up({ button: 'middle' })
  await expect.poll(async () => (await boxOf(cardOf(page, 'Walk'))).x).toBeCloseTo(before.x, 0)

  await cardOf(page, 'Walk').focus()
  await page.keyboard.press('Space')
  await expect(cardOf(page, 'Set off')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a double click on the empty canvas adds a node there', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, parentOf } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const at = await emptySpot(page)

  await page.mouse.dblclick(at.x, at.y)
  await expect(draft(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(draft(page)).toHaveCount(0)

  await page.mouse.dblclick(at.x, at.y)
  await draft(page).fill('Come home')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Come home')).toBeFocused()
  const { middle } = await boxOf(cardOf(page, 'Come home'))
  expect(Math.hypot(middle.x - at.x, middle.y - at.y)).toBeLessThan(8)
  expect(await parentOf('Come home')).toBe('Expedition')

  const transform = () =>
    page
      .locator('.graph-card')
      .filter({ hasText: 'Come home' })
      .evaluate((node) => node.style.transform)
  const place = await transform()
  await page.reload()
  await expect(cardOf(page, 'Come home')).toBeVisible()
  expect(await transform()).toBe(place)
})

test('a line dropped on the empty canvas adds a linked child, and the plus on a card a plain one', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan, ropes, parentOf } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  await showHandles(page, 'Buy ropes')
  const from = await boxOf(cardOf(page, 'Buy ropes'))
  // Outside of the dot, within its hit area.
  await page.mouse.move(from.x + from.width + 7, from.middle.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width + 20, from.middle.y + 60, { steps: 4 })
  await page.mouse.move(from.x + 60, from.y + from.height + 60, { steps: 4 })
  await page.mouse.up()
  await draft(page).fill('Rope up')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Sequence' }).click()
  await expect(page.locator('.graph-edge-sequence')).toHaveCount(1)
  expect(await parentOf('Rope up')).toBe('Buy ropes')
  const [edge] = await ana.call<{ source_id: string; kind: string }[]>('GET', `/plans/${plan.id}/edges`)
  expect(edge).toMatchObject({ source_id: ropes.id, kind: 'sequence' })

  await cardOf(page, 'Pack').hover()
  await page.getByRole('button', { name: 'Add child to Pack' }).click()
  await draft(page).fill('Find the bag')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Find the bag')).toBeFocused()
  expect(await parentOf('Find the bag')).toBe('Pack')
})

/** Holds a card over another one. */
async function dragOnto(page: Page, title: string, other: string) {
  const [from, to] = [await boxOf(cardOf(page, title)), await boxOf(cardOf(page, other))]
  await page.mouse.move(from.x + 40, from.y + 12)
  await page.mouse.down()
  await page.mouse.move(to.middle.x + 30, to.middle.y + 20, { steps: 6 })
  await page.mouse.move(to.middle.x, to.middle.y, { steps: 2 })
}

test('a card held over another becomes its child when it is dropped, and Undo takes it back', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, parentOf } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const preview = page.getByTestId('drop-preview')

  await dragOnto(page, 'Pack', 'Walk')
  await expect(preview.getByText('Move to “Walk”')).toBeVisible()
  await page.mouse.up()
  await expect(preview).toHaveCount(0)
  await expect(page.getByText('“Pack” moved to “Walk”')).toBeVisible()
  expect(await parentOf('Pack')).toBe('Walk')
  const [pack, start] = [await boxOf(cardOf(page, 'Pack')), await boxOf(cardOf(page, 'Set off'))]
  expect(pack.y).toBeCloseTo(start.y, 0)
  expect(pack.x).toBeGreaterThan(start.x + start.width)

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => parentOf('Pack')).toBe('Prepare')
})

test('Tidy up can be undone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, walk } = await makePlan(ana)
  const stored = { [`node_positions:${plan.id}`]: JSON.stringify({ [walk.id]: { x: 480, y: 330 } }) }
  const page = await openGraph(ana, plan.id, { stored })
  const transform = () => page.locator(`.graph-card[data-id="${walk.id}"]`).getAttribute('style')
  await expect.poll(transform).toContain('translate(480px, 330px)')

  await page.getByRole('button', { name: 'Tidy up' }).click()
  await expect.poll(transform).not.toContain('translate(480px, 330px)')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(transform).toContain('translate(480px, 330px)')

  // The same step again, and after a reload by keyboard.
  await page.getByRole('button', { name: /^Redo: tidy up the canvas/ }).click()
  await expect.poll(transform).not.toContain('translate(480px, 330px)')
  await page.reload()
  await cardOf(page, 'Pack').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(transform).toContain('translate(480px, 330px)')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect.poll(transform).not.toContain('translate(480px, 330px)')
})

test('the empty canvas has a menu, by mouse and by keyboard', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, parentOf } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const at = await emptySpot(page)

  await page.mouse.click(at.x, at.y, { button: 'right' })
  await expect(canvasMenu(page).getByRole('menuitem')).toHaveText([
    'Add node here',
    'Fit view0',
    'Tidy up',
    'Lay out from left to right',
    'Export as PNG',
    'Export as SVG',
    'Print',
    /^Select all/,
  ])
  expect(await seriousFindings(page, { within: '[role=menu]' })).toEqual([])
  await page.getByRole('menuitem', { name: 'Add node here' }).click()
  await draft(page).fill('Rest')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Rest')).toBeVisible()
  expect(await parentOf('Rest')).toBe('Expedition')

  await page.mouse.click(at.x, at.y + 150, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Select all' }).click()
  await expect(page.getByRole('toolbar', { name: 'Selected nodes' }).getByText('7 selected')).toBeVisible()

  // From far away there are no cards, and the canvas has the focus.
  for (let times = 0; times < 6; times++) await page.keyboard.press('-')
  await expect(cardOf(page, 'Rest')).toHaveCount(0)
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Add node here' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('application')).toBeFocused()
})

test('Shift and a click or a drag select several cards', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const bar = page.getByRole('toolbar', { name: 'Selected nodes' })

  await cardOf(page, 'Buy ropes').click({ modifiers: ['Shift'] })
  await cardOf(page, 'Pack').click({ modifiers: ['Shift'] })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await cardOf(page, 'Set off').focus()
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  const [from, to] = [await boxOf(cardOf(page, 'Prepare')), await boxOf(cardOf(page, 'Walk'))]
  await page.keyboard.down('Shift')
  await page.mouse.move(from.x - 20, from.y - 20)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width + 20, to.y + to.height + 20, { steps: 6 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await expect(bar.getByText('2 selected')).toBeVisible()
})

test('a double click on a card edits its title, although the first click opens the panel over it', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const [spot, walk] = [await emptySpot(page), (await boxOf(cardOf(page, 'Walk'))).middle]
  const canvas = await boxOf(page.getByRole('region', { name: 'Plan graph' }))
  await page.mouse.move(spot.x, spot.y)
  await page.mouse.down()
  await page.mouse.move(spot.x + canvas.x + canvas.width - 50 - walk.x, spot.y, { steps: 4 })
  await page.mouse.up()

  const { middle } = await boxOf(cardOf(page, 'Walk'))
  // As fast as people do, which is slower than a script: the panel opens in between.
  await page.mouse.click(middle.x, middle.y)
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  const title = page.getByRole('application').getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await title.fill('Walk home')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Walk home')).toBeVisible()
})

test('a fitted plan is fitted again when the tree comes or goes, and another view keeps its middle', async ({
  person,
}) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const fromMiddle = async () => {
    const [root, canvas] = [
      await boxOf(cardOf(page, 'Expedition')),
      await boxOf(page.getByRole('region', { name: 'Plan graph' })),
    ]
    return root.middle.x - canvas.middle.x
  }
  const fitted = await fromMiddle()

  await page.keyboard.press('d')
  await expect(page.getByRole('tree')).toBeVisible()
  await page.keyboard.press('0')
  const fittedBesideTree = await fromMiddle()
  await page.keyboard.press('g')
  await expect(page.getByRole('tree')).toHaveCount(0)
  expect(await fromMiddle()).toBeCloseTo(fitted, 0)
  await page.keyboard.press('d')
  await expect(page.getByRole('tree')).toBeVisible()
  expect(await fromMiddle()).toBeCloseTo(fittedBesideTree, 0)
  await page.keyboard.press('g')
  await expect(page.getByRole('tree')).toHaveCount(0)

  const { middle } = await boxOf(page.getByRole('region', { name: 'Plan graph' }))
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.wheel(-120, 0)
  await expect.poll(fromMiddle).toBeCloseTo(fitted + 120, 0)
  await page.keyboard.press('d')
  await expect(page.getByRole('tree')).toBeVisible()
  expect(await fromMiddle()).toBeCloseTo(fitted + 120, 0)
})

test('a card that is dragged to the edge takes the canvas along, and Escape puts it back', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, pack } = await makePlan(ana)
  const page = await openGraph(ana, plan.id)
  const [card, other] = [await boxOf(cardOf(page, 'Pack')), await boxOf(cardOf(page, 'Walk'))]
  const canvas = await boxOf(page.getByRole('region', { name: 'Plan graph' }))
  const place = () => page.locator(`.graph-card[data-id="${pack.id}"]`).getAttribute('style')
  const before = await place()

  await page.mouse.move(card.x + 40, card.y + 12)
  await page.mouse.down()
  await page.mouse.move(canvas.x + 10, card.y + 12, { steps: 6 })
  await expect.poll(async () => (await cardOf(page, 'Walk').boundingBox())?.x).toBeGreaterThan(other.x + 100)
  // The card stays under the pointer, from one frame to the next.
  await expect.poll(async () => (await cardOf(page, 'Pack').boundingBox())?.x).toBeCloseTo(canvas.x + 10 - 40, -1)
  expect(await place()).not.toBe(before)

  await page.keyboard.press('Escape')
  await expect.poll(place).toBe(before)
  await page.mouse.up()
  expect(await place()).toBe(before)
  expect(await page.evaluate((key) => localStorage.getItem(key), `node_positions:${plan.id}`)).toBeNull()
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveCount(0)
})

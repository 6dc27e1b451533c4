import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/people.ts'
import { type Fill, type State, shootStates } from '../support/states.ts'

const GRAPH = { layout: 'graph' } as const
/** Windows with a mouse and a keyboard. */
const WIDE_GRAPH = { ...GRAPH, where: 'wide' } as const

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: new RegExp(`^${title},`) })

/** Moves to a card by keyboard, which scrolls it into view. */
async function goTo(page: Page, ...keys: string[]): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('application').focus()
  await page.keyboard.press('Home')
  for (const key of keys) await page.keyboard.press(key)
}

/** Few enough for large cards. */
async function fourNodes(add: Fill): Promise<void> {
  const parent_id = await add({ title: 'Prepare', node_type: 'phase' })
  for (const title of ['Buy ropes', 'Pack', 'Set off']) await add({ title, node_type: 'task', parent_id })
}

/** Too many for the regular layout. */
async function manyNodes(add: Fill): Promise<void> {
  const root = await add({ title: 'The whole valley', node_type: 'root' })
  for (let phase = 1; phase <= 6; phase++) {
    const parent_id = await add({ title: `Hut ${phase}`, node_type: 'phase', parent_id: root })
    for (let step = 1; step <= 28; step++)
      await add({
        title: `Step ${step} of hut ${phase}`,
        node_type: 'task',
        parent_id,
        ...(step < 9 ? { status: 'completed' } : {}),
      })
  }
}

async function draw(page: Page, from: string, to: string): Promise<void> {
  // Hovering waits until the cards stop moving, because handles mount only on hover.
  await card(page, from).hover()
  await card(page, from).locator('.graph-handle.source').hover()
  await page.mouse.down()
  const end = await card(page, to).boundingBox()
  if (!end) throw new Error(`${to} is not visible`)
  // Away from the edge of the canvas, which would pan it.
  await page.mouse.move(end.x + 20, end.y + end.height + 40, { steps: 4 })
  await page.mouse.move(end.x, end.y + end.height / 2, { steps: 4 })
}

async function pick(page: Page, ...titles: string[]): Promise<void> {
  await goTo(page, 'ArrowDown', 'ArrowRight', 'ArrowDown')
  for (const title of titles) await card(page, title).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar', { name: 'Selected nodes' }).waitFor()
}

const VIEWS: State[] = [
  {
    ...GRAPH,
    name: 'graph-whole',
    show: async ({ page }) => {
      await goTo(page)
      await page.keyboard.press('0')
    },
  },
  {
    ...GRAPH,
    name: 'graph-far',
    show: async ({ page }) => {
      await goTo(page)
      await page.keyboard.press('0')
      for (let times = 0; times < 3; times++) await page.keyboard.press('-')
      await expect(page.getByRole('article')).toHaveCount(0)
    },
  },
  {
    ...GRAPH,
    name: 'graph-near',
    show: async ({ page }) => {
      await goTo(page, 'ArrowDown', 'ArrowRight', 'ArrowDown')
      for (let times = 0; times < 3; times++) await page.keyboard.press('+')
    },
  },
  {
    ...GRAPH,
    name: 'graph-collapsed',
    show: ({ page }) => goTo(page, 'ArrowDown', 'ArrowRight', 'Space', 'ArrowRight', 'Space'),
  },
  { ...GRAPH, name: 'graph-focused', show: ({ page }) => goTo(page, 'ArrowDown', 'ArrowRight', 'z') },
  {
    ...GRAPH,
    name: 'graph-filtered',
    show: async ({ page }) => {
      await page.goto(`${page.url()}?status=in_progress`)
      await expect(page.getByText(/ match(es)?$/)).toBeVisible()
    },
  },
  { ...GRAPH, name: 'graph-compact', plan: manyNodes },
  {
    ...GRAPH,
    name: 'graph-compact-whole',
    plan: manyNodes,
    show: async ({ page }) => {
      await goTo(page)
      await page.keyboard.press('0')
    },
  },
  {
    ...WIDE_GRAPH,
    name: 'graph-card-hover',
    show: async ({ page }) => {
      await goTo(page, 'ArrowDown', 'ArrowRight')
      await card(page, 'Foundations').hover()
    },
  },
]

const CARDS: State[] = [
  {
    ...GRAPH,
    name: 'graph-card-menu',
    show: async ({ page }) => {
      await goTo(page, 'ArrowDown', 'ArrowRight', 'Shift+F10')
      await page.getByRole('menuitem', { name: 'Open', exact: true }).waitFor()
    },
  },
  {
    ...WIDE_GRAPH,
    name: 'graph-card-status',
    show: async ({ page }) => {
      await goTo(page, 'ArrowDown', 'ArrowRight', 'Shift+F10')
      await page.getByRole('menuitem', { name: 'Status' }).click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  { ...GRAPH, name: 'graph-card-rename', show: ({ page }) => goTo(page, 'ArrowDown', 'ArrowRight', 'F2') },
  { ...WIDE_GRAPH, name: 'graph-bulk', show: ({ page }) => pick(page, 'Pour the concrete', 'Anchor the frame') },
  {
    ...WIDE_GRAPH,
    name: 'graph-bulk-status',
    show: async ({ page }) => {
      await pick(page, 'Pour the concrete', 'Anchor the frame')
      await page.getByRole('toolbar', { name: 'Selected nodes' }).getByRole('button', { name: 'Status' }).click()
    },
  },
  {
    ...WIDE_GRAPH,
    name: 'graph-bulk-move',
    show: async ({ page }) => {
      await pick(page, 'Pour the concrete', 'Anchor the frame')
      await page.getByRole('button', { name: 'Move to…' }).click()
    },
  },
]

const EDGES: State[] = [
  { ...WIDE_GRAPH, name: 'graph-edge-drawing', plan: fourNodes, show: ({ page }) => draw(page, 'Buy ropes', 'Pack') },
  {
    ...WIDE_GRAPH,
    name: 'graph-edge-kind',
    plan: fourNodes,
    show: async ({ page }) => {
      await draw(page, 'Buy ropes', 'Pack')
      await page.mouse.up()
      await page.getByRole('menuitemradio', { name: 'Sequence' }).waitFor()
    },
  },
  {
    ...WIDE_GRAPH,
    name: 'graph-edge-menu',
    plan: fourNodes,
    show: async ({ page }) => {
      await draw(page, 'Buy ropes', 'Pack')
      await page.mouse.up()
      await page.getByRole('menuitemradio', { name: 'Sequence' }).click()
      await page.locator('.graph-edge-sequence').click({ force: true })
      await page.getByRole('menuitem', { name: 'Remove link' }).waitFor()
    },
  },
  {
    ...WIDE_GRAPH,
    name: 'graph-edge-refused',
    plan: fourNodes,
    show: async ({ page }) => {
      for (const [from, to] of [
        ['Buy ropes', 'Pack'],
        ['Pack', 'Buy ropes'],
      ] as const) {
        await draw(page, from, to)
        await page.mouse.up()
        await page.getByRole('menuitemradio', { name: 'Dependency' }).click()
        await page.locator('.graph-edge-dependency').waitFor({ state: 'attached' })
      }
      await page.getByText('This dependency would create a cycle.').waitFor()
    },
  },
]

shootStates([...VIEWS, ...CARDS, ...EDGES])

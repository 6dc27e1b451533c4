import type { Page } from '@playwright/test'
import { expect } from '../support/people.ts'
import { nodeId, type State, shootStates } from '../support/states.ts'

const row = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill(text)
  await page.getByRole('status').filter({ hasText: /match/ }).waitFor()
}

/** Opens the menu of a row and then one of its items. */
async function choose(page: Page, title: string, item?: string): Promise<void> {
  await row(page, title).press('Shift+F10')
  await page.getByRole('menu').waitFor()
  if (item) await page.getByRole('menuitem', { name: item }).click()
}

async function select(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) await row(page, title).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('toolbar', { name: 'Selected nodes' }).waitFor()
}

async function command(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Search or run a command' }).press('Control+k')
  await page.getByRole('combobox', { name: 'Command palette' }).fill(label)
  await page.getByRole('option', { name: new RegExp(`^${label}`) }).click()
}

async function pasteOutline(page: Page): Promise<void> {
  await command(page, 'Paste outline')
  await page.getByRole('textbox', { name: 'Outline' }).waitFor()
}

async function openTrash(page: Page): Promise<void> {
  await command(page, 'Trash')
  await page.getByRole('dialog', { name: 'Trash' }).waitFor()
}

const OUTLINE = `- Paths
  - [x] Mark the way from the spring to the hut with forty stones that can be seen in fog
  - Ladder at the upper edge
- Kitchen
  - Stove
  - Shelves`

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Node' }).click()
  await page.getByRole('dialog', { name: 'Create New Node' }).waitFor()
}

const FINDING: State[] = [
  { name: 'tree-search', show: ({ page }) => search(page, 'the f') },
  { name: 'tree-no-match', show: ({ page }) => search(page, 'helicopter') },
  { name: 'tree-filter', show: ({ page }) => page.getByRole('button', { name: 'Filter' }).click() },
  {
    name: 'tree-filtered',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Filter' }).click()
      for (const name of ['Blocked', 'In progress']) await page.getByRole('checkbox', { name }).check()
    },
  },
  {
    name: 'tree-collapsed',
    show: ({ page }) => page.getByRole('button', { name: 'Collapse all' }).click(),
  },
]

const ROWS: State[] = [
  { name: 'tree-no-details', show: ({ page }) => page.getByRole('button', { name: 'Details', exact: true }).click() },
  { name: 'tree-row-hover', where: 'wide', show: ({ page }) => row(page, 'Anchor the frame').hover() },
  { name: 'tree-row-focus', show: ({ page }) => row(page, 'Anchor the frame').press('ArrowDown') },
  { name: 'tree-row-menu', show: ({ page }) => choose(page, 'Foundations') },
  {
    name: 'tree-row-menu-status',
    where: 'wide',
    show: async ({ page }) => {
      await choose(page, 'Anchor the frame', 'Status')
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  {
    name: 'tree-context-menu',
    where: 'wide',
    show: ({ page }) => row(page, 'Anchor the frame').click({ button: 'right', position: { x: 160, y: 16 } }),
  },
  {
    name: 'tree-status-menu',
    show: ({ page }) => row(page, 'Anchor the frame').getByRole('button', { name: 'Status: Blocked' }).click(),
  },
  { name: 'tree-rename', show: ({ page }) => row(page, 'Anchor the frame').press('F2') },
  {
    name: 'tree-new-row',
    show: async ({ page }) => {
      await choose(page, 'Anchor the frame', 'Add sibling')
      await page.getByLabel('New node title').fill('Check the anchors')
    },
  },
  {
    name: 'tree-drag',
    where: 'wide',
    show: async ({ page }) => {
      const from = await row(page, 'Anchor the frame').boundingBox()
      const to = await row(page, 'Order the larch beams').boundingBox()
      if (!from || !to) throw new Error('The rows are not visible')
      await page.mouse.move(from.x + 120, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(to.x + 120, to.y + to.height / 2, { steps: 5 })
      await page.mouse.move(to.x + 120, to.y + to.height - 1, { steps: 5 })
      await expect(page.getByTestId('drop-line')).toHaveCount(1)
    },
  },
]

const DIALOGS: State[] = [
  { name: 'move', show: ({ page }) => choose(page, 'Raise the frame', 'Move to…') },
  {
    name: 'move-no-match',
    show: async ({ page }) => {
      await choose(page, 'Raise the frame', 'Move to…')
      await page.getByRole('combobox', { name: 'New parent' }).fill('helicopter')
    },
  },
  {
    name: 'link',
    show: async ({ page }) => {
      await choose(page, 'Anchor the frame', 'Link to…')
      await page.getByRole('combobox', { name: 'Node to link' }).fill('frame')
    },
  },
  {
    name: 'link-kinds',
    show: async ({ page }) => {
      await choose(page, 'Anchor the frame', 'Link to…')
      await page.getByRole('combobox', { name: 'Link type' }).click()
    },
  },
  {
    name: 'link-refused',
    show: async ({ page }) => {
      await choose(page, 'Pour the concrete', 'Link to…')
      await page.getByRole('combobox', { name: 'Node to link' }).fill('raise')
      await page.keyboard.press('Enter')
      await page.getByText('This dependency would create a cycle.').waitFor()
    },
  },
  { name: 'create', show: ({ page }) => create(page) },
  {
    name: 'create-parent',
    show: async ({ page }) => {
      await create(page)
      await page.getByRole('button', { name: /^Parent/ }).click()
      await page.getByRole('combobox', { name: 'Parent' }).fill('frame')
    },
  },
  {
    name: 'create-failed',
    prepare: (page) =>
      page.route('**/nodes', (route) =>
        route.fulfill({ status: 403, json: { error: 'You are not allowed to do this.' } }),
      ),
    show: async ({ page }) => {
      await create(page)
      await page.getByRole('dialog').getByLabel('Title').fill('Fetch water')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
    },
  },
]

const SEVERAL: State[] = [
  {
    name: 'tree-selected',
    where: 'wide',
    show: ({ page }) => select(page, 'Clear the site', 'Pour the concrete', 'Anchor the frame'),
  },
  {
    name: 'tree-selected-alone',
    layout: 'tree',
    where: 'wide',
    show: async ({ page }) => {
      await select(page, 'Clear the site', 'Pour the concrete', 'Anchor the frame')
      await page.getByRole('toolbar', { name: 'Selected nodes' }).getByRole('button', { name: 'Status' }).click()
    },
  },
  {
    name: 'tree-deleted',
    plan: 'sample',
    layout: 'tree',
    show: async ({ page }) => {
      await row(page, 'Anchor the frame').press('Delete')
      await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
    },
  },
]

const OUTLINES: State[] = [
  { name: 'paste-empty', show: ({ page }) => pasteOutline(page) },
  {
    name: 'paste',
    show: async ({ page }) => {
      await pasteOutline(page)
      await page.getByRole('textbox', { name: 'Outline' }).fill(OUTLINE)
      await page.getByRole('status').filter({ hasText: 'nodes on' }).waitFor()
    },
  },
]

const TRASH: State[] = [
  { name: 'trash-empty', plan: async () => undefined, show: ({ page }) => openTrash(page) },
  {
    name: 'trash',
    plan: 'sample',
    show: async ({ page, sample, planId }) => {
      for (const title of ['Interior', 'Shingle the roof', 'Invite the valley'])
        await sample.owner.call('DELETE', `/plans/${planId}/nodes/${await nodeId(sample, planId, title)}`)
      await openTrash(page)
      await page.getByText('Invite the valley').last().waitFor()
    },
  },
]

shootStates([...FINDING, ...ROWS, ...DIALOGS, ...SEVERAL, ...OUTLINES, ...TRASH])

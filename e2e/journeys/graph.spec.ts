import type { Locator, Page } from '@playwright/test'
import { cardOf, makePlan, showHandles } from '../support/glacierPlan.ts'
import { expect, type Person, test } from '../support/people.ts'

/** A plan whose first task must finish before the second. */
async function makeLinkedPlan(person: Person) {
  const made = await makePlan(person)
  const link = { source_id: made.ropes.id, target_id: made.pack.id, kind: 'dependency' }
  await person.call('POST', `/plans/${made.plan.id}/edges`, link)
  return made
}

const [AMBER, BLUE, GREEN] = ['rgb(171, 100, 0)', 'rgb(13, 116, 206)', 'rgb(42, 126, 59)']
const edges = (page: Page, kind: string): Locator => page.locator(`.graph-edge-${kind}`)

async function openGraph(person: Person, planId: string): Promise<Page> {
  const page = await person.open(`/plans/${planId}`)
  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await expect(cardOf(page, 'Expedition')).toBeVisible()
  return page
}

/** The middle of a card's right or left edge, where its handle is. */
async function handleOf(page: Page, title: string, side: 'left' | 'right') {
  const box = await cardOf(page, title).boundingBox()
  if (!box) throw new Error(`${title} is not visible`)
  return { x: side === 'left' ? box.x : box.x + box.width, y: box.y + box.height / 2 }
}

test('a plan can be read and changed on the canvas', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await openGraph(ana, plan.id)
  await expect(edges(page, 'dependency')).toHaveCount(1)

  await cardOf(page, 'Pack').click()
  await expect(page.getByRole('region', { name: 'Pack' }).getByRole('tab', { name: 'Activity' })).toBeVisible()
  await expect(page).toHaveURL(/node=/)
  await page.keyboard.press('Escape')

  await cardOf(page, 'Pack').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'Completed' }).click()
  await expect(page.getByRole('article', { name: 'Pack, Task, Completed' })).toBeVisible()

  await cardOf(page, 'Set off').dblclick()
  await page.getByRole('textbox', { name: 'Title' }).fill('Set off at dawn')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Set off at dawn')).toBeVisible()

  await page.getByRole('button', { name: 'Add Node' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Come home')
  await page.keyboard.press('Enter')
  await expect(cardOf(page, 'Come home')).toBeVisible()
})

/** Releases the mouse on the handle of the other card, or anywhere on the card. */
async function draw(page: Page, from: string, to: string, { within = 0 } = {}) {
  const [start, handle] = [await handleOf(page, from, 'right'), await handleOf(page, to, 'left')]
  const end = { x: handle.x + within, y: handle.y }
  await showHandles(page, from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, end.y + 40, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

test('a link can be created, changed and deleted, and a cycle is rejected with the reason', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await openGraph(ana, plan.id)

  await draw(page, 'Pack', 'Set off')
  await page.getByRole('menuitemradio', { name: 'Sequence' }).click()
  await expect(edges(page, 'sequence')).toHaveCount(1)
  await expect(edges(page, 'sequence')).toHaveCSS('stroke', AMBER)
  await expect(edges(page, 'dependency')).toHaveCSS('stroke', BLUE)

  await edges(page, 'sequence').click({ force: true })
  await page.getByRole('menuitemradio', { name: 'Reference' }).click()
  await expect(edges(page, 'reference')).toHaveCSS('stroke', GREEN)
  await edges(page, 'reference').click({ force: true })
  await page.getByRole('menuitem', { name: 'Remove link' }).click()
  await expect(edges(page, 'reference')).toHaveCount(0)

  await draw(page, 'Pack', 'Buy ropes')
  await page.getByRole('menuitemradio', { name: 'Dependency' }).click()
  await expect(page.getByText('This dependency would create a cycle.')).toBeVisible()
  await expect(page.getByText('Pack → Buy ropes → Pack')).toBeVisible()
  await expect(edges(page, 'dependency')).toHaveCount(1)
})

test('a plan can be built with the mouse: nodes, their parents and order, and links', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const page = await ana.open(`/plans/${plan.id}`)
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const create = async (button: string, title: string, type: string) => {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'Create New Node' })
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByRole('combobox', { name: 'Type' }).click()
    await page.getByRole('option', { name: type }).click()
    await dialog.getByRole('button', { name: 'Create Node' }).click()
    await expect(row(title)).toBeVisible()
  }
  await create('Create Your First Node', 'Expedition', 'Root')
  for (const [title, type] of [
    ['Pack', 'Task'],
    ['Prepare', 'Phase'],
    ['Set off', 'Task'],
  ] as const)
    await create('Add Node', title, type)

  // Under the phase: between it and the row below, one indentation to the right of where the drag began.
  const [from, to] = [await row('Pack').boundingBox(), await row('Prepare').boundingBox()]
  if (!from || !to) throw new Error('The rows are not visible')
  await page.mouse.move(from.x + 120, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + 140, to.y + to.height / 2, { steps: 5 })
  await page.mouse.move(to.x + 140, to.y + to.height - 1, { steps: 5 })
  await expect(page.getByTestId('drop-line')).toHaveCount(1)
  await page.mouse.up()
  await expect(row('Pack')).toHaveAttribute('aria-level', '3')

  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await page.getByRole('button', { name: 'Toggle sidebar (S)' }).click()
  await expect(cardOf(page, 'Set off')).toBeInViewport({ ratio: 0.99 })
  await draw(page, 'Pack', 'Set off', { within: 60 })
  await page.getByRole('menuitemradio', { name: 'Dependency' }).click()
  await expect(edges(page, 'dependency')).toHaveCount(1)
  await cardOf(page, 'Set off').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'In progress' }).click()
  await expect(page.getByRole('article', { name: 'Set off, Task, In progress' })).toBeVisible()

  const nodes = await ana.call<{ title: string; id: string; parent_id: string | null }[]>(
    'GET',
    `/plans/${plan.id}/nodes`,
  )
  expect(nodes.map(({ title }) => title)).toEqual(['Expedition', 'Prepare', 'Pack', 'Set off'])
  expect(nodes[2]?.parent_id).toBe(nodes[1]?.id)
  const drawn = await ana.call<{ source_id: string; target_id: string }[]>('GET', `/plans/${plan.id}/edges`)
  expect(drawn).toMatchObject([{ source_id: nodes[2]?.id, target_id: nodes[3]?.id }])
})

test('a node can be found, opened, linked and unlinked with the keyboard alone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await openGraph(ana, plan.id)
  const keys = page.keyboard

  await page.getByRole('button', { name: 'More' }).focus()
  await keys.press('Tab')
  await expect(cardOf(page, 'Expedition')).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await keys.press(key)
  await expect(cardOf(page, 'Pack')).toBeFocused()

  await keys.press('Shift+F10')
  await expect(page.getByRole('menuitem', { name: 'Open', exact: true })).toBeFocused()
  await keys.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  for (const name of ['Copy link', 'Open in new tab', 'Link to…']) {
    await keys.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name })).toBeFocused()
  }
  await keys.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Node to link' })).toBeFocused()
  await keys.type('set off')
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edges(page, 'dependency')).toHaveCount(2)

  await cardOf(page, 'Pack').focus()
  await keys.press('Shift+Space')
  await keys.press('Shift+ArrowLeft')
  await expect(cardOf(page, 'Buy ropes')).toBeFocused()
  await expect(page.getByRole('status').getByText('2 nodes selected')).toBeAttached()
  const firstTool = page.getByRole('toolbar', { name: 'Selected nodes' }).getByRole('button').first()
  await expect(firstTool).toBeVisible()
  await keys.press('Tab')
  await expect(firstTool).toBeFocused()
  await keys.press('Enter')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await keys.type('blocked')
  await expect(page.getByRole('menuitem', { name: 'Blocked' })).toBeFocused()
  await keys.press('Enter')
  for (const title of ['Buy ropes', 'Pack'])
    await expect(page.getByRole('article', { name: new RegExp(`^${title}, Task, Blocked`) })).toBeVisible()
  await expect(firstTool).toBeFocused()
  await keys.press('Escape')
  await expect(cardOf(page, 'Buy ropes')).toBeFocused()
  await keys.press('Control+a')
  await expect(page.getByRole('toolbar', { name: 'Selected nodes' }).getByText('6 selected')).toBeVisible()
  await keys.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selected nodes' })).toHaveCount(0)

  await cardOf(page, 'Pack').focus()
  await keys.press('Enter')
  const section = page.getByRole('region', { name: 'Dependencies' })
  await expect(section.getByRole('list', { name: 'Depends on' }).getByRole('listitem')).toHaveText([
    'Buy ropes',
    'Set off',
  ])
  await section.getByRole('button', { name: 'Edit link to Set off' }).focus()
  await keys.press('Enter')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await keys.press('End')
  await expect(page.locator('[role=menuitem]:focus')).toBeVisible()
  await keys.press('Enter')
  await expect(edges(page, 'dependency')).toHaveCount(1)

  await section.getByRole('button', { name: 'Add link' }).focus()
  await keys.press('Enter')
  await keys.type('buy')
  await keys.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('These nodes already have a link of this kind.')
})

test('branches collapse, and dragged nodes keep their position', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await openGraph(ana, plan.id)

  await cardOf(page, 'Walk').hover()
  await page.getByRole('button', { name: 'Collapse Walk' }).click()
  await expect(cardOf(page, 'Set off')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand Walk, 1 node' })).toBeVisible()
  await page.getByRole('button', { name: 'Expand Walk, 1 node' }).click()
  await expect(cardOf(page, 'Set off')).toBeVisible()

  const before = await cardOf(page, 'Walk').boundingBox()
  await cardOf(page, 'Walk').hover({ position: { x: 60, y: 20 } })
  await page.mouse.down()
  await page.mouse.move((before?.x ?? 0) + 60, (before?.y ?? 0) + 140, { steps: 8 })
  await page.mouse.up()
  const places = () => page.evaluate((key) => localStorage.getItem(key), `node_positions:${plan.id}`)
  await expect.poll(places).toContain('"x"')
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await expect.poll(places).toBeNull()
})

test('several nodes can be changed together', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await openGraph(ana, plan.id)

  await cardOf(page, 'Buy ropes').click({ modifiers: ['ControlOrMeta'] })
  await cardOf(page, 'Pack').click({ modifiers: ['ControlOrMeta'] })
  const bar = page.getByRole('toolbar', { name: 'Selected nodes' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitem', { name: 'Blocked' }).click()

  await expect(page.getByRole('article', { name: 'Buy ropes, Task, Blocked' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Pack, Task, Blocked' })).toBeVisible()
})

test('a viewer sees the graph and live changes, but no editing controls', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { plan, pack } = await makeLinkedPlan(ana)
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  const page = await openGraph(ben, plan.id)

  await expect(page.getByRole('button', { name: 'Add Node' })).toHaveCount(0)
  await cardOf(page, 'Pack').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([
    'Open',
    /^Highlight dependencies/,
    'Open in new tab',
    'Copy link',
  ])
  await page.keyboard.press('Escape')

  await ana.call('PUT', `/plans/${plan.id}/nodes/${pack.id}/status`, { status: 'completed' })
  await expect(page.getByRole('article', { name: 'Pack, Task, Completed' })).toBeVisible()
})

test('the graph can be panned on a phone, and a card opens its node', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan } = await makeLinkedPlan(ana)
  const page = await ana.open(`/plans/${plan.id}`, { viewport: { width: 390, height: 844 } })
  await expect(page.getByRole('tree')).toBeVisible()

  await page.getByRole('radio', { name: 'Graph (G)' }).click()
  await cardOf(page, 'Expedition').click()

  await expect(page.getByRole('region', { name: 'Expedition' }).getByRole('tab', { name: 'Activity' })).toBeVisible()
})

test('P highlights what a node waits for and what waits for it', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const { plan, pack, start } = await makeLinkedPlan(ana)
  await ana.call('POST', `/plans/${plan.id}/edges`, { source_id: pack.id, target_id: start.id, kind: 'dependency' })
  const page = await openGraph(ana, plan.id)
  await page.getByRole('button', { name: 'Show all levels' }).click()
  const color = (title: string) => cardOf(page, title).evaluate((one) => getComputedStyle(one).outlineColor)
  const [WAITED_FOR, WAITING] = ['rgb(171, 100, 0)', 'rgb(0, 133, 115)']

  await cardOf(page, 'Pack').focus()
  await page.keyboard.press('p')
  await expect(page.getByText('waits for 1 node')).toBeVisible()
  await expect(page.getByText('1 node waits for it')).toBeVisible()
  await expect.poll(() => color('Buy ropes')).toBe(WAITED_FOR)
  await expect.poll(() => color('Set off')).toBe(WAITING)
  await expect(page.locator('.graph-edge-before')).toHaveCount(1)
  await expect(page.locator('.graph-edge-after')).toHaveCount(1)

  await page.keyboard.press('Escape')
  await expect(page.getByText('waits for 1 node')).toBeHidden()
  await expect(page.locator('.graph-edge-before')).toHaveCount(0)

  await cardOf(page, 'Walk').focus()
  await page.keyboard.press('p')
  await expect(page.getByText('“Walk” has no dependencies')).toBeVisible()
})

import { expect, test } from '../support/people.ts'

test('a new user creates a plan with node, status, log and file, and all of it survives a reload', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Cleo Brandt')
  await page.getByLabel('Email').fill('cleo.brandt@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Granite-Ridge-42!')
  await page.getByLabel('Confirm password').fill('Granite-Ridge-42!')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Manual Creation' }).click()
  await page.getByLabel('Title').fill('Cross the glacier')
  await page.getByRole('button', { name: 'Create Plan' }).click()

  await page.getByRole('dialog', { name: 'Welcome to your plan' }).getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('No nodes in this plan yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Your First Node' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Node' })
  await dialog.getByLabel('Title').fill('Buy ropes')
  await dialog.getByRole('button', { name: 'Create Node' }).click()
  const row = page.getByRole('treeitem', { name: /^Buy ropes/ })
  await row.getByRole('button', { name: 'Status: Not started' }).click()
  await page.getByRole('menuitemradio', { name: 'In progress' }).click()
  await expect(page.getByRole('treeitem', { name: 'Buy ropes, In progress' })).toBeFocused()

  await row.click()
  await page.getByRole('textbox', { name: 'Log entry' }).fill('Sixty metres, two of them.')
  await page.getByRole('textbox', { name: /^Tags/ }).fill('gear, , rope')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('tab', { name: 'Files' }).click()
  const file = { name: 'ropes.txt', mimeType: 'text/plain', buffer: Buffer.from('Two ropes') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('link', { name: 'ropes.txt' })).toBeVisible()

  await page.reload()

  await expect(page.getByRole('heading', { name: 'Cross the glacier' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Buy ropes, In progress' })).toBeVisible()
  await page.getByRole('tab', { name: /^Logs/ }).click()
  await expect(page.getByText('Sixty metres, two of them.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tags' }).getByRole('listitem')).toHaveText(['#gear', '#rope'])
  await page.getByRole('tab', { name: /^Files/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'ropes.txt' }).click()
  expect((await download).suggestedFilename()).toBe('ropes.txt')
})

test('a small plan can be built with the keyboard alone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'By hand' })
  const page = await ana.open(`/plans/${plan.id}`)
  const keys = page.keyboard
  const draft = page.getByLabel('New node title')
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  await expect(page.getByText('No nodes in this plan yet')).toBeVisible()

  await keys.press('n')
  await expect(page.getByRole('dialog').getByLabel('Title')).toBeFocused()
  await keys.type('Prepare')
  await keys.press('Enter')
  await expect(row('Prepare')).toBeFocused()
  // Enter ends renaming and starts the next node.
  await keys.press('F2')
  await keys.press('Enter')
  await expect(draft).toBeFocused()
  await keys.press('Tab')
  await keys.type('Train')
  await keys.press('Enter')
  await expect(row('Train')).toBeVisible()
  await keys.type('Pack')
  await keys.press('Enter')
  await expect(row('Pack')).toBeVisible()
  await keys.press('Shift+Tab')
  await keys.type('Climb')
  await keys.press('Enter')
  await expect(row('Climb')).toBeVisible()
  await keys.press('Escape')
  await expect(row('Climb')).toBeFocused()
  await keys.press('ArrowUp')
  await keys.press('Alt+ArrowUp')
  await keys.press('Shift+F10')
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible()
  await keys.press('s')
  await expect(page.getByRole('menuitem', { name: 'Status' })).toBeFocused()
  await keys.press('ArrowRight')
  await expect(page.getByRole('menuitemradio').first()).toBeFocused()
  await keys.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'In progress' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('treeitem', { name: 'Pack, In progress' })).toBeFocused()

  // The page shows a change before the server has saved it.
  const read = async () => {
    const nodes = await ana.call<{ title: string; status: string; parent_id: string | null }[]>(
      'GET',
      `/plans/${plan.id}/nodes`,
    )
    return nodes.map(({ title, status, parent_id }) => [title, status, parent_id === null])
  }
  await expect.poll(read).toEqual([
    ['Prepare', 'not_started', true],
    ['Pack', 'in_progress', false],
    ['Train', 'not_started', false],
    ['Climb', 'not_started', true],
  ])
})

test('a node can be dragged to another parent, deleted and restored', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Order' })
  const add = (title: string, parent_id: string | null = null) =>
    ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', parent_id })
  const first = await add('First')
  await add('Under first', first.id)
  await add('Second')
  const page = await ana.open(`/plans/${plan.id}`)
  const rows = page.getByRole('treeitem')
  const titles = () => rows.evaluateAll((all) => all.map((row) => `${row.ariaLevel} ${row.ariaLabel?.split(',')[0]}`))
  await expect(rows).toHaveCount(3)

  const drag = async (from: number, to: number, sideways: number) => {
    const [start, end] = [await rows.nth(from).boundingBox(), await rows.nth(to).boundingBox()]
    if (!start || !end) throw new Error('The rows are not visible')
    await page.mouse.move(start.x + 200, start.y + start.height / 2)
    await page.mouse.down()
    await page.mouse.move(end.x + 200 + sideways, end.y + end.height / 2, { steps: 5 })
    await page.mouse.move(end.x + 200 + sideways, end.y + end.height - 1, { steps: 5 })
    await expect(page.getByTestId('drop-line')).toHaveCount(1)
    await page.mouse.up()
  }
  await drag(2, 0, 0)
  await expect.poll(titles).toEqual(['1 First', '2 Second', '2 Under first'])
  // Straight down it stays a sibling; one indentation to the right it becomes a child of the row above.
  await drag(1, 2, 0)
  await expect.poll(titles).toEqual(['1 First', '2 Under first', '2 Second'])
  await drag(2, 2, 20)
  await expect.poll(titles).toEqual(['1 First', '2 Under first', '3 Second'])
  await drag(2, 0, 0)
  await expect.poll(titles).toEqual(['1 First', '2 Second', '2 Under first'])

  await rows.nth(0).focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('No nodes in this plan yet')).toBeVisible()
  await expect(page.locator('[data-sonner-toast]', { hasText: 'moved to the trash' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect.poll(titles).toEqual(['1 First', '2 Second', '2 Under first'])

  await page.reload()
  await expect.poll(titles).toEqual(['1 First', '2 Second', '2 Under first'])
})

test('Ctrl+F focuses the tree search, or opens the browser’s search if a node covers the tree', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Pack', node_type: 'task' })
  const page = await ana.open(`/plans/${plan.id}`, { viewport: { width: 800, height: 800 } })
  const isTaken = () =>
    page.evaluate(() => {
      const keys = { key: 'f', ctrlKey: true, bubbles: true, cancelable: true }
      return !document.body.dispatchEvent(new KeyboardEvent('keydown', keys))
    })
  await page.getByRole('treeitem', { name: /^Pack,/ }).waitFor()
  expect(await isTaken()).toBe(true)
  await expect(page.getByRole('searchbox', { name: 'Search nodes' })).toBeFocused()

  await page.getByRole('treeitem', { name: /^Pack,/ }).click()
  await expect(page.getByRole('region', { name: 'Pack' })).toBeFocused()
  expect(await isTaken()).toBe(false)
})

test('the header stays while the texts of a long node scroll beside its tabs', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'On the way' })
  const text = 'Two beds, and a stove.\n\n'.repeat(40)
  const node = { title: 'Call the hut', node_type: 'task', description: text, context: text }
  await ana.call('POST', `/plans/${plan.id}/nodes`, node)
  const page = await ana.open(`/plans/${plan.id}`, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('treeitem', { name: /^Call the hut/ }).click()
  const panel = page.getByRole('region', { name: 'Call the hut' })
  for (const tab of [/^Comments/, /^Logs/, /^Files/, /^Agent/, /^Activity/]) {
    await panel.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
  }
  await panel.getByRole('heading', { name: 'Context' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
})

test('a description that is being written survives a reload', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'On the way' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Pack', node_type: 'task' })
  const page = await ana.open(`/plans/${plan.id}?node=${node.id}`)
  await page.getByRole('button', { name: 'Add description...' }).click()
  await page.keyboard.type('Ropes first')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Ropes first')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Pack' }).getByText('Ropes first')).toBeVisible()
})

test('tree and panel are full pages on a phone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'On the way' })
  const node = { title: 'Call the hut', node_type: 'task' }
  await ana.call('POST', `/plans/${plan.id}/nodes`, node)
  const page = await ana.open(`/plans/${plan.id}`, { viewport: { width: 390, height: 844 } })

  await page.getByRole('treeitem', { name: /^Call the hut/ }).click()
  const panel = page.getByRole('region', { name: 'Call the hut' })
  await expect(panel).toBeInViewport({ ratio: 1 })
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  await panel.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Completed' }).click()
  await panel.getByRole('tab', { name: /^Logs/ }).click()
  await panel.getByRole('textbox', { name: 'Log entry' }).fill('They have two beds.')
  await panel.getByRole('button', { name: 'Add entry' }).click()
  await expect(panel.getByText('They have two beds.')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, 'nothing is wider than the screen').toBeLessThanOrEqual(390)

  // The height above a keyboard: what is above the tabs scrolls away, except the way back.
  await page.setViewportSize({ width: 390, height: 420 })
  await panel.getByRole('textbox', { name: 'Log entry' }).click()
  await expect(panel.getByText('They have two beds.')).toBeInViewport({ ratio: 1 })
  await expect(panel.getByRole('tab', { name: /^Logs/ })).toBeInViewport({ ratio: 0.9 })
  await expect(panel.getByRole('heading', { name: 'Call the hut' })).not.toBeInViewport()
  await panel.getByRole('button', { name: 'Back to tree' }).click()

  await expect(page.getByRole('treeitem', { name: 'Call the hut, Completed' })).toBeVisible()
  await expect(panel).toHaveCount(0)
})

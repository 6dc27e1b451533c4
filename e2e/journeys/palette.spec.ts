import { expect, test } from '../support/people.ts'

test('a node can be completed from the plan list with the palette and keyboard alone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const add = (title: string, parent_id: string | null = null) =>
    ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task', parent_id })
  const gear = await add('Gear')
  await add('Pack the ropes', gear.id)
  await add('Train')
  const page = await ana.open('/plans')
  const keys = page.keyboard
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const run = async (typed: string) => {
    await keys.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await keys.type(typed)
    await expect(palette.getByRole('status')).toHaveText(/result/)
    await keys.press('Enter')
    await expect(palette).toBeHidden()
  }
  await expect(page.getByText('Cross the glacier')).toBeVisible()

  await run('cross the')
  await expect(page.getByRole('treeitem', { name: /^Gear/ })).toBeVisible()
  await run('tree')
  await expect(page.getByRole('region', { name: 'Plan graph' })).toBeHidden()
  await run('ropes')
  await expect(page.getByRole('region', { name: 'Pack the ropes' })).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /^Pack the ropes/ })).toBeFocused()

  await run('completed')
  await expect(page.getByRole('treeitem', { name: 'Pack the ropes, Completed' })).toBeFocused()
  await run('rename')
  await expect(page.getByRole('dialog', { name: 'Rename node' }).getByLabel('Title')).toBeFocused()
  await keys.type('Pack two ropes')
  await keys.press('Enter')
  await expect(page.getByRole('treeitem', { name: 'Pack two ropes, Completed' })).toBeFocused()
  await run('add child')
  await expect(page.getByRole('dialog', { name: 'Create New Node' }).getByLabel('Title')).toBeFocused()
  await keys.type('Check the knots')
  await keys.press('Enter')
  await expect(page.getByRole('treeitem', { name: /^Check the knots/ })).toBeFocused()

  await run('settings')
  await expect(page.getByRole('heading', { name: 'API Tokens' })).toBeVisible()
  await run('sign out')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('text typed while the palette loads appears in its field; a failed load shows an error', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/profile')
  const field = page.getByRole('combobox', { name: 'Command palette' })
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()

  await page.route(/CommandPalette.*\.js$/, (route) => route.abort())
  // The page may have loaded it already, while it was idle.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByText('Failed to load commands. Reload the page.')).toBeVisible()
  await page.unroute(/CommandPalette.*\.js$/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()

  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/CommandPalette.*\.js$/, async (route) => {
    await arrival
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings')
  arrive()
  await expect(field).toHaveValue('settings')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'API Tokens' })).toBeVisible()
})

test('the palette works on a phone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  await ana.call('POST', '/plans', { title: 'Cross the glacier' })
  const page = await ana.open('/settings', { viewport: { width: 390, height: 844 } })
  const palette = page.getByRole('dialog', { name: 'Command palette' })

  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await expect(palette).toBeInViewport({ ratio: 1 })
  await palette.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Search or run a command' }).click()
  await palette.getByRole('option', { name: /^Cross the glacier/ }).click()

  await expect(page.getByRole('heading', { name: 'Cross the glacier' })).toBeVisible()
})

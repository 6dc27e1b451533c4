import { expect, test } from '../support/people.ts'

interface Made {
  id: string
}

test('the grid fits a phone with any description', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const address = `https://example.com/${'averylongaddress'.repeat(12)}`
  await ana.call('POST', '/plans', { title: `Read ${address}`, description: address })
  const page = await ana.open('/plans', { viewport: { width: 390, height: 844 }, stored: { plans_view: 'grid' } })
  await expect(page.getByRole('list', { name: 'Plans' }).getByRole('listitem')).toHaveCount(1)

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('My Plans works with the keyboard alone', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  for (const title of ['Alpha', 'Beta', 'Gamma']) await ana.call<Made>('POST', '/plans', { title })
  const page = await ana.open('/plans')
  const rows = page.getByRole('list', { name: 'Plans' }).getByRole('link')
  await expect(rows).toHaveText(['Gamma', 'Beta', 'Alpha'])

  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'Selected plans' })).toContainText('2 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'Selected plans' })).toHaveCount(0)

  await page.keyboard.press('/')
  await page.keyboard.type('bet')
  await expect(rows).toHaveText(['Beta'])
  await expect(page).toHaveURL(/\/plans\?q=bet$/)
  await page.reload()
  await expect(rows).toHaveText(['Beta'])

  await page.getByRole('radio', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: /^Active/ })).toBeChecked()
  await expect(page).toHaveURL(/status=active/)
})

test('a newly shared plan appears in the open list with its owner', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<Made>('POST', '/plans', { title: 'Together' })
  await ben.call('POST', '/plans', { title: 'Alone' })
  const page = await ben.open('/plans')
  const rows = page.getByRole('list', { name: 'Plans' }).getByRole('link')
  await expect(rows).toHaveText(['Alone'])

  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  const inbox = page.getByRole('region', { name: 'Shared with you' })
  await expect(inbox).toContainText('Ana Ruiz shared Together with you')
  await expect(rows).toHaveText(['Together', 'Alone'])

  await ana.call('PUT', `/plans/${plan.id}`, { title: 'Together at last' })
  await expect(rows).toHaveText(['Together at last', 'Alone'])
  await ana.call('DELETE', `/plans/${plan.id}/collaborators/${ben.id}`)
  await expect(rows).toHaveText(['Alone'])
})

test('a shared plan is marked as new until one device has shown it', async ({ person }) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const plan = await ana.call<Made>('POST', '/plans', { title: 'Together' })
  await ana.call('POST', `/plans/${plan.id}/collaborators`, { email: ben.email, role: 'viewer' })
  const [laptop, phone] = [await ben.open('/plans'), await ben.open('/plans')]
  const inboxOf = (page: typeof laptop) => page.getByRole('region', { name: 'Shared with you' })
  await expect(inboxOf(laptop)).toBeVisible()
  await expect(inboxOf(phone)).toBeVisible()

  await inboxOf(laptop).getByRole('button', { name: 'Dismiss' }).click()
  await expect(inboxOf(laptop)).toHaveCount(0)
  await phone.reload()

  await expect(phone.getByRole('link', { name: 'Together' })).toBeVisible()
  await expect(inboxOf(phone)).toHaveCount(0)
})

test('an open plan list sends no requests while nothing changes', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  await ana.call<Made>('POST', '/plans', { title: 'Alone' })
  const page = await ana.open('/plans')
  await page.clock.install()
  // Listens as soon as there is a socket, whose first frame may follow immediately.
  const heard = new Promise((resolve) => page.on('websocket', (socket) => socket.on('framereceived', resolve)))
  await page.reload()
  await heard
  await expect(page.getByRole('link', { name: 'Alone' })).toBeVisible()
  // The clock below would make running requests slow.
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  // Code that loads once the page is shown does not count.
  page.on('request', (request) => request.resourceType() !== 'script' && sent.push(request.url()))

  await page.clock.runFor(20_000)

  expect(sent).toEqual([])
})

test('the members of a large team do not cover the number of nodes', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  for (let invited = 0; invited < 13; invited += 1) {
    const { email } = await person('Ben Okafor')
    await ana.call('POST', `/plans/${plan.id}/collaborators`, { email, role: 'viewer' })
  }

  const page = await ana.open('/plans', { viewport: { width: 1280, height: 800 } })
  const row = page.getByRole('listitem').filter({ hasText: 'Cross the glacier' })
  const members = await row.getByTitle('14 members').filter({ visible: true }).boundingBox()
  const nodes = await row.getByText('No nodes yet').filter({ visible: true }).boundingBox()
  expect((members?.x ?? 0) + (members?.width ?? 0)).toBeLessThan(nodes?.x ?? 0)
})

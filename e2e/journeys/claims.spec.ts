import { seriousFindings } from '../support/axe.ts'
import { expect, test } from '../support/people.ts'

test('a person sees which task an agent holds and takes it over; the agent learns it with its next call', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const hut = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title: 'Book the hut', node_type: 'task' })
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const agent = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(`${product.url}/api/plans/${id}${path}`, { method, headers, body: JSON.stringify(body) })
    return (await reply.json()) as { code?: string; claim?: { node_id: string } }
  }
  const page = await ana.open(`/plans/${id}?node=${hut.id}`, { stored: { [`layout_mode:${id}`]: 'split' } })
  const row = page.getByRole('treeitem', { name: /^Book the hut/ })
  await expect(row).toBeVisible()

  expect((await agent('POST', '/claims', {})).claim?.node_id).toBe(hut.id)
  const hold = { name: /^Claude, for Ana Ruiz, holds this until/ }
  await expect(row.getByRole('img', hold)).toBeVisible()
  await expect(page.getByRole('article', { name: /^Book the hut/ }).getByRole('img', hold)).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Book the hut, In progress' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await page.getByRole('button', { name: 'Take over' }).press('Enter')
  await expect(page.getByText(/^You hold this until/)).toBeVisible()
  expect(await agent('PUT', `/nodes/${hut.id}/status`, { status: 'completed' })).toMatchObject({ code: 'lease_lost' })
  await page.getByRole('region', { name: 'Book the hut' }).getByRole('button', { name: 'Release' }).press('Enter')
  await expect(page.getByText(/^You hold this until/)).toBeHidden()
  await expect(page.getByRole('treeitem', { name: 'Book the hut, Not started' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Book the hut' })).toBeFocused()
})

test('a person finds ready tasks and what an agent holds, takes it over by the palette and hands it to a colleague', async ({
  person,
  product,
}) => {
  const [ana, ben] = [await person('Ana Ruiz'), await person('Ben Okafor')]
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const add = (title: string) => ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title, node_type: 'task' })
  const [hut, walk, eat] = [await add('Book the hut'), await add('Walk to the hut'), await add('Buy food')]
  await ana.call('POST', `/plans/${id}/edges`, { source_id: hut.id, target_id: walk.id, kind: 'dependency' })
  await ana.call('POST', `/plans/${id}/collaborators`, { email: ben.email, role: 'editor' })
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const claim = await fetch(`${product.url}/api/plans/${id}/claims`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ node_id: hut.id }),
  })
  expect(claim.status).toBe(200)

  const page = await ana.open(`/plans/${id}?ready=1`, { stored: { [`layout_mode:${id}`]: 'split' } })
  const row = (title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}`) })
  await expect(row('Buy food')).toBeVisible()
  await expect(row('Walk to the hut')).toBeHidden()
  await expect(row('Book the hut')).toBeHidden()
  await expect(page.getByText('1 match', { exact: true })).toBeVisible()
  await ana.call('PUT', `/plans/${id}/nodes/${eat.id}/status`, { status: 'completed' })
  await expect(page.getByText('0 matches', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Filter (1 active)' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Ready' }).press('Space')
  await page.getByRole('checkbox', { name: 'Held by an agent' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/agents=1/)
  await expect(row('Book the hut')).toBeVisible()
  await expect(row('Buy food')).toBeHidden()

  await row('Book the hut').press('Enter')
  await expect(page.getByRole('region', { name: 'Book the hut' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('take over')
  await page
    .getByRole('option', { name: /^Take over/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^You hold this until/)).toBeVisible()
  await expect(page.getByText('0 matches', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Hand over…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Hand over “Book the hut”' })
  await expect(dialog.getByRole('combobox')).toContainText('Ben Okafor')
  await dialog.getByLabel(/^Note/).fill('The hut wants a deposit.')
  expect(await seriousFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
  await expect(page.getByText(/^Ben Okafor holds this until/)).toBeVisible()

  const theirs = await ben.open(`/plans/${id}?node=${hut.id}`)
  await expect(theirs.getByText(/^You hold this until/)).toBeVisible()
  await expect(theirs.getByText('The hut wants a deposit.').first()).toBeVisible()
})

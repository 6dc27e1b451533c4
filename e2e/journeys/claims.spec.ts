import { seriousFindings } from '../support/axe.ts'
import { type Account, expect, test } from '../support/people.ts'
import type { Product } from '../support/server.ts'
import { enableTouch } from '../support/touch.ts'

/** Calls that the agent Claude makes to a plan for a person. */
async function agentOf(person: Account, product: Product, planId: string) {
  const input = { name: 'Claude', permissions: ['write'] }
  const { token } = await person.call<{ token: string }>('POST', '/auth/token', input)
  return async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const url = `${product.url}/api/plans/${planId}${path}`
    const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
    return (await reply.json()) as { code?: string; claim?: { node_id: string } }
  }
}

test('a person sees which task an agent holds and takes it over; the agent learns it with its next call', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const hut = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title: 'Book the hut', node_type: 'task' })
  const agent = await agentOf(ana, product, id)
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

test('the name of an agent that changes a card does not cover who holds the task', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const hut = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title: 'Book the hut', node_type: 'task' })
  await ana.call('PUT', `/plans/${id}/nodes/${hut.id}/watch`, { level: 'watch' })
  const agent = await agentOf(ana, product, id)
  const page = await ana.open(`/plans/${id}`, { stored: { [`layout_mode:${id}`]: 'graph' } })
  const card = page.getByRole('article', { name: /^Book the hut/ })
  await expect(card).toHaveAccessibleName(/watched by you/)

  await agent('POST', '/claims', {})
  const hold = card.getByRole('img', { name: /^Claude, for Ana Ruiz, holds this until/ })
  await expect(hold).toBeVisible()

  let changes = 0
  await expect(async () => {
    await agent('PUT', `/nodes/${hut.id}`, { description: `Change ${++changes}` })
    const name = card.getByText('Claude, for Ana Ruiz')
    await expect(name).toBeVisible({ timeout: 5_000 })
    const [left, right] = await Promise.all([name.boundingBox(), card.getByTitle('Watched by you').boundingBox()])
    expect((left?.x ?? Number.NaN) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
  }).toPass({ timeout: 30_000 })
})

test('the name of an agent that changes a row leaves the button of its menu on a phone', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  const title = 'Book the hut on the ridge for all of us'
  const hut = await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title, node_type: 'task' })
  const agent = await agentOf(ana, product, id)
  const page = await ana.open(`/plans/${id}`, { viewport: { width: 390, height: 844 }, prepare: enableTouch })
  const row = page.getByRole('treeitem', { name: new RegExp(`^${title}`) })
  await expect(row).toBeVisible()

  let changes = 0
  await expect(async () => {
    await agent('PUT', `/nodes/${hut.id}`, { description: `Change ${++changes}` })
    const name = row.getByText('Claude', { exact: true })
    await expect(name).toBeVisible({ timeout: 5_000 })
    await row.getByRole('button', { name: `Actions for ${title}` }).click({ timeout: 1_000 })
    await expect(name).toBeVisible({ timeout: 100 })
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
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
  const agent = await agentOf(ana, product, id)
  expect((await agent('POST', '/claims', { node_id: hut.id })).claim?.node_id).toBe(hut.id)

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

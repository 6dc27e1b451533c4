import { startAssistant } from '../support/assistant.ts'
import { seriousFindings } from '../support/axe.ts'
import { expect, type Person, test } from '../support/people.ts'

/** A plan with two branches, of which "Rope team" has a task. */
async function grown(ana: Person) {
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const node = async (title: string, node_type: string, parent_id?: string) =>
    (await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title, node_type, parent_id })).id
  const [ropes, food] = [await node('Rope team', 'phase'), await node('Food', 'phase')]
  return { id, ropes, food, knot: await node('Tie the knots', 'task', ropes) }
}

test('a token changes only its branch, up to its quota, until the person changes the limit', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const plan = await grown(ana)
  const page = await ana.open('/settings')

  await page.getByRole('button', { name: 'Create New Token' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Agent')
  await page.getByRole('radio', { name: /^Write/ }).check()
  await page.getByRole('combobox', { name: 'Plans' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Only “Cross the glacier”' }).press('Enter')
  await page.getByRole('button', { name: 'Can change: The whole plan' }).press('Enter')
  await expect(page.getByPlaceholder('Search nodes...')).toBeFocused()
  await page.keyboard.type('rope team')
  await expect(page.getByRole('option', { name: 'Rope team', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('It still reads the whole plan.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Can change: Only the branch “Rope team”' })).toBeFocused()
  await page.getByLabel('Changes per hour').fill('1')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  const rename = async (nodeId: string, title: string) => {
    const reply = await fetch(`${product.url}/api/plans/${plan.id}/nodes/${nodeId}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
    return reply.ok ? 'done' : ((await reply.json()) as { code: string }).code
  }
  expect(await rename(plan.food, 'Chocolate')).toBe('outside_branch')
  expect(await rename(plan.knot, 'Tie better knots')).toBe('done')
  expect(await rename(plan.knot, 'Tie the best knots')).toBe('quota_exceeded')

  const row = page.getByRole('row', { name: /Agent/ })
  await expect(row).toContainText('Reads Cross the glacier, changes only Rope team')
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh List' }).click()
    await expect(row).toContainText('1 of 1 change this hour', { timeout: 500 })
  }).toPass()
  await row.getByRole('button', { name: 'Limits of Agent' }).click()
  await page.getByLabel('Changes per hour').fill('100')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('Limits saved')).toBeVisible()
  await expect(row).toContainText('1 of 100 changes this hour')
  expect(await rename(plan.knot, 'Tie the best knots')).toBe('done')
})

test('an app is let into one branch with a quota', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const plan = await grown(ana)
  const assistant = await startAssistant(product.url, 'Helper')
  const page = await ana.open(new URL(assistant.url).pathname + new URL(assistant.url).search)
  await page.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: 'Only “Cross the glacier”' }).click()
  await page.getByRole('button', { name: 'Can change: The whole plan' }).click()
  await page.getByRole('option', { name: 'Rope team', exact: true }).click()
  await page.getByLabel('New nodes per hour').fill('1')
  await page.getByRole('button', { name: 'Allow' }).click()
  const { access_token } = await assistant.redeem()
  const create = (parent_id: string) =>
    fetch(`${product.url}/api/plans/${plan.id}/nodes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'New', node_type: 'task', parent_id }),
    })
  expect((await create(plan.food)).status).toBe(403)
  expect((await create(plan.ropes)).status).toBe(201)
  expect((await create(plan.ropes)).status).toBe(429)

  await expect(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  await page.goto('/settings')
  const row = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem')
  await expect(row).toContainText('Reads Cross the glacier, changes only Rope team')
  await expect(row).toContainText('1 of 1 new node this hour')
  await ana.call('DELETE', `/plans/${plan.id}/nodes/${plan.ropes}`)
  await page.reload()
  await expect(row).toContainText('Its branch was deleted, so it can’t change anything')
  await assistant.close()
})

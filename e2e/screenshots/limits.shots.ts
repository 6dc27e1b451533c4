import { startAssistant } from '../support/assistant.ts'
import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

test('Limits of tokens and apps', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', {
    title: 'Cross the glacier before the season ends, with two ropes',
  })
  const node = async (title: string, node_type: string, parent_id?: string) =>
    (await ana.call<{ id: string }>('POST', `/plans/${id}/nodes`, { title, node_type, parent_id })).id
  const ropes = await node('Rope team and everything it needs', 'phase')
  const food = await node('Food', 'phase')
  const knots = await node('Tie the knots', 'task', ropes)
  await node('Pack chocolate', 'task', food)
  const limited = { permissions: ['read', 'write'], plan_id: id, branch_id: ropes }
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', {
    ...{ name: 'Nightly agent', ...limited, changes_per_hour: 100, nodes_per_hour: 20 },
  })
  for (const title of ['Tie better knots', 'Tie the best knots'])
    await fetch(`${product.url}/api/plans/${id}/nodes/${knots}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    })
  await ana.call('POST', '/auth/token', { name: 'Old agent', ...limited, branch_id: food })
  await ana.call('DELETE', `/plans/${id}/nodes/${food}`)

  const page = await ana.open('/settings')
  // The first tab waits for a call, with a spinner that never ends.
  await page.getByRole('tab', { name: 'Claude Code' }).click()
  await page.getByText('Nightly agent').scrollIntoViewIfNeeded()
  await shoot(page, 'limits-tokens')
  await page.getByRole('button', { name: 'Limits of Nightly agent' }).click()
  await page.getByRole('button', { name: 'Save limits' }).waitFor()
  await shoot(page, 'limits-edit')
  await page.getByRole('button', { name: /^Can change/ }).click()
  await page.getByRole('option', { name: 'The whole plan' }).waitFor()
  await shoot(page, 'limits-branch')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Research agent')
  await page.getByRole('radio', { name: /^Write/ }).check()
  await page.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: /glacier/ }).click()
  await page.getByRole('button', { name: /^Can change/ }).click()
  await page.getByRole('option', { name: /^Rope team/ }).click()
  await page.getByLabel('Changes per hour').fill('many')
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('alert').scrollIntoViewIfNeeded()
  await shoot(page, 'limits-create')

  const assistant = await startAssistant(product.url, 'Research helper')
  await page.goto(assistant.url)
  await page.getByRole('combobox', { name: 'Plans' }).click()
  await page.getByRole('option', { name: /glacier/ }).click()
  await page.getByRole('button', { name: /^Can change/ }).click()
  await page.getByRole('option', { name: /^Rope team/ }).click()
  await page.getByLabel('Changes per hour').fill('100')
  await shoot(page, 'limits-consent')
  await page.getByRole('button', { name: 'Allow' }).click()
  await assistant.redeem()
  await assistant.close()
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'Claude Code' }).click()
  await page.getByRole('list', { name: 'Connected apps' }).scrollIntoViewIfNeeded()
  await shoot(page, 'limits-apps')
})

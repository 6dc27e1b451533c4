import { seriousFindings } from '../support/axe.ts'
import { expect, test } from '../support/people.ts'

test('a run of an agent is followed live, and undone change by change or whole', async ({ person, product }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const ropes = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Ropes', node_type: 'task' })
  const { token } = await ana.call<{ token: string }>('POST', '/auth/token', { name: 'Claude', permissions: ['write'] })
  const agent = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-run-id': 'run 1' }
    const url = `${product.url}/api/plans/${plan.id}${path}`
    const reply = await fetch(url, { method, headers, body: JSON.stringify(body) })
    expect(reply.ok, await reply.text()).toBe(true)
  }
  await agent('PUT', `/nodes/${ropes.id}/status`, { status: 'in_progress' })

  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Agent runs' }).click()
  await page.getByRole('link', { name: /^Claude, for Ana Ruiz/ }).click()
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect(changes).toHaveCount(1)
  await expect(changes.first()).toContainText(/Not started.*In progress/)

  await agent('PUT', `/nodes/${ropes.id}`, { title: 'Two ropes', description: 'One is a spare.' })
  await expect(changes).toHaveCount(2)
  await changes.last().getByRole('button', { name: 'Show description' }).click()
  await expect(changes.last().getByRole('region', { name: 'After' })).toHaveText('One is a spare.')
  expect(await seriousFindings(page)).toEqual([])

  await changes
    .last()
    .getByRole('button', { name: /^Undo this change/ })
    .click()
  await expect(changes.last().getByText('Undone')).toBeVisible()
  await expect(page.getByText('Partly undone')).toBeVisible()
  await page.getByRole('button', { name: 'Undo this run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo run' }).click()
  await expect(
    page
      .getByRole('heading', { name: /^Claude/ })
      .locator('..')
      .getByText('Undone', { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Open plan' }).click()
  await expect(page.getByRole('treeitem', { name: 'Ropes, Not started' })).toBeVisible()
})

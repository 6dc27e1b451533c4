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
  await page.getByRole('button', { name: 'Release' }).press('Enter')
  await expect(page.getByText(/^You hold this until/)).toBeHidden()
  await expect(page.getByRole('treeitem', { name: 'Book the hut, Not started' })).toBeVisible()
})

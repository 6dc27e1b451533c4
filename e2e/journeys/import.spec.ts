import { expect, test } from '../support/people.ts'

test('a file becomes a plan after a preview, and a broken one says why', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/import')
  const file = page.getByLabel('File to import')
  await file.setInputFiles({ name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from('{"format":') })
  await expect(page.getByRole('status').filter({ hasText: 'This file can’t be imported' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 1')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  const csv = 'title,status,due_date\n"=HYPERLINK(""x"")",done,2026-12-01\nPack,someday,tomorrow\n'
  await file.setInputFiles({ name: 'Trip.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Line 3')
  await expect(page.getByRole('list', { name: 'New nodes' })).toContainText('=HYPERLINK("x")')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page).toHaveURL(/\/plans\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { name: 'Trip' })).toBeVisible()
})

test('an exported ZIP file becomes a plan again, with its files and with whom it knows', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const ben = await person('Ben Ode')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title: 'Route', node_type: 'task' })
  await ana.call('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: ana.session.user.id })
  const headers = { authorization: `Bearer ${ana.session.access_token}` }
  const form = new FormData()
  form.append('file', new Blob(['Crevasses']), 'crevasses.txt')
  const at = `${product.url}/api/plans/${plan.id}`
  await fetch(`${at}/nodes/${node.id}/artifacts`, { method: 'POST', headers, body: form })
  const zip = Buffer.from(await (await fetch(`${at}/export?format=zip`, { headers })).arrayBuffer())

  const page = await ben.open('/plans/import')
  await page.getByLabel('File to import').setInputFiles({ name: 'plan.zip', mimeType: 'application/zip', buffer: zip })
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('is not a member of the new plan')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Cross the glacier' })).toBeVisible()
  await page.getByText('Route').first().click()
  await page.getByRole('tab', { name: /^Files/ }).click()
  await expect(page.getByText('crevasses.txt')).toBeVisible()
})

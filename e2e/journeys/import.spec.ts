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

import { expect, test } from '../support/people.ts'

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]) {
  test(`a toast does not cover the composer in a window ${viewport.width} px wide`, async ({ person }) => {
    const ana = await person('Ana Ruiz')
    const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
    const add = (title: string, node_type: string, parent_id: string | null) =>
      ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, { title, node_type, parent_id })
    const prepare = await add('Prepare', 'phase', null)
    const pack = await add('Pack', 'task', prepare.id)
    const page = await ana.open(`/plans/${plan.id}?node=${pack.id}`, { viewport })
    const panel = page.getByRole('region', { name: 'Pack' })
    await panel.getByRole('tab', { name: /^Logs/ }).click()
    const text = panel.getByRole('textbox', { name: 'Log entry' })
    await text.fill('Two ropes')

    await panel.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Completed' }).click()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast.getByText('All of “Prepare” is done. Mark it complete?')).toBeVisible()
    const composer = panel.getByRole('form', { name: 'Add an entry' })
    await expect
      .poll(async () => {
        const [above, below] = [await toast.boundingBox(), await composer.boundingBox()]
        return above && below && above.y > 0 && above.y + above.height < below.y
      })
      .toBe(true)

    await text.click()
    await panel.getByRole('button', { name: 'Add entry' }).click()
    await expect(panel.getByRole('list', { name: 'Logs' }).getByText('Two ropes')).toBeVisible()
    await expect(toast).toBeVisible()
  })
}

test('a toast is shown above a dialog and can be used by mouse and keyboard', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/settings')
  await page.route('**/api/auth/token', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Create New Token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Token' })
  await dialog.getByLabel('Name').fill('Report')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Failed to create token:')

  await toast.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Alt+t')
  await expect(page.locator('[data-sonner-toaster]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('a toast does not cover a dialog on a phone', async ({ person }) => {
  const page = await (await person('Ana Ruiz')).open('/settings', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByLabel('Name').fill('Report')
  await page.getByRole('button', { name: 'Create token' }).click()

  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toContainText('Token created')
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  await expect
    .poll(async () => {
      const [above, below] = [await toast.boundingBox(), await dialog.boundingBox()]
      return above && below && above.y > 0 && above.y + above.height < below.y
    })
    .toBe(true)
})

import { expect, test } from '../support/people.ts'

test('a calendar app reads the due dates until the URL is turned off', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  await ana.call('POST', `/plans/${plan.id}/nodes`, { title: 'Buy ropes', node_type: 'task', due_date: '2026-03-01' })
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Plan calendar…' }).click()
  await page.getByRole('button', { name: 'Create calendar URL' }).click()
  const url = await page.getByLabel('Calendar URL').inputValue()
  const read = () => page.request.get(new URL(url).pathname)
  expect(await (await read()).text()).toContain('SUMMARY:Buy ropes')

  await page.goto('/settings#calendar')
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeFocused()
  await page.getByRole('button', { name: 'Turn off Cross the glacier' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Calendar turned off')).toBeVisible()
  expect((await read()).status()).toBe(404)
})

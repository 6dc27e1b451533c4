import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

const notResponding = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Not responding' })
/** Longer than a page without requests needs to notice. */
const NOTICED = { timeout: 60_000 }

test('a server that does not respond is shown on every page, and nothing typed is lost', async ({
  person,
  product,
}) => {
  const ana = await person('Ana Ruiz')
  const { id } = await ana.call<{ id: string }>('POST', '/plans', { title: 'Hut tour' })
  await ana.call('POST', `/plans/${id}/nodes`, { title: 'Book the hut', node_type: 'task', parent_id: null })
  const row = (title: string) => plan.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const plans = await ana.open('/plans')
  const settings = await ana.open('/settings', { viewport: { width: 360, height: 640 } })
  const create = await ana.open('/plans/new')
  const plan = await ana.open(`/plans/${id}`)
  await expect(plans.getByRole('link', { name: 'Hut tour' })).toBeVisible()
  await expect(settings.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await create.getByLabel('Title').fill('Winter tour')
  await expect(row('Book the hut')).toBeVisible()
  // The code of toasts cannot load later.
  await expect(plan.getByRole('region', { name: /^Notifications/ })).toBeAttached()

  const resume = product.pause()
  try {
    await row('Book the hut').focus()
    await plan.keyboard.press('F2')
    await plan.keyboard.press('ControlOrMeta+A')
    await plan.keyboard.type('Book two huts')
    await plan.keyboard.press('Enter')
    await plan.keyboard.press('Escape')
    await create.getByRole('button', { name: 'Create Plan' }).click()
    for (const page of [plan, create, plans, settings]) await expect(notResponding(page)).toBeVisible(NOTICED)
    await expect(settings.getByRole('button', { name: /^Account menu/ })).toBeInViewport({ ratio: 1 })
    await expect(plan.getByText('Failed to save “Book two huts”')).toBeVisible(NOTICED)
    await expect(plan.getByText(/took too long to respond/)).toBeVisible()
    await expect(create.getByText(/took too long to respond/)).toBeVisible(NOTICED)
    await expect(create.getByLabel('Title')).toHaveValue('Winter tour')
  } finally {
    resume()
  }

  for (const page of [plan, create, plans, settings]) await expect(notResponding(page)).toBeHidden()
  // The server may have saved the title without a reply: then the message goes when the change arrives.
  const again = plan.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1_000 })
    await expect(row('Book two huts')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(plan.getByText('Failed to save “Book two huts”')).toBeHidden()
  await create.getByRole('button', { name: 'Create Plan' }).click()
  await expect(create.getByRole('heading', { name: 'Winter tour' })).toBeVisible()
  await expect(plans.getByRole('link', { name: 'Winter tour' })).toHaveCount(1)
})

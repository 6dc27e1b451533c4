import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

test('A plan that does not exist', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const page = await ana.open('/plans/00000000-0000-4000-8000-000000000000')
  await page.getByText('Plan not found').waitFor()
  await shoot(page, 'plan-not-found')
})

test('An empty plan', async ({ person }) => {
  const ana = await person('Ana Ruiz')
  const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
  const page = await ana.open(`/plans/${plan.id}`)
  await page.getByRole('button', { name: 'Create Your First Node' }).waitFor()
  await shoot(page, 'plan-empty')
})

test('A plan in the middle of the work', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).click()
  await page.getByText('Trailhead 1.0').first().click()
  await page.getByRole('treeitem').first().waitFor()
  await shoot(page, 'plan')

  await page.getByRole('treeitem', { name: /^Route planner/ }).click()
  await page.getByRole('tab', { name: 'Activity' }).waitFor()
  await shoot(page, 'plan-node')

  await page.getByRole('tab', { name: 'Agent Instructions' }).click()
  await shoot(page, 'plan-node-agent')
})

import { test } from '../support/people.ts'
import { shoot } from '../support/shoot.ts'

test('The palette', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Try Demo Account' }).click()
  await page.getByText('Trailhead 1.0').first().click()
  await page.getByRole('treeitem', { name: /^Route planner/ }).click()
  await page.getByRole('tab', { name: 'Activity' }).waitFor()
  await page.getByRole('button', { name: 'Search and commands' }).press('Control+k')
  await page.getByRole('option', { name: 'Duplicate' }).waitFor()
  await shoot(page, 'palette')

  await page.keyboard.type('map')
  await page.getByRole('option', { name: /^Offline maps/ }).waitFor()
  await shoot(page, 'palette-search')
})

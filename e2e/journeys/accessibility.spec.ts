import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/people.ts'

async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help }) => `${id}: ${help}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('axe finds nothing serious on any screen', async ({ page, person }) => {
      const ana = await person('Ana Ruiz')
      const plan = await ana.call<{ id: string }>('POST', '/plans', { title: 'Cross the glacier' })
      const node = await ana.call<{ id: string }>('POST', `/plans/${plan.id}/nodes`, {
        title: 'Pack',
        node_type: 'task',
      })

      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.goto('/register')
      await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])

      const signedIn = await ana.open('/plans')
      await expect(signedIn.getByText('Cross the glacier')).toBeVisible()
      expect(await seriousFindings(signedIn)).toEqual([])
      await signedIn.goto(`/plans/${plan.id}?node=${node.id}`)
      await expect(signedIn.getByRole('tab', { name: 'Activity' })).toBeVisible()
      expect(await seriousFindings(signedIn)).toEqual([])
    })
  })
}

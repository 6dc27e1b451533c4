import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that depend on the theme. The second theme checks only these. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/** Checks the whole page, or only a dialog above a page that was checked before. */
export async function seriousFindings(
  page: Page,
  { within, without }: { within?: string; without?: string } = {},
): Promise<string[]> {
  // In legacy mode axe opens no extra page for each check; it only leaves out frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  if (without) axe.exclude(without)
  if (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) axe.withRules(RULES_OF_COLOR)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help }) => `${id}: ${help}`)
}

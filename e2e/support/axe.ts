import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on the theme. The dark theme is checked by these alone. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/** Waits until what fades or slides has its final color, and no name of a change covers the text below it. */
async function animationsToEnd(page: Page) {
  await expect(page.locator('[data-changed-by]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    // A canceled animation rejects, and has ended too.
    await Promise.allSettled(ending.map((each) => each.finished))
  })
}

/**
 * Checks in both themes the whole page, or only a dialog above a page that was checked before. Leaves the page in the
 * light theme.
 */
export async function seriousFindings(
  page: Page,
  { within, without }: { within?: string; without?: string } = {},
): Promise<string[]> {
  const findings: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.waitForFunction((dark) => document.documentElement.classList.contains('dark') === dark, theme === 'dark')
    await animationsToEnd(page)
    // In legacy mode axe opens no extra page for each check; it only leaves out frames.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    if (within) axe.include(within)
    if (without) axe.exclude(without)
    if (theme === 'dark') axe.withRules(RULES_OF_COLOR)
    const { violations } = await axe.analyze()
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical')
        for (const { target, failureSummary } of nodes)
          findings.push(`${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`)
  }
  return findings
}

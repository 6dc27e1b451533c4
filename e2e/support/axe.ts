import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The rules that depend on the theme. The second theme checks only these. */
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

/** Checks the whole page, or only a dialog above a page that was checked before. */
export async function seriousFindings(
  page: Page,
  { within, without }: { within?: string; without?: string } = {},
): Promise<string[]> {
  await animationsToEnd(page)
  // In legacy mode axe opens no extra page for each check; it only leaves out frames.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (within) axe.include(within)
  if (without) axe.exclude(without)
  if (await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)) axe.withRules(RULES_OF_COLOR)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
}

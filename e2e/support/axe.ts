import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** The rules that depend on the theme. The dark theme is checked by these alone. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/**
 * A row of the tree is called by its title, status and due date. What else it shows, such as the number of comments, has
 * names of its own.
 */
const RULES = [{ id: 'label-content-name-mismatch', selector: ':not([role="treeitem"])' }]

/** Switches the theme as another tab does. Colors change at once: waiting for their transitions takes most of a check. */
async function switchTheme(page: Page, theme: 'dark' | 'light') {
  await page.evaluate((isDark) => {
    const still = new CSSStyleSheet()
    still.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    localStorage.setItem('darkMode', String(isDark))
    window.dispatchEvent(new StorageEvent('storage', { key: 'darkMode' }))
    // Calculates the new colors before transitions are allowed again.
    document.body.getBoundingClientRect()
    document.adoptedStyleSheets.pop()
  }, theme === 'dark')
  await expect(page.locator('html')).toHaveClass(theme === 'dark' ? /\bdark\b/ : /^(?!.*\bdark\b)/)
}

/** Waits until what fades or slides has its final color, and no name of a change covers the text below it. */
async function animationsToEnd(page: Page) {
  await expect(page.locator('[data-changed-by]')).toHaveCount(0)
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    // A canceled animation rejects, and has ended too.
    await Promise.allSettled(ending.map((each) => each.finished))
  })
}

interface Scope {
  within?: string
  without?: string
}

/** Runs axe in the page, and returns what is serious or critical. Without `rules` it checks all of them. */
async function runAxe(page: Page, { within = 'html', without }: Scope, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) {
    await page.evaluate(axe.source)
    await page.evaluate((rules) => window.axe?.configure({ rules }), RULES)
  }
  return page.evaluate(
    async ({ within, without, rules }) => {
      if (!window.axe) throw new Error('The page was replaced before axe ran.')
      const context = { include: [within], exclude: without ? [without] : [] }
      const { violations } = await window.axe.run(context, {
        iframes: false,
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
        )
    },
    { within, without, rules: rules && [...rules] },
  )
}

/**
 * Checks in both themes the whole page, or only a dialog above a page that was checked before. Leaves the page in the
 * light theme.
 */
export async function seriousFindings(page: Page, scope: Scope = {}): Promise<string[]> {
  const findings: string[] = []
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme)
    await animationsToEnd(page)
    const found = await runAxe(page, scope, theme === 'dark' ? RULES_OF_COLOR : undefined)
    findings.push(...found.map((finding) => `${theme}: ${finding}`))
  }
  return findings
}

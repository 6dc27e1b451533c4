import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './people.ts'

const FOLDER = path.join(import.meta.dirname, '../../screenshots')

/** Loading placeholders. The wait for the first call of an assistant may never end. */
const LOADING = '.animate-pulse, .animate-spin:not([role=status]:has-text("Waiting for the first call") *)'

/**
 * Writes `screenshots/<window>-<theme>/<name>.png` in both themes, after all requests have ended. `loading` captures the
 * loading state instead.
 */
export async function shoot(page: Page, name: string, { loading = false } = {}): Promise<void> {
  if (!loading) {
    await page.waitForLoadState('networkidle')
    await expect(page.locator(LOADING)).toHaveCount(0)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const file = path.join(FOLDER, `${test.info().project.name}-${colorScheme}`, `${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled' })
  }
}

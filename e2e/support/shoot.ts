import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './people.ts'

const FOLDER = path.join(import.meta.dirname, '../../screenshots')

/** What stands in the place of something that loads. */
const LOADING = '.animate-pulse, .animate-spin'

/** Writes `screenshots/<look>/<name>.png` of what stands in the window, once nothing is on its way any more; `loading` shows just that. */
export async function shoot(page: Page, name: string, { loading = false } = {}): Promise<void> {
  if (!loading) {
    await page.waitForLoadState('networkidle')
    await expect(page.locator(LOADING)).toHaveCount(0)
  }
  await page.screenshot({ path: path.join(FOLDER, test.info().project.name, `${name}.png`) })
}

import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** `npm run screenshots`: every screen in every theme and window size, as PNG files for review. */
export default defineConfig({
  ...base,
  testDir: 'screenshots',
  testMatch: '*.shots.ts',
  reporter: 'line',
  use: { ...base.use, colorScheme: 'light', reducedMotion: 'reduce', screenshot: 'off', trace: 'off' },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'laptop', use: { viewport: { width: 1280, height: 800 } } },
    { name: 'tablet', use: { viewport: { width: 1024, height: 768 } } },
    { name: 'phone', grepInvert: /@wide/, use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
  ],
})

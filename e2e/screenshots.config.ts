import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }

/** `npm run screenshots`: every screen in every look, as PNG files to be looked at. */
export default defineConfig({
  ...base,
  testDir: 'screenshots',
  testMatch: '*.shots.ts',
  reporter: 'line',
  use: { ...base.use, reducedMotion: 'reduce', screenshot: 'off', trace: 'off' },
  projects: [
    { name: 'light', use: { ...DESKTOP, colorScheme: 'light' } },
    { name: 'dark', use: { ...DESKTOP, colorScheme: 'dark' } },
    { name: 'tablet', use: { viewport: { width: 1024, height: 768 }, colorScheme: 'light' } },
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'light' } },
    { name: 'phone-dark', use: { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' } },
  ],
})

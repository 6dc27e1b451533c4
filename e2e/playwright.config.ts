import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findInstalled } from '../scripts/chromium.mjs'

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  reporter: 'list',
  // Patience costs nothing where all is well: a machine that is busy with something else fails no journey.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A second attempt records a trace, which costs too much to record of every journey; it saves nobody: flaky is failed.
  retries: 1,
  failOnFlakyTests: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? findInstalled(), args: CHROMIUM_FLAGS },
  },
})

import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findInstalled } from '../scripts/chromium.mjs'

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // One more than the machines of CI have CPUs, because a journey also waits for its browser and server.
  workers: 3,
  reporter: 'list',
  // Long timeouts cost nothing when tests pass, and avoid failures on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A retry records a trace, which is too expensive for every journey.
  retries: 1,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? findInstalled(), args: CHROMIUM_FLAGS },
  },
})

import { defineConfig } from '@playwright/test'

/** `npm run e2e -- --browser=firefox` or `webkit`: one journey through every part of the product in another browser. */
export default defineConfig({
  testDir: 'browsers',
  testMatch: '*.journey.ts',
  outputDir: '../test-results',
  workers: 1,
  reporter: 'list',
  timeout: 120_000,
})

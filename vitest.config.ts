import { defineConfig } from 'vitest/config'

// The contract is read from its sources, so that a test needs no build; other packages have a condition "source" that means theirs.
const resolve = { conditions: ['cairn-source', 'module', 'node', 'development|production'] }
const ssr = { resolve }

export default defineConfig({
  test: {
    projects: [
      { resolve, ssr, test: { name: 'contract', root: 'contract', include: ['src/**/*.test.ts'] } },
      'server',
      { test: { name: 'scripts', root: 'scripts', include: ['*.test.mjs'], testTimeout: 60_000 } },
      { test: { name: 'bench', root: 'bench', include: ['*.test.mjs'] } },
      'web',
      'web/vitest.units.config.ts',
    ],
  },
})

import { defineConfig } from 'vitest/config'

/** The server suite; with TEST_DATABASE_URL set it runs on PostgreSQL, else on SQLite. */
export default defineConfig({
  resolve: { conditions: ['cairn-source'] },
  ssr: { resolve: { conditions: ['cairn-source'] } },
  test: {
    name: process.env.TEST_DATABASE_URL ? 'server on PostgreSQL' : 'server on SQLite',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What only PostgreSQL can do.
    exclude: process.env.TEST_DATABASE_URL ? [] : ['**/*.postgres.test.ts'],
    environment: 'node',
    // Loading the server again for each file took half as long as all the tests.
    isolate: false,
    // Patience costs nothing where all is well: a machine that is busy with something else fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})

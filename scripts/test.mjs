// `npm test`: runs all tests, also on a fresh clone. `npm test -- nodes` runs only test files with "nodes" in their
// path.
import './node-version.mjs'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { memoryFolder } from './memory.mjs'
import { readPlaywrightReport, readVitestReport } from './reports.mjs'
import { endOnSignals, root, run, runTool } from './run.mjs'

/** Tests create much garbage. More room for young objects (MB) saves a twentieth of the CPU time. */
const WORKER_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim()

const filters = process.argv.slice(2)
const reports = mkdtempSync(path.join(os.tmpdir(), 'cairn-reports-'))
process.on('exit', () => rmSync(reports, { recursive: true, force: true }))

/** @typedef {import('./reports.mjs').Counts} Counts */

/** @type {(Counts & { title: string, seconds: number, ok: boolean })[]} */
const results = []

endOnSignals()
await ensureInstalled()

if (filters.length === 0) await stage('Check', () => script('check.mjs'))
await stage('Contract, scripts and bench', () => vitest(['contract', 'scripts', 'bench']))
await stage('Server on SQLite', () => vitest(['server*'], { TEST_DATABASE_URL: '', TEST_STORE_DIR: memoryFolder() }))
await stage('Server on PostgreSQL', async () => {
  const { providePostgres } = await import('./postgres.mjs')
  return vitest(['server*'], { TEST_DATABASE_URL: await providePostgres(), TEST_STORE_DIR: memoryFolder() })
})
await stage('Web components', () => vitest(['web*']))
if (filters.length === 0) {
  await stage('Build', () => script('build.mjs'))
  await stage('Journeys in the browser', journeys)
}

process.exit(printTotals() ? 0 : 1)

/**
 * Runs one stage and records its counts. A stage that cannot run counts as failed, and the next one still runs.
 * @param {string} title
 * @param {() => Promise<{ code: number, counts?: Counts }>} work
 */
async function stage(title, work) {
  console.log(`\n━━ ${title} ${'━'.repeat(Math.max(3, 72 - title.length))}`)
  const startedAt = Date.now()
  const { code, counts = { passed: 0, failed: [], flaky: [], skipped: 0 } } = await work().catch((error) => {
    console.error(error instanceof Error ? error.message : error)
    return { code: 1, counts: undefined }
  })
  results.push({ title, ...counts, ok: code === 0, seconds: (Date.now() - startedAt) / 1000 })
}

/** @param {string} name */
function script(name) {
  return run(process.execPath, [path.join(root, 'scripts', name)])
}

/**
 * Runs the test files of some vitest projects. Finding no test is a failure, unless a filter was given.
 * @param {string[]} projects
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ code: number, counts?: Counts }>}
 */
async function vitest(projects, env) {
  const report = path.join(reports, `${results.length}.json`)
  const args = [
    // By default vitest leaves one CPU free. One worker more than there are CPUs takes less time, because tests also wait
    // for disks, databases, mails and timers.
    ...[
      'run',
      ...filters,
      `--maxWorkers=${os.availableParallelism() + 1}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    ...projects.flatMap((project) => ['--project', project]),
    ...(filters.length > 0 ? ['--passWithNoTests'] : []),
  ]
  const { code } = await runTool('vitest', args, { env: { NODE_OPTIONS: WORKER_OPTIONS, ...env } })
  if (!existsSync(report)) return { code: code || 1 }
  return { code, counts: readVitestReport(report) }
}

/** @returns {Promise<{ code: number, counts?: Counts }>} */
async function journeys() {
  const { provideHeadlessChromium } = await import('./chromium.mjs')
  const report = path.join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: await provideHeadlessChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const { code } = await runTool('playwright', ['test', '-c', 'e2e', '--reporter=list,json'], { env })
  if (!existsSync(report)) return { code: code || 1 }
  return { code, counts: readPlaywrightReport(report) }
}

/** Prints one line per stage and a total. Returns whether everything passed. */
function printTotals() {
  console.log(`\n━━ Totals ${'━'.repeat(66)}`)
  for (const { title, ok, passed, failed, flaky, skipped, seconds } of results) {
    const counts =
      passed + failed.length + skipped > 0
        ? `${passed} passed${failed.length > 0 ? `, ${failed.length} failed` : ''}${skipped ? `, ${skipped} skipped` : ''}`
        : ''
    console.log(`${ok ? '✓' : '✗'} ${title.padEnd(30)}${counts.padEnd(34)}${seconds.toFixed(1).padStart(6)} s`)
    for (const name of failed) console.log(`    ${name}`)
    for (const name of flaky) console.log(`    flaky, passed at the second attempt: ${name}`)
  }
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0)
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const broken = results.filter(({ ok }) => !ok).map(({ title }) => title)
  if (passed === 0) broken.push('no test ran')
  const verdict = broken.length === 0 ? 'All tests passed.' : `Failed: ${broken.join(', ')}.`
  console.log(`${passed} tests passed in ${seconds.toFixed(0)} s. ${verdict}`)
  return broken.length === 0
}

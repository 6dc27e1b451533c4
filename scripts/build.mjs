// Builds the product: contract and server (TypeScript, bundled by Rolldown), web app (Vite), then compressed copies.
import './node-version.mjs'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { precompress } from './precompress.mjs'
import { must, root, runCompiler, runTool } from './run.mjs'

const OUTPUTS = ['contract/dist', 'server/build', 'server/dist', 'web/dist']
const STAMP = 'server/dist/.build-stamp'
/** Written by the compiler with a digest of every source, so they change when other sources are compiled. */
const COMPILER_RECORDS = ['contract/dist/.tsbuildinfo', 'server/build/.tsbuildinfo']
const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'contract/package.json',
  'contract/tsconfig.json',
  'contract/src',
  'server/package.json',
  'server/tsconfig.json',
  'server/src',
  'web/package.json',
  'web/vite.config.ts',
  'web/index.html',
  'web/public',
  'web/src',
  'scripts/build.mjs',
  'scripts/bundle.mjs',
  'scripts/precompress.mjs',
]
const TEST_FILE = /\.test\.tsx?$/

/** Builds if a source has changed since the last build; otherwise returns within some tens of milliseconds. */
export async function ensureBuilt() {
  if (isFresh()) return
  console.log('Building …')
  await build()
}

/** Builds everything from scratch, so that no output of a deleted source remains. Exits if a step fails. */
export async function build() {
  for (const output of OUTPUTS) rmSync(path.join(root, output), { recursive: true, force: true })
  const sources = digestSources()
  await Promise.all([
    must('Compiling the server', runCompiler(['-b', 'contract', 'server'], { quiet: true })),
    must(
      'Building the web application',
      runTool('vite', ['build', '--logLevel', 'warn'], { cwd: path.join(root, 'web'), quiet: true }),
    ),
  ])
  const { bundleServer } = await import('./bundle.mjs')
  await bundleServer()
  await precompress(path.join(root, 'web/dist'))
  writeFileSync(path.join(root, STAMP), stampOf(sources))
}

function isFresh() {
  const stamp = path.join(root, STAMP)
  if (!COMPILER_RECORDS.every((record) => existsSync(path.join(root, record))) || !existsSync(stamp)) return false
  return readFileSync(stamp, 'utf8') === stampOf(digestSources())
}

/** @param {string} sources */
function stampOf(sources) {
  return [sources, ...COMPILER_RECORDS.map((record) => digest(readFileSync(path.join(root, record))))].join('\n')
}

/** A digest of names and contents, not times: checking out or copying the folder does not make a build stale. */
function digestSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(listFiles))
    hash
      .update(file)
      .update('\0')
      .update(digest(readFileSync(path.join(root, file))))
  return hash.digest('hex')
}

/** @param {string | Buffer} content */
function digest(content) {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * The file itself, or every file in the folder, by sorted path; none if it does not exist.
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(place) {
  const full = path.join(root, place)
  if (!existsSync(full)) return []
  if (path.extname(place) !== '') return [place]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !TEST_FILE.test(entry.name))
    .map((entry) => path.join(path.relative(root, entry.parentPath), entry.name))
    .sort()
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled()
  await build()
}

// Runs other programs from the repository's root, shows or captures their output, and ends them with this process.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** How long a program may take to exit after a signal, in milliseconds. */
const PATIENCE_MS = 10_000

/** The command-line tools in node_modules, run as plain Node programs, so that they work the same on every system. */
const TOOLS = {
  biome: '@biomejs/biome/bin/biome',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
}

/** The TypeScript compiler itself, because its launcher ignores signals while the compiler runs on Node 20. */
const COMPILER = `@typescript/typescript-${process.platform}-${process.arch}/lib/tsc${process.platform === 'win32' ? '.exe' : ''}`

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM')
})

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] working folder; the repository's root if absent
 * @property {NodeJS.ProcessEnv} [env] additions to the environment
 * @property {boolean} [quiet] keep the output instead of showing it
 */

/**
 * Runs a program. Resolves with its exit code (1 if ended by a signal) and, if quiet, its output.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = root, env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    running.add(child)
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => {
      running.delete(child)
      reject(error)
    })
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * Runs the TypeScript compiler, as `run` does.
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runCompiler(args, options) {
  return run(path.join(root, 'node_modules', COMPILER), args, options)
}

/**
 * Runs one of the tools of node_modules, as `run` does.
 * @param {keyof typeof TOOLS} tool
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function runTool(tool, args, options) {
  return run(process.execPath, [path.join(root, 'node_modules', TOOLS[tool]), ...args], options)
}

/**
 * Runs a quiet step. If it fails, prints its output and exits with its code.
 * @param {string} title
 * @param {Promise<{ code: number, output: string }>} step
 */
export async function must(title, step) {
  const { code, output } = await step
  if (code === 0) return
  console.error(output.trimEnd())
  console.error(`${title} failed.`)
  process.exit(code)
}

/** How often to check whether npm is still running, in milliseconds. */
const LOOK_MS = 100

/**
 * Under npm, sends SIGTERM to this process when npm has ended. npm runs scripts in a shell, and a SIGTERM for npm ends
 * only the shell, so `kill` of `npm start` would leave the server running.
 */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

/**
 * Makes Ctrl+C and SIGTERM end the running programs first and then this process, so that its exit handlers run.
 * Returns a function that restores the default.
 */
export function endOnSignals() {
  endWithNpm()
  const handlers = /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]).map(([signal, code]) => {
    const handler = () => void endAll(signal).then(() => process.exit(code))
    process.on(signal, handler)
    return () => process.off(signal, handler)
  })
  return () => {
    for (const release of handlers) release()
  }
}

/** @param {NodeJS.Signals} signal */
async function endAll(signal) {
  const ended = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
  // A terminal sends Ctrl+C to the whole group. A second signal would make some tools skip their cleanup.
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
  const timer = setTimeout(() => {
    for (const child of running) child.kill('SIGKILL')
  }, PATIENCE_MS)
  await Promise.all(ended)
  clearTimeout(timer)
}

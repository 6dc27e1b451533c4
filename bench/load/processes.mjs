// Starts servers and reads their process table entries. Figures are NaN on systems other than Linux.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from './connection.mjs'
import { sum } from './stats.mjs'

const START_MAX_MS = 30_000
const STOP_MAX_MS = 10_000
const TICK_MS = 10 // the process table counts CPU time in hundredths of a second

/** Ends all servers with this process, however it ends. */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/**
 * Returns a free port on loopback.
 * @returns {Promise<number>}
 */
const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })

/**
 * Starts a server and waits for its first 200 on `/healthz`. Its output goes to `logFile`.
 * `readyMs` is the time from the start of the process to that response.
 */
export async function startServer({ script, env, logFile }) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const log = openSync(logFile, 'a')
  const started = performance.now()
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  running.add(child)
  const exited = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  exited.then(() => running.delete(child))
  const kill = (signal) => child.kill(signal)

  /** Asks the server to stop, and kills it after ten seconds. */
  const stop = async () => {
    kill('SIGTERM')
    const inTime = await Promise.race([exited, sleep(STOP_MAX_MS, undefined, { ref: false })])
    if (!inTime) kill('SIGKILL')
    return exited
  }

  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null) throw new Error(`${script} exited before it was ready. See ${logFile}.`)
    if (performance.now() - started > START_MAX_MS) {
      kill('SIGKILL')
      throw new Error(`${script} did not respond to /healthz within ${START_MAX_MS / 1000} s. See ${logFile}.`)
    }
    await sleep(2)
  }
  return { origin, pid: child.pid, readyMs: performance.now() - started, stop, kill, exited }
}

async function isHealthy(origin) {
  const connection = openConnection({ origin })
  try {
    return (await connection.send({ method: 'GET', path: '/healthz' })).status === 200
  } catch {
    return false // refused: the server does not listen yet
  } finally {
    connection.close()
  }
}

const readOr = (path, otherwise) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise // no process table, or the process has ended
  }
}

/** Fields of `/proc/<pid>/stat` after the name: [1] parent, [11] and [12] ticks, [13] and [14] those of ended children. */
const statOf = (pid) => readOr(`/proc/${pid}/stat`, '').split(') ').at(-1)?.split(' ') ?? []

/** A process and all its descendants. */
export function processTree(root) {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const parents = pids.map((pid) => [Number(pid), Number(statOf(pid)[1])])
  const tree = [root]
  for (const member of tree) tree.push(...parents.filter(([, parent]) => parent === member).map(([pid]) => pid))
  return tree
}

/** CPU time of these processes and of their ended children so far, in milliseconds. */
export const cpuMs = (pids) => sum(pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number))) * TICK_MS

/** Proportional memory of these processes in KiB: a page shared by two counts half for each. */
export const memoryKiB = (pids) =>
  pids.reduce((total, pid) => {
    const [, kib] = readOr(`/proc/${pid}/smaps_rollup`, '').match(/^Pss:\s+(\d+)/m) ?? []
    return total + Number(kib ?? Number.NaN)
  }, 0)

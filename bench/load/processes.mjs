// Starting servers, and what the process table says about them. The process table is Linux's; elsewhere the figures are NaN.
import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from './connection.mjs'
import { sum } from './stats.mjs'

const START_MAX_MS = 30_000
const STOP_MAX_MS = 10_000
const TICK_MS = 10 // the process table counts processor time in hundredths of a second

/** No server outlives the process that started it, however that ends. */
const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/**
 * A port of the loopback address that is free at this moment.
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
 * Starts a server and waits for its first 200 on `/healthz`. What it prints goes to `logFile`.
 * `readyMs` is the time from the start of the process to that answer.
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

  /** Asks the server to stop, and ends it when it has not after ten seconds. */
  const stop = async () => {
    kill('SIGTERM')
    const inTime = await Promise.race([exited, sleep(STOP_MAX_MS, undefined, { ref: false })])
    if (!inTime) kill('SIGKILL')
    return exited
  }

  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null) throw new Error(`${script} ended before it answered; see ${logFile}`)
    if (performance.now() - started > START_MAX_MS) {
      kill('SIGKILL')
      throw new Error(`${script} did not answer /healthz within ${START_MAX_MS / 1000} s; see ${logFile}`)
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
    return otherwise // no process table, or the process has gone
  }
}

/** Fields of `/proc/<pid>/stat` after the command's name: [1] parent, [11] and [12] ticks in user and system mode, [13] and [14] those of ended children. */
const statOf = (pid) => readOr(`/proc/${pid}/stat`, '').split(') ').at(-1)?.split(' ') ?? []

/** A process and everything it has started. */
export function processTree(root) {
  const pids = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const parents = pids.map((pid) => [Number(pid), Number(statOf(pid)[1])])
  const tree = [root]
  for (const member of tree) tree.push(...parents.filter(([, parent]) => parent === member).map(([pid]) => pid))
  return tree
}

/** Processor time that these processes, and those they have started and outlived, have used so far, in milliseconds. */
export const cpuMs = (pids) => sum(pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number))) * TICK_MS

/** Proportional memory of these processes in KiB: a page that two of them share counts half for each. */
export const memoryKiB = (pids) =>
  pids.reduce((total, pid) => {
    const [, kib] = readOr(`/proc/${pid}/smaps_rollup`, '').match(/^Pss:\s+(\d+)/m) ?? []
    return total + Number(kib ?? Number.NaN)
  }, 0)

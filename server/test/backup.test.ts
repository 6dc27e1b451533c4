import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Artifact } from '@cairn/contract/api/artifacts'
import type { PlanNode } from '@cairn/contract/api/nodes'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import yazl from 'yazl'
import { createBackup } from '../src/backup/create.ts'
import { restoreBackup } from '../src/backup/restore.ts'
import { noteValidTokensAt } from '../src/backup/revoke.ts'
import { inStaging } from '../src/backup/staging.ts'
import { type Config, parseConfig } from '../src/base/config.ts'
import { openPostgresStore, openSqliteStore, type Store } from '../src/db/open.ts'
import { dumpDatabase, restoreDump } from '../src/db/postgres-dump.ts'
import { openFileStore } from '../src/providers/files.ts'
import { connectApp } from './apps.ts'
import { QUIET } from './database.ts'
import { PASSWORD, type TestApp, type TestUser, testApp } from './factory.ts'
import { uploadAs } from './forms.ts'
import { mailTo, tokenIn } from './mails.ts'
import { buildServer } from './product.ts'

const WRITERS = 16
const SECRET = 'a secret of the tests, long enough to be one'
const postgres = process.env.TEST_DATABASE_URL
/** PostgreSQL's own programs do that part; they may not be installed, or be older than the server. */
const hasTools =
  !postgres || spawnSync('pg_dump', [`--dbname=${postgres}`, '--schema-only', '--exclude-schema=*']).status === 0

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder, and with PostgreSQL a database, of its own. */
async function newPlace(): Promise<Config> {
  const env = { CAIRN_DATA_DIR: temporaryFolder(), CAIRN_SECRET: SECRET, CAIRN_DEMO: 'off', CAIRN_RATE_LIMITS: 'off' }
  if (!postgres) return parseConfig({ ...env, LOG_LEVEL: 'error' })
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: postgres })
  await admin.connect()
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  const url = new URL(postgres)
  url.pathname = `/${name}`
  return parseConfig({ ...env, LOG_LEVEL: 'error', DATABASE_URL: url.href })
}

async function openServer(config: Config): Promise<TestApp & { stop(): Promise<void> }> {
  const store: Store = config.database_url
    ? await openPostgresStore(config.database_url, QUIET)
    : await openSqliteStore(config.data_dir, () => {})
  const files = await openFileStore(config, { alone: true })
  const test = await testApp({ store, files, config })
  return {
    ...test,
    stop: async () => {
      await test.app.close()
      await store.close()
    },
  }
}

/** A session of a person who signs in again. */
async function again({ as }: TestApp, { email }: TestUser): Promise<string> {
  return (await as(null)('POST', '/auth/login', { email, password: PASSWORD })).json().session.access_token
}

/** Sixteen people add nodes and files until stopped. */
async function startWriters({ app, as, make }: TestApp) {
  const me = await make.user()
  const plan = await make.plan(me)
  const nodes: string[] = []
  const uploads: Artifact[] = []
  let stopped = false
  const work = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let i = 0; !stopped; i++) {
      const reply = await as(me)('POST', `/plans/${plan.id}/nodes`, { title: `${writer}-${i}`, node_type: 'task' })
      expect(reply.statusCode).toBe(201)
      const { id } = reply.json<PlanNode>()
      nodes.push(id)
      const upload = await uploadAs(app, me, `/plans/${plan.id}/nodes/${id}/artifacts`, { content: `${writer}-${i}` })
      expect(upload.statusCode).toBe(201)
      uploads.push(upload.json())
    }
  })
  return {
    me,
    plan,
    nodes,
    uploads,
    until: async (count: number) => {
      while (uploads.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    stop: () => {
      stopped = true
      return Promise.all(work)
    },
  }
}

function roundTrips() {
  it('created while sixteen people write contains everything acknowledged before it began, and every file', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const writers = await startWriters(server)
    await writers.until(2 * WRITERS)
    const path = join(temporaryFolder(), 'cairn.backup')

    const [nodes, uploads] = [[...writers.nodes], [...writers.uploads]]
    const manifest = await createBackup(source, path)
    const during = writers.nodes.length - nodes.length
    await writers.stop()
    await server.stop()
    const target = await newPlace()
    await restoreBackup(target, path, { force: false })
    const restored = await openServer(target)

    const { me, plan } = writers
    const found = (await restored.as(await again(restored, me))('GET', `/plans/${plan.id}/nodes`))
      .json<PlanNode[]>()
      .map(({ id }) => id)
    const rows = await restored.store.reader.selectFrom('artifacts').select(['id', 'name', 'file_key']).execute()
    const contents = await Promise.all(
      rows.map(async ({ file_key }) => {
        const file = await restored.files.open(file_key ?? '')
        return file && text(file.stream)
      }),
    )
    expect(during).toBeGreaterThan(0)
    expect(found).toEqual(expect.arrayContaining(nodes))
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(uploads.map(({ id }) => id)))
    expect(contents.length).toBeGreaterThanOrEqual(uploads.length)
    expect(contents.filter((content) => !/^\d+-\d+$/.test(content ?? ''))).toEqual([])
    expect(new Set(contents).size).toBe(manifest.files)
    expect((await restored.as(await again(restored, me))('GET', `/plans/${plan.id}`)).json()).toMatchObject({
      node_count: found.length,
    })
    await restored.stop()
  })

  it('overwrites data only with --force, and never while a server is running', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const plan = await server.make.plan(me, { title: 'Before' })
    const path = join(temporaryFolder(), 'cairn.backup')
    await createBackup(source, path)
    await server.as(me)('PUT', `/plans/${plan.id}`, { title: 'After' })
    const title = async (app: TestApp) => (await app.as(await again(app, me))('GET', `/plans/${plan.id}`)).json().title

    await expect(restoreBackup(source, path, { force: true })).rejects.toThrow(
      postgres ? 'The database is in use.' : 'Another server is already using the data folder',
    )
    await server.stop()
    await expect(restoreBackup(source, path, { force: false })).rejects.toThrow('Use --force')
    const untouched = await openServer(source)
    const before = await title(untouched)
    await untouched.stop()
    await restoreBackup(source, path, { force: true })
    const restored = await openServer(source)

    expect([before, await title(restored)]).toEqual(['After', 'Before'])
    await restored.stop()
  })

  it('that was truncated or changed is rejected, and nothing is changed', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const plan = await server.make.plan(me)
    const node = await server.make.node(me, plan.id)
    await uploadAs(server.app, me, `/plans/${plan.id}/nodes/${node.id}/artifacts`, { content: 'CONTENT-OF-A-FILE' })
    const folder = temporaryFolder()
    const whole = join(folder, 'whole')
    await createBackup(source, whole)
    await server.stop()
    const bytes = readFileSync(whole)
    const cutOff = join(folder, 'cut-off')
    writeFileSync(cutOff, bytes)
    truncateSync(cutOff, bytes.length - 100)
    const changed = join(folder, 'changed')
    writeFileSync(changed, bytes.toString('latin1').replace('CONTENT-OF-A-FILE', 'content-of-a-file'), 'latin1')
    const target = await newPlace()

    for (const path of [cutOff, changed, join(folder, 'missing')])
      await expect(restoreBackup(target, path, { force: false })).rejects.toThrow(/backup/)

    expect(readdirSync(target.data_dir)).not.toContain('cairn.db')
    await restoreBackup(target, whole, { force: false })
    const restored = await openServer(target)
    expect((await restored.as(await again(restored, me))('GET', `/plans/${plan.id}`)).statusCode).toBe(200)
    await restored.stop()
  })

  it('contains the secret that the server created, and lists missing files', async () => {
    const source = await newPlace()
    writeFileSync(join(source.data_dir, 'secret'), `${SECRET}\n`)
    const server = await openServer(source)
    const me = await server.make.user()
    const plan = await server.make.plan(me)
    const node = await server.make.node(me, plan.id)
    await uploadAs(server.app, me, `/plans/${plan.id}/nodes/${node.id}/artifacts`, {})
    const row = await server.store.reader.selectFrom('artifacts').select('file_key').executeTakeFirst()
    const key = row?.file_key ?? ''
    rmSync(join(source.data_dir, 'files', key.slice(0, 2), key))
    const path = join(temporaryFolder(), 'cairn.backup')

    const { missing } = await createBackup(source, path)
    await server.stop()
    const target = await newPlace()
    await restoreBackup(target, path, { force: false })

    expect(missing).toEqual([key])
    expect(readFileSync(join(target.data_dir, 'secret'), 'utf8')).toBe(`${SECRET}\n`)
    expect(readdirSync(target.data_dir).filter((name) => name.startsWith('restore-'))).toEqual([])
  })

  it('names damaged files and is restored without them, and names one that cannot be read', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const plan = await server.make.plan(me)
    const node = await server.make.node(me, plan.id)
    const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`
    for (const content of ['A sound file', 'A damaged file']) await uploadAs(server.app, me, path, { content })
    const rows = await server.store.reader.selectFrom('artifacts').select(['id', 'file_key']).orderBy('id').execute()
    const [sound, broken] = rows.map(({ id, file_key }) => ({ id, key: file_key ?? '' }))
    const place = join(source.data_dir, 'files', broken?.key.slice(0, 2) ?? '', broken?.key ?? '')
    truncateSync(place, 3)
    const backup = join(temporaryFolder(), 'cairn.backup')

    const { damaged, files } = await createBackup(source, backup)
    const target = await newPlace()
    const restored = await restoreBackup(target, backup, { force: false })

    expect([damaged, restored.damaged, files]).toEqual([[broken?.key], [broken?.key], 2])
    const copy = await openServer(target)
    const as = copy.as(await again(copy, me))
    expect((await as('GET', `${path}/${sound?.id}/content`)).body).toBe('A sound file')
    expect((await as('GET', `${path}/${broken?.id}/content`)).statusCode).toBe(404)
    await copy.stop()

    rmSync(place)
    mkdirSync(place)
    await expect(createBackup(source, backup)).rejects.toThrow(
      `Cannot read the file ${broken?.key} from the file store`,
    )
    await server.stop()
  })

  it('ends all sessions, voids links and keys, and begins another history', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const plan = await server.make.plan(me)
    await server.as(null)('POST', '/auth/forgot-password', { email: me.email })
    const link = tokenIn(await mailTo(source.data_dir, me.email, /Reset/), 'reset-password')
    const post = (on: TestApp, token: string) =>
      on.as(token)(
        'POST',
        `/plans/${plan.id}/nodes`,
        { title: 'Once', node_type: 'task' },
        { 'idempotency-key': 'one' },
      )
    await post(server, me.token)
    const etag = String((await server.as(me)('GET', `/plans/${plan.id}/nodes`)).headers.etag)
    const invite = { email: 'new@person.test', role: 'editor' }
    const { id, invite_url } = (await server.as(me)('POST', `/plans/${plan.id}/collaborators`, invite)).json()
    const invitation = `/invitations/${new URL(invite_url).searchParams.get('invitation')}`
    const path = join(temporaryFolder(), 'cairn.backup')
    await createBackup(source, path)
    await server.as(me)('DELETE', `/plans/${plan.id}/collaborators/${id}`)
    await server.stop()

    await restoreBackup(source, path, { force: true })
    const restored = await openServer(source)
    const session = await again(restored, me)
    expect((await restored.as(null)('GET', invitation)).json().code).toBe('invitation_not_found')
    const read = await restored.as(session)('GET', `/plans/${plan.id}/nodes`, undefined, { 'if-none-match': etag })

    expect((await restored.as(me)('GET', '/plans')).statusCode).toBe(401)
    expect(
      (await restored.as(null)('POST', '/auth/reset-password', { token: link, password: 'N3w-passw0rd-x' })).json()
        .code,
    ).toBe('invalid_token')
    expect(read.statusCode).toBe(200)
    expect((await post(restored, session)).statusCode).toBe(201)
    expect((await restored.as(session)('GET', `/plans/${plan.id}/nodes`)).json()).toHaveLength(2)
    await restored.stop()
  })

  it('preserves tokens that are still valid and revokes those revoked since; on another machine all', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const create = async (name: string) => (await server.as(me)('POST', '/auth/token', { name })).json()
    const [lasting, leaked] = [await create('Lasting'), await create('Leaked')]
    const path = join(temporaryFolder(), 'cairn.backup')
    const { access_token } = await connectApp(server, me)
    await createBackup(source, path)
    await server.as(me)('DELETE', `/auth/token/${leaked.id}`)
    await server.stop()

    const here = await restoreBackup(source, path, { force: true })
    const elsewhere = await restoreBackup(await newPlace(), path, { force: false })
    const restored = await openServer(source)
    const statuses = [lasting.token, leaked.token, access_token].map(
      async (token) => (await restored.as(token)('GET', '/plans')).statusCode,
    )

    // Apps connect again.
    expect(await Promise.all(statuses)).toEqual([200, 401, 401])
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect([names(here.tokens.kept), names(here.tokens.revoked)]).toEqual([['Lasting'], ['Leaked']])
    expect([names(elsewhere.tokens.kept), names(elsewhere.tokens.revoked)]).toEqual([[], ['Lasting', 'Leaked']])
    await restored.stop()
  })

  if (postgres)
    it('that was interrupted before it revoked anything keeps servers from starting until it is run again', async () => {
      const source = await newPlace()
      const url = source.database_url ?? ''
      const server = await openServer(source)
      const me = await server.make.user()
      const create = async (name: string) => (await server.as(me)('POST', '/auth/token', { name })).json()
      const [lasting, leaked] = [await create('Lasting'), await create('Leaked')]
      const folder = temporaryFolder()
      const path = join(folder, 'cairn.backup')
      await createBackup(source, path)
      await dumpDatabase(url, join(folder, 'dump'))
      await server.as(me)('DELETE', `/auth/token/${leaked.id}`)
      await server.stop()

      await noteValidTokensAt(url)
      await (await openServer(source)).stop()
      await restoreDump(url, join(folder, 'dump'))

      await expect(openServer(source)).rejects.toThrow('A restore was interrupted')
      await restoreBackup(source, path, { force: true })
      const restored = await openServer(source)
      const statuses = [lasting.token, leaked.token].map(
        async (token) => (await restored.as(token)('GET', '/plans')).statusCode,
      )
      expect(await Promise.all(statuses)).toEqual([200, 401])
      await restored.stop()
    })

  it('gives tokens that are still valid the stricter of the limits that they had then and have now', async () => {
    const source = await newPlace()
    const server = await openServer(source)
    const me = await server.make.user()
    const [plan, other] = [await server.make.plan(me), await server.make.plan(me)]
    const branch = await server.make.node(me, plan.id, { node_type: 'phase' })
    const whole = { plan_id: plan.id, branch_id: null, changes_per_hour: 5, nodes_per_hour: null }
    const part = { plan_id: plan.id, branch_id: branch.id, changes_per_hour: 9, nodes_per_hour: 3 }
    const elsewhere = { plan_id: other.id, branch_id: null, changes_per_hour: null, nodes_per_hour: null }
    const none = { plan_id: null, branch_id: null, changes_per_hour: null, nodes_per_hour: null }
    const both = { ...part, changes_per_hour: 5 }
    const cases = [
      [none, part, part],
      [part, none, part],
      [whole, part, both],
      [part, whole, both],
      [part, elsewhere, { ...part, ...elsewhere, changes_per_hour: 9, nodes_per_hour: 3 }],
    ] as const
    const ids: string[] = []
    for (const [before] of cases)
      ids.push((await server.as(me)('POST', '/auth/token', { name: 'Agent', ...before })).json().id)
    const path = join(temporaryFolder(), 'cairn.backup')
    await createBackup(source, path)
    for (const [i, [, now]] of cases.entries())
      expect((await server.as(me)('PUT', `/auth/token/${ids[i]}/limits`, now)).statusCode).toBe(200)
    await server.stop()

    await restoreBackup(source, path, { force: true })
    const restored = await openServer(source)

    for (const [i, [, , expected]] of cases.entries())
      expect(
        await restored.store.reader
          .selectFrom('api_tokens')
          .select(['plan_id', 'branch_id', 'changes_per_hour', 'nodes_per_hour'])
          .where('id', '=', ids[i] ?? '')
          .executeTakeFirst(),
      ).toEqual(expected)
    await restored.stop()
  })
}

function refusal() {
  it('without the client tools of PostgreSQL fails with one line that names them', async () => {
    const source = await newPlace()
    await (await openServer(source)).stop()

    await expect(createBackup(source, join(temporaryFolder(), 'cairn.backup'))).rejects.toThrow('pg_dump')
  })
}

describe('a backup', hasTools ? roundTrips : refusal)

it('replaces an older backup, but no other file and nothing in the data folder', async () => {
  const config = await newPlace()
  const { stop } = await openServer(config)
  const folder = temporaryFolder()
  const [notes, target] = [join(folder, 'notes.txt'), join(folder, 'backup.zip')]
  writeFileSync(notes, 'Buy bread')

  await expect(createBackup(config, notes)).rejects.toThrow('already exists and is no backup of Cairn')
  await expect(createBackup(config, join(config.data_dir, 'cairn.db'))).rejects.toThrow('into the data folder')
  if (hasTools) {
    await createBackup(config, target)
    await createBackup(config, target)
  }

  expect(readFileSync(notes, 'utf8')).toBe('Buy bread')
  await stop()
})

it.each([
  ['backup', ['--help'], 0, 'Usage: npm run backup -- FILE'],
  ['backup', ['--fast', 'a'], 1, "Unknown option '--fast'. Usage: npm run backup"],
  ['restore', ['a', 'b'], 1, 'Usage: npm run restore'],
  ['restore', ['-f', 'a'], 1, "Unknown option '-f'. Usage: npm run restore"],
])('%s with %j does nothing but explain itself', (program, args, status, says) => {
  buildServer()
  const path = join(import.meta.dirname, `../dist/${program}.js`)
  const run = spawnSync(process.execPath, [path, ...args], { cwd: temporaryFolder(), encoding: 'utf8' })

  expect(run.status).toBe(status)
  expect(run.stdout + run.stderr).toContain(says)
})

it('leaves no copy of the database behind, whatever ends it', async () => {
  const folder = temporaryFolder()
  const old = join(folder, '.cairn-backup-killed')
  mkdirSync(old)
  utimesSync(old, new Date(), new Date(Date.now() - 2 * 86_400_000))
  const left = () => readdirSync(folder).filter((name) => name.startsWith('.cairn-backup-'))

  await inStaging(join(folder, '.cairn-backup-'), async (staging) => {
    expect(left()).toEqual([basename(staging)])
  })
  await expect(inStaging(join(folder, '.cairn-backup-'), () => Promise.reject(new Error('Full')))).rejects.toThrow(
    'Full',
  )
  const script = `import { inStaging } from ${JSON.stringify(join(import.meta.dirname, '../build/backup/staging.js'))}
    process.once('SIGTERM', () => process.exit(1))
    inStaging(${JSON.stringify(join(folder, '.cairn-backup-'))}, () => new Promise(() => {
      console.log('begun')
      setInterval(() => {}, 1_000)
    }))`
  buildServer()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(child.stdout, 'data')
  expect(left()).toHaveLength(1)
  child.kill('SIGTERM')
  await once(child, 'exit')

  expect(left()).toEqual([])
})

it('fails when there is no database', async () => {
  const config = parseConfig({ CAIRN_DATA_DIR: temporaryFolder() })

  await expect(createBackup(config, join(temporaryFolder(), 'cairn.backup'))).rejects.toThrow('There is no database in')
})

it('that would fill the disk is rejected before it is unpacked', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'bomb')
  const manifest = { format: 1, database: 'sqlite', created_at: '', database_hash: '', files: 0, missing: [] }
  const zip = new yazl.ZipFile()
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'backup.json')
  zip.addBuffer(Buffer.alloc(128 * 1024 * 1024), 'database')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  const target = parseConfig({ CAIRN_DATA_DIR: join(folder, 'data') })

  await expect(restoreBackup(target, path, { force: false })).rejects.toThrow('far larger than a backup')

  expect(readdirSync(target.data_dir).filter((name) => name.startsWith('cairn.db'))).toEqual([])
})

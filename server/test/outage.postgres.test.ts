// PostgreSQL goes away and comes back, or breaks one connection, while the server works.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openPostgresStore } from '../src/db/open.ts'
import { lockPlan } from '../src/db/plan-lock.ts'
import type { Tx } from '../src/db/schema.ts'
import { insertNode } from '../src/features/nodes/nodes.write.repo.ts'
import { testDatabase } from './database.ts'
import { testApp } from './factory.ts'
import { proxyTo } from './postgres-proxy.ts'
import { expectSoundPlan } from './soundness.ts'

/** A server whose way to PostgreSQL the test can cut, and a plan on it. */
async function setUp() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-outage-'))
  const database = await testDatabase(dataDir)
  const proxy = await proxyTo(database.url ?? '')
  const heard: string[] = []
  const store = await openPostgresStore(proxy.url, {
    pool: 12,
    onAway: () => heard.push('away'),
    onBack: () => heard.push('back'),
  })
  onTestFinished(async () => {
    await store.close()
    await proxy.end()
    await database.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const app = await testApp({ store, env: { LOG_LEVEL: 'error' } })
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const call = app.as(me)
  const create = (title: string, planId = plan.id) =>
    call('POST', `/plans/${planId}/nodes`, { title, node_type: 'task' })
  const titles = async (): Promise<string[]> =>
    (await call('GET', `/plans/${plan.id}/nodes`)).json<{ title: string }[]>().map(({ title }) => title)
  const terminateAll = await openTerminator(database.url ?? '')
  return { ...app, terminateAll, proxy, heard, me, plan, call, create, titles }
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Opens what ends all sessions of the servers on a database, by way of a connection of its own. */
async function openTerminator(url: string): Promise<() => Promise<unknown>> {
  const { searchParams } = new URL(url)
  const own = new URL(url)
  own.searchParams.delete('application_name')
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  onTestFinished(() => client.end())
  const END = 'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1'
  return () => client.query(END, [searchParams.get('application_name')])
}

it('answers 503 while the database is unavailable, logs it once, and recovers automatically', async () => {
  const { proxy, heard, call, create, plan, titles } = await setUp()
  await create('Before')

  proxy.close()
  const replies = await Promise.all([
    ...numbers(10).map((i) => create(`During ${i}`)),
    ...numbers(10).map(() => call('GET', `/plans/${plan.id}`)),
    call('GET', '/plans'),
    call('POST', '/auth/login', { email: 'a@example.test', password: 'x' }),
  ])
  proxy.open()
  const after = await create('After')

  for (const reply of replies) {
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ code: 'unavailable' })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(after.statusCode).toBe(201)
  expect(await titles()).toEqual(['Before', 'After'])
  expect(heard.filter((what) => what === 'away')).toEqual(['away'])
})

it('continues when sessions end during commands, and neither loses nor repeats acknowledged writes', async () => {
  const { store, make, me, create, call, plan, terminateAll } = await setUp()
  const plans = [plan.id, (await make.plan(me)).id, (await make.plan(me)).id]

  const made: Awaited<ReturnType<typeof create>>[] = []
  // The sessions may all end before the first commit: then the writes are sent once more.
  for (let round = 0; round < 10 && !made.some(({ statusCode }) => statusCode === 201); round++) {
    const [replies] = await Promise.all([
      Promise.all(numbers(120).map((i) => create(`Task ${round} ${i}`, plans[i % 3]))),
      Promise.all(numbers(6).map(terminateAll)),
    ])
    made.push(...replies)
  }

  for (const reply of made) if (reply.statusCode !== 201) expect(reply.json()).toMatchObject({ code: 'unavailable' })
  const acknowledged = made.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json().title as string)
  const listed = (
    await Promise.all(plans.map(async (id) => (await expectSoundPlan({ store }, call, id)).map(({ title }) => title)))
  ).flat()
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed).toEqual(expect.arrayContaining(acknowledged))
  expect(acknowledged.length).toBeGreaterThan(0)
})

it('repeats a command whose connection broke before the commit', async () => {
  const { store, create, titles } = await setUp()
  let attempts = 0

  await store.write(async (tx) => {
    await sql`update plans set title = title || '!'`.execute(tx)
    if (++attempts === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })

  const [plan] = await store.reader.selectFrom('plans').select('title').execute()
  expect([attempts, plan?.title]).toEqual([2, 'A plan!'])
  expect((await create('After')).statusCode).toBe(201)
  expect(await titles()).toEqual(['After'])
})

it('repeats a query whose connection broke', async () => {
  const { call, plan, terminateAll } = await setUp()
  await terminateAll()

  const replies = await Promise.all(numbers(20).map(() => call('GET', `/plans/${plan.id}`)))

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

it('repeats a group of reads when its connection breaks', async () => {
  const { call, plan, create, terminateAll } = await setUp()
  await create('A node')
  await terminateAll()

  const replies = await Promise.all(numbers(20).map(() => call('GET', `/plans/${plan.id}/context`)))

  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

it('answers 503 when no connection is available', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-outage-'))
  const database = await testDatabase(dataDir)
  const [owner, role] = [new pg.Client({ connectionString: database.url ?? '' }), `limited_${Date.now()}`]
  await owner.connect()
  const schema = (await owner.query('select current_schema() as name')).rows[0].name
  await owner.query(`create role ${role} login password 'limited' connection limit 4`)
  await owner.query(`grant all on schema ${schema} to ${role}`)
  const url = new URL(database.url ?? '')
  url.username = role
  url.password = 'limited'
  const heard: string[] = []
  const store = await openPostgresStore(url.href, {
    pool: 40,
    onAway: (error) => heard.push((error as Error).message),
    onBack: () => {},
  })
  onTestFinished(async () => {
    await store.close()
    await owner.query(`drop owned by ${role} cascade; drop role ${role}`)
    await owner.end()
    await database.remove()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const busy = numbers(30).map(() => store.write((tx) => sql`select pg_sleep(0.05)`.execute(tx).then(() => 'done')))

  const outcomes = await Promise.all(busy.map((one) => one.catch((error: { code: string }) => error.code)))

  expect(new Set(outcomes)).toEqual(new Set(['done', 'unavailable']))
  expect(heard).toEqual([expect.stringContaining('too many connections')])
})

it('answers that it is busy when PostgreSQL cancels a statement, and continues', async () => {
  const { store, create } = await setUp()

  const given = await store
    .write(async (tx) => {
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(60)`.execute(tx)
    })
    .catch((error: { status: number; code: string }) => [error.status, error.code])

  expect(given).toEqual([503, 'overloaded'])
  expect((await create('After')).statusCode).toBe(201)
})

it('reports an unknown outcome for a commit without a reply, and does not repeat it', async () => {
  const { proxy, create, titles } = await setUp()

  proxy.breakCommit('after')
  const saved = await create('Saved all the same')
  proxy.breakCommit('before')
  const lost = await create('Not saved')

  for (const reply of [saved, lost]) {
    expect(reply.statusCode).toBe(503)
    expect(reply.json()).toMatchObject({ code: 'unavailable', error: expect.stringContaining('not known') })
  }
  expect(await titles()).toEqual(['Saved all the same'])
})

it('commits commands that wait for one plan together, and a failed one does not fail the others', async () => {
  const { proxy, store, plan } = await setUp()
  const before = proxy.commits()

  const outcomes = await Promise.all(
    numbers(60).map((i) =>
      store
        .write(
          async (tx) => {
            await sql`update plans set title = title || ${`${i} `} where id = ${plan.id}`.execute(tx)
            if (i % 10 === 1) throw new Error(`Command ${i}`)
            if (i % 10 === 2) await sql`select 1 from nowhere`.execute(tx)
            return i
          },
          { planId: plan.id },
        )
        .catch((error: Error) => error.message),
    ),
  )

  const failed = (i: number) => (i % 10 === 1 ? `Command ${i}` : 'relation "nowhere" does not exist')
  expect(outcomes).toEqual(numbers(60).map((i) => (i % 10 === 1 || i % 10 === 2 ? failed(i) : i)))
  const [row] = await store.reader.selectFrom('plans').select('title').execute()
  const kept = numbers(60).filter((i) => i % 10 !== 1 && i % 10 !== 2)
  expect(row?.title).toBe(`A plan${kept.map((i) => `${i} `).join('')}`)
  expect(proxy.commits() - before).toBeLessThan(30)
})

it('fails only the command whose unawaited statement fails', async () => {
  const { store, make, me, plan } = await setUp()
  const node = await make.node(me, plan.id)
  const row = await store.reader.selectFrom('nodes').selectAll().executeTakeFirstOrThrow()
  const twice = (tx: Tx) => insertNode(tx, row)

  const outcomes = await Promise.all([
    store.write(async () => 'before', { planId: plan.id }),
    store.write(twice, { planId: plan.id }).catch((error: Error) => error.message),
    store.write((tx) => insertNode(tx, { ...row, id: plan.id }).then(() => 'after'), { planId: plan.id }),
  ])

  expect(outcomes).toEqual(['before', expect.stringContaining('duplicate key'), 'after'])
  const ids = await store.reader.selectFrom('nodes').select('id').execute()
  expect(ids.map(({ id }) => id).sort()).toEqual([node.id, plan.id].sort())
})

it('never makes a plan wait for another', async () => {
  const { store, make, me, create, plan } = await setUp()
  const other = await make.plan(me)

  const reply = await store.write(async (tx) => {
    await lockPlan(tx, plan.id)
    return create('Beside it', other.id)
  })

  expect(reply.statusCode).toBe(201)
})

it('repeats a command that PostgreSQL aborted to resolve a deadlock', async () => {
  const { store, make, me, plan } = await setUp()
  const other = await make.plan(me)
  let holding = 0
  let bothHold = () => {}
  const both = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  const inOrder = (first: string, second: string) =>
    store.write(async (tx) => {
      await lockPlan(tx, first)
      if (++holding === 2) bothHold()
      await both
      await lockPlan(tx, second)
      await sql`update plans set title = title || '!' where id = ${second}`.execute(tx)
    })

  await Promise.all([inOrder(plan.id, other.id), inOrder(other.id, plan.id)])

  const plans = await store.reader.selectFrom('plans').select('title').execute()
  expect(plans.map(({ title }) => title)).toEqual(['A plan!', 'A plan!'])
})

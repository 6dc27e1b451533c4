import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openSqliteStore, type Store } from '../src/db/open.ts'
import { testApp } from './factory.ts'

/** Lets the database grow by this many pages and no further, as a full disk would; null: as it likes. */
const limitGrowth = (store: Store, pages: number | null) =>
  store.write(async (tx) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(tx)
    const most = pages === null ? 2 ** 31 : (rows[0]?.page_count ?? 0) + pages
    await sql.raw(`pragma max_page_count = ${most}`).execute(tx)
  })

it('answers 507 while the disk is full, still reads, loses nothing, and writes again when there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-full-'))
  const store = await openSqliteStore(folder, () => {})
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const { as, make } = await testApp({ store })
  const me = await make.user()
  const plan = await make.plan(me)
  const description = 'x'.repeat(5_000)
  const write = () => as(me)('POST', `/plans/${plan.id}/nodes`, { title: 'A node', node_type: 'task', description })

  await limitGrowth(store, 20)
  const acknowledged: string[] = []
  const refused: Awaited<ReturnType<typeof write>>[] = []
  while (refused.length < 20)
    for (const reply of await Promise.all(Array.from({ length: 16 }, write)))
      if (reply.statusCode === 201) acknowledged.push(reply.json<PlanNode>().id)
      else refused.push(reply)
  const nodes = await as(me)('GET', `/plans/${plan.id}/nodes`)
  const counted = await as(me)('GET', `/plans/${plan.id}`)
  await limitGrowth(store, null)
  const again = await write()

  expect(acknowledged.length).toBeGreaterThan(0)
  for (const reply of refused) {
    expect(reply.statusCode).toBe(507)
    expect(reply.json()).toEqual({
      error: 'Storage is full, so nothing was saved. You can still read your plans.',
      code: 'storage_full',
      request_id: expect.any(String),
    })
    expect(reply.headers['retry-after']).toBe('60')
  }
  expect(
    nodes
      .json<PlanNode[]>()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(acknowledged.sort())
  expect(counted.json()).toMatchObject({ node_count: acknowledged.length })
  expect(again.statusCode).toBe(201)
})

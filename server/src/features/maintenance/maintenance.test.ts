import { Readable } from 'node:stream'
import type { Artifact } from '@cairn/contract/api/artifacts'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import type { Tables } from '../../db/schema.ts'
import { maintain } from './maintenance.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A server whose clock the test sets forward, with a plan. */
async function setUp() {
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const test = await testApp({ clock })
  const { store, files, make } = test
  const me = await make.user()
  // The session outlives every test here.
  await store.write((tx) => tx.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00.000Z' }).execute())
  const plan = await make.plan(me)
  return {
    ...test,
    me,
    plan,
    maintain: () => maintain({ store, files, clock }),
    forward: (ms: number) => {
      aheadMs += ms
    },
    upload: async (nodeId: string, content: string) => {
      const path = `/plans/${plan.id}/nodes/${nodeId}/artifacts`
      return (await uploadAs(test.app, me, path, { content })).json<Artifact>()
    },
    count: async (table: keyof Tables) => {
      const rows = await store.reader.selectFrom(table).selectAll().execute()
      return rows.length
    },
    fileKeys: async () =>
      (await store.reader.selectFrom('artifacts').select('file_key').execute()).map(({ file_key }) => file_key ?? ''),
  }
}

it('purges nodes with everything that belongs to them after 30 days in the trash, but not the event log', async () => {
  const { as, make, me, plan, upload, maintain, forward, count } = await setUp()
  const [gone, stays] = [await make.node(me, plan.id), await make.node(me, plan.id)]
  const below = await make.node(me, plan.id, { parent_id: gone.id })
  for (const node of [below, stays]) {
    await make.log(me, plan.id, node.id)
    await upload(node.id, node.id)
    await as(me)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: me.id })
  }
  await make.edge(me, plan.id, below.id, stays.id)
  await as(me)('DELETE', `/plans/${plan.id}/nodes/${gone.id}`)
  const events = await count('events')
  const counts = async () => [
    await count('nodes'),
    await count('logs'),
    await count('artifacts'),
    await count('assignments'),
    // Assigned people watch.
    await count('watches'),
    await count('edges'),
  ]

  forward(30 * DAY_MS - HOUR_MS)
  await maintain()
  const before = await counts()
  forward(2 * HOUR_MS)
  await maintain()

  expect(before).toEqual([3, 2, 2, 2, 2, 1])
  expect(await counts()).toEqual([1, 1, 1, 1, 1, 0])
  expect(await count('events')).toBe(events)
  expect((await as(me)('POST', `/plans/${plan.id}/nodes/${gone.id}/restore`)).statusCode).toBe(404)
  expect((await as(me)('GET', `/plans/${plan.id}`)).json()).toMatchObject({ node_count: 1 })
})

it('purges plans after 30 days in the trash, in batches, and no others', async () => {
  const { as, make, me, plan, maintain, forward, count, store } = await setUp()
  const doomed = await make.plan(me)
  const kept = await make.node(me, plan.id)
  const top = await make.node(me, doomed.id)
  for (let i = 0; i < 120; i++) await make.node(me, doomed.id, { parent_id: top.id })
  await make.log(me, doomed.id, top.id)
  await as(me)('DELETE', `/plans/${doomed.id}/nodes/${top.id}`)
  await make.node(me, doomed.id)
  await as(me)('DELETE', `/plans/${doomed.id}`)

  forward(30 * DAY_MS + HOUR_MS)
  const tooLate = await as(me)('POST', `/plans/${doomed.id}/restore`)
  await maintain()

  expect(tooLate.statusCode).toBe(404)
  expect(await count('plans')).toBe(1)
  expect(await store.reader.selectFrom('nodes').select('id').execute()).toEqual([{ id: kept.id }])
  expect([await count('logs'), await count('events')]).toEqual([0, 2])
})

it('deletes a file a day after it has left the trash with the last thing that referred to it, and no other', async () => {
  const { as, make, me, plan, upload, maintain, forward, files, fileKeys, store } = await setUp()
  const node = await make.node(me, plan.id)
  const [gone] = [await upload(node.id, 'gone'), await upload(node.id, 'stays'), await upload(node.id, 'too')]
  const keys = await fileKeys()
  const picture = (await files.put(Readable.from([Buffer.from('avatar')]), 10)).key
  await store.write((tx) => tx.updateTable('users').set({ avatar_file: picture }).where('id', '=', me.id).execute())
  const stillThere = async () => Promise.all(keys.map((key) => files.exists(key)))
  const remove = (artifact: Artifact) => as(me)('DELETE', `/plans/${plan.id}/nodes/${node.id}/artifacts/${artifact.id}`)

  forward(10 * DAY_MS)
  await maintain()
  await remove(gone)
  await maintain()
  forward(31 * DAY_MS)
  await maintain()
  const sameDay = await stillThere()
  forward(25 * HOUR_MS)
  await maintain()

  expect(sameDay).toEqual([true, true, true])
  expect((await stillThere()).filter(Boolean)).toHaveLength(2)
  expect(await files.exists(picture)).toBe(true)
  expect(await store.reader.selectFrom('artifacts').select('id').execute()).toHaveLength(2)
})

it('does not delete a file that is uploaded again', async () => {
  const { as, make, me, plan, upload, maintain, forward, files, fileKeys } = await setUp()
  const node = await make.node(me, plan.id)
  const { id } = await upload(node.id, 'again')
  const [key = ''] = await fileKeys()
  await as(me)('DELETE', `/plans/${plan.id}/nodes/${node.id}/artifacts/${id}`)
  forward(31 * DAY_MS)
  await maintain()
  await upload(node.id, 'again')
  forward(2 * DAY_MS)
  await maintain()

  expect(await files.exists(key)).toBe(true)
})

it('deletes idempotency keys after a day', async () => {
  const { as, me, maintain, forward, count } = await setUp()
  await as(me)('POST', '/plans', { title: 'Once' }, { 'idempotency-key': 'k' })

  await maintain()
  const before = await count('idempotency_keys')
  forward(25 * HOUR_MS)
  await maintain()

  expect([before, await count('idempotency_keys')]).toEqual([1, 0])
})

// A file that is uploaded again, through another server, while a clean-up deletes it.
import type { Artifact } from '@cairn/contract/api/artifacts'
import { expect, it, vi } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { s3Environment, startS3Server } from '../../../test/s3-server.ts'
import { parseConfig } from '../../base/config.ts'
import { openFileStore } from '../../providers/files.ts'
import { besideCleanUp } from './maintenance.files.ts'
import { maintain } from './maintenance.ts'

const DAY_MS = 86_400_000
/** An upload that waits reads the clock at every attempt; one that does not reads it less often than this. */
const ATTEMPTS = 15
const holds = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), 30_000)

it('exists after both calls', async () => {
  const bucket = await startS3Server()
  let aheadMs = 0
  let attempts = 0
  const clock = () => {
    attempts++
    return new Date(Date.now() + aheadMs)
  }
  const one = await testApp({ clock, env: s3Environment(bucket) })
  const { store, make, as } = one
  const me = await make.user()
  await store.write((tx) => tx.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00.000Z' }).execute())
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const upload = async () => (await uploadAs(one.app, me, path, { content: 'again' })).json<Artifact>()
  const first = await upload()
  await as(me)('DELETE', `${path}/${first.id}`)
  const cleanUp = () => maintain({ store, files: one.files, clock })
  aheadMs = 31 * DAY_MS
  await cleanUp()
  aheadMs = 33 * DAY_MS

  let second: Promise<Artifact> | undefined
  let puts = 0
  bucket.before = async (method) => {
    if (method === 'PUT') puts++
    if (method !== 'DELETE') return
    attempts = 0
    second = upload()
    await holds(() => puts > 0 || attempts > ATTEMPTS)
  }
  await cleanUp()
  const again = await second
  const content = await as(me)('GET', `${path}/${again?.id}/content`)

  expect(puts).toBe(1)
  expect([content.statusCode, content.body]).toEqual([200, 'again'])
})

it('is not deleted from the disk either', async () => {
  const { store, dataDir } = await testApp()
  let attempts = 0
  const clock = () => {
    attempts++
    return new Date()
  }
  const [one, two] = await Promise.all([1, 2].map(() => openFileStore(parseConfig({ CAIRN_DATA_DIR: dataDir }))))
  if (!one || !two) throw new Error('Two servers were expected.')
  const hello = async function* () {
    yield Buffer.from('hello')
  }
  const { key } = await one.put(hello(), 10)
  const longAgo = new Date(Date.now() - 3 * DAY_MS).toISOString()
  const noted = { file_key: key, since: longAgo, deleting_since: clock().toISOString() }
  await store.write((tx) => tx.insertInto('orphan_files').values(noted).execute())

  let done = false
  const uploading = besideCleanUp(two, { store, clock })
    .put(hello(), 10)
    .then(() => {
      done = true
    })
  await holds(() => done || attempts > 2)
  const waited = !done
  await one.deleteOlder(key, new Date(Date.now() + DAY_MS))
  const deleted = !(await one.exists(key))
  await store.write((tx) => tx.deleteFrom('orphan_files').execute())
  await uploading

  expect([waited, deleted, await two.exists(key)]).toEqual([true, true, true])
})

it.each(['bucket', 'folder'])('is not deleted by another installation that uses the same %s', async (place) => {
  let aheadMs = 0
  const clock = () => new Date(Date.now() + aheadMs)
  const bucket = place === 'bucket' ? s3Environment(await startS3Server()) : {}
  const one = await testApp({ clock, env: bucket })
  const me = await one.make.user()
  await one.store.write((tx) => tx.updateTable('sessions').set({ expires_at: '9999-01-01T00:00:00.000Z' }).execute())
  const plan = await one.make.plan(me)
  const node = await one.make.node(me, plan.id)
  const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  const { id } = (await uploadAs(one.app, me, path, { content: 'ours' })).json<Artifact>()
  await maintain({ store: one.store, files: one.files, clock })
  const other = await testApp({ clock, env: bucket, ...(place === 'folder' && { files: one.files }) })
  await other.store.write((tx) => tx.updateTable('installation').set({ epoch: 'another' }).execute())

  for (const days of [31, 33]) {
    aheadMs = days * DAY_MS
    await expect(maintain({ store: other.store, files: other.files, clock })).rejects.toThrow('another installation')
    await maintain({ store: one.store, files: one.files, clock })
  }

  expect((await one.as(me)('GET', `${path}/${id}/content`)).body).toBe('ours')
})

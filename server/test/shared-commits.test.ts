// Commands that wait together share a commit; the outcome of one never depends on the others.
import { expect, it, onTestFinished } from 'vitest'
import type { Store } from '../src/db/open.ts'
import type { Tx } from '../src/db/schema.ts'
import { openTestStore } from './database.ts'
import { removeFolder, storeFolder } from './folder.ts'

async function openStore(): Promise<Store> {
  const dataDir = storeFolder()
  const store = await openTestStore(dataDir)
  onTestFinished(async () => {
    await store.close()
    removeFolder(dataDir)
  })
  return store
}

const add = (tx: Tx, key: string) =>
  tx.insertInto('attempts').values({ key, window_start: '2026-01-01T00:00:00.000Z', count: 1 }).execute()

const storedKeys = async ({ reader }: Store) =>
  (await reader.selectFrom('attempts').select('key').orderBy('key').execute()).map(({ key }) => key)

it('commits the writes of the others when a command fails after it has written', async () => {
  const store = await openStore()
  const succeed = (key: string) =>
    store.write(async (tx) => {
      await add(tx, key)
      return key
    })
  const failAfterWriting = () =>
    store.write(async (tx) => {
      await add(tx, 'undone')
      throw new Error('Changed my mind')
    })

  const outcomes = await Promise.allSettled([succeed('a'), failAfterWriting(), succeed('b'), failAfterWriting()])

  expect(outcomes).toMatchObject([
    { value: 'a' },
    { reason: { message: 'Changed my mind' } },
    { value: 'b' },
    { reason: { message: 'Changed my mind' } },
  ])
  expect(await storedKeys(store)).toEqual(['a', 'b'])
})

it('commits the writes of the others when a command violates a constraint', async () => {
  const store = await openStore()
  await store.write((tx) => add(tx, 'taken'))

  const outcomes = await Promise.allSettled([
    store.write((tx) => add(tx, 'a')),
    store.write(async (tx) => {
      await add(tx, 'undone')
      await add(tx, 'taken')
    }),
    store.write((tx) => add(tx, 'b')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await storedKeys(store)).toEqual(['a', 'b', 'taken'])
})

it('answers a command that fails before it writes, and commits the rest', async () => {
  const store = await openStore()

  const outcomes = await Promise.allSettled([
    store.write((tx) => add(tx, 'a')),
    store.write(async () => {
      throw new Error('Refused')
    }),
    store.write((tx) => add(tx, 'b')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await storedKeys(store)).toEqual(['a', 'b'])
})

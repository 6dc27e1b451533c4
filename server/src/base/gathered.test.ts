import { expect, it } from 'vitest'
import { gathered } from './gathered.ts'

/** Questions that wait for the test to answer them. */
function setUp() {
  const asked: { keys: readonly string[]; answer(value: string): void; fail(error: Error): void }[] = []
  const find = gathered(
    (keys) =>
      new Promise<ReadonlyMap<string, string>>((resolve, fail) => {
        asked.push({ keys, fail, answer: (value) => resolve(new Map(keys.map((key) => [key, `${key} ${value}`]))) })
      }),
  )
  return { asked, find }
}

/** Everything that waits for nothing but other promises has happened. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('batches the keys that arrive during a query, each once', async () => {
  const { asked, find } = setUp()
  const first = find('a')
  await settled()
  const others = [find('b'), find('c'), find('b')]
  await settled()
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])

  asked[0]?.answer('first')
  await settled()
  asked[1]?.answer('second')

  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
  expect(await Promise.all([first, ...others])).toEqual(['a first', 'b second', 'c second', 'b second'])
})

it('returns no answer from before the question', async () => {
  const { asked, find } = setUp()
  const before = find('a')
  await settled()
  const after = find('a')
  asked[0]?.answer('old')
  await settled()
  asked[1]?.answer('new')

  expect(await Promise.all([before, after])).toEqual(['a old', 'a new'])
})

it('rejects the callers of a failed query, and answers the next ones', async () => {
  const { asked, find } = setUp()
  const failed = find('a').catch((error: Error) => error.message)
  await settled()
  const next = find('b')
  asked[0]?.fail(new Error('Away'))
  await settled()
  asked[1]?.answer('back')

  expect(await Promise.all([failed, next])).toEqual(['Away', 'b back'])
})

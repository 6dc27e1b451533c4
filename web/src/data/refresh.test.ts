import { hashKey, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeRefresh } from './refresh.ts'

const INTERVAL_MS = 250
const queryKey = ['plan', 'a', 'logs']

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const later = () => vi.advanceTimersByTimeAsync(INTERVAL_MS)

/** A query whose reads are answered by the test. */
function slowReads() {
  const reads: { signal: AbortSignal; answer: (reply: string) => void }[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((answer) => reads.push({ signal, answer }))
  return { reads, queryFn, areCanceled: () => reads.map(({ signal }) => signal.aborted) }
}

function open(isExact = true) {
  const cache = new QueryClient()
  return { cache, refresh: makeRefresh(cache, { intervalMs: INTERVAL_MS, isExact: () => isExact }) }
}

it('reads again after a first read that was running', async () => {
  const { cache, refresh } = open()
  const { reads, queryFn } = slowReads()
  new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => {})

  refresh.queries([queryKey])
  await later()
  reads[0]?.answer('old')
  await later()
  reads[1]?.answer('new')
  await later()

  expect(cache.getQueryData(queryKey)).toBe('new')
  expect(reads).toHaveLength(2)
})

it('shows what was read while more changes arrive', async () => {
  const { cache, refresh } = open()
  const { reads, queryFn, areCanceled } = slowReads()
  new QueryObserver(cache, { queryKey, queryFn, initialData: 'known' }).subscribe(() => {})
  await later()
  expect(reads).toHaveLength(1)

  for (let i = 0; i < 5; i++) {
    refresh.queries([queryKey])
    await later()
  }
  expect(areCanceled()).toEqual([false])
  reads[0]?.answer('newer')
  await later()

  expect(cache.getQueryData(queryKey)).toBe('newer')
  expect(areCanceled()).toEqual([false, false])
})

it('does not drop a page that is being loaded', async () => {
  const { cache, refresh } = open()
  const { reads, queryFn } = slowReads()
  const list = new InfiniteQueryObserver(cache, {
    queryKey,
    queryFn,
    initialPageParam: 1,
    getNextPageParam: (_page, pages) => pages.length + 1,
  })
  list.subscribe(() => {})
  reads[0]?.answer('first')
  await later()

  void list.fetchNextPage()
  refresh.queries([queryKey])
  await later()
  reads[1]?.answer('second')
  await vi.advanceTimersByTimeAsync(0)

  expect(list.getCurrentResult().data?.pages).toEqual(['first', 'second'])
})

it('does not wait for other queries', async () => {
  const { cache, refresh } = open()
  const slow = slowReads()
  const other = slowReads()
  new QueryObserver(cache, { queryKey, queryFn: slow.queryFn }).subscribe(() => {})
  new QueryObserver(cache, { queryKey: ['other'], queryFn: other.queryFn }).subscribe(() => {})
  other.reads[0]?.answer('known')
  await later()

  refresh.queries([queryKey, ['other']])
  await later()

  expect(slow.reads).toHaveLength(1)
  expect(other.reads).toHaveLength(2)
})

it('does not wait for other queries whose keys start with the same one, and reads each again only once', async () => {
  const { cache, refresh } = open(false)
  const slow = slowReads()
  const other = slowReads()
  new QueryObserver(cache, { queryKey: [...queryKey, 'slow'], queryFn: slow.queryFn }).subscribe(() => {})
  new QueryObserver(cache, { queryKey, queryFn: other.queryFn }).subscribe(() => {})
  other.reads[0]?.answer('known')
  await later()

  refresh.queries([queryKey])
  await later()
  expect(other.reads).toHaveLength(2)
  other.reads[1]?.answer('new')
  await later()
  slow.reads[0]?.answer('old')
  await later()
  slow.reads[1]?.answer('new')
  await later()

  expect(cache.getQueryData([...queryKey, 'slow'])).toBe('new')
  expect([slow.reads, other.reads].map(({ length }) => length)).toEqual([2, 2])
})

it('does not compare each of many exact keys with every query', async () => {
  const { cache, refresh } = open()
  const queryKeyHashFn = vi.fn(hashKey)
  new QueryObserver(cache, { queryKey, queryFn: () => 'known', queryKeyHashFn }).subscribe(() => {})
  await later()
  queryKeyHashFn.mockClear()

  refresh.queries(Array.from({ length: 500 }, (_, index) => ['plan', 'a', 'node', index]))
  await later()

  expect(queryKeyHashFn).not.toHaveBeenCalled()
})

it('reads nothing after it was stopped, also for changes that arrive later', async () => {
  const { cache, refresh } = open()
  const { reads, queryFn } = slowReads()
  new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => {})
  reads[0]?.answer('known')
  await later()

  refresh.stop()
  refresh.queries([queryKey])
  await later()

  expect(reads).toHaveLength(1)
})

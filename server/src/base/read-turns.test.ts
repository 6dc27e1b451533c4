import { expect, it } from 'vitest'
import { turnToRead } from './read-turns.ts'
import { TURN_MS } from './turns.ts'

const busyFor = (ms: number) => {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** Like a request: it arrives in a poll of the event loop, and its read runs in one go. */
async function read(person: string, ms: number, done: (person: string) => void) {
  const turn = turnToRead(person)
  if (turn) await turn
  busyFor(ms)
  done(person)
}

it('begins at once while there is time', () => {
  expect(turnToRead('a')).toBeUndefined()
  expect(turnToRead('b')).toBeUndefined()
})

it('spreads reads that arrive together, and takes turns between people', async () => {
  await new Promise(setImmediate)
  const order: string[] = []
  const done = (person: string) => order.push(person)
  let over = false
  const others = () => {
    if (over) return
    order.push('-')
    setImmediate(others)
  }
  const reads = Array.from({ length: 4 }, () => read('a', TURN_MS + 1, done))
  reads.push(read('b', 0, done), read('c', TURN_MS + 1, done))
  setImmediate(others)
  await Promise.all(reads)
  over = true

  expect(order.filter((person) => person !== '-').join('')).toBe('aabcaa')
  // Something else ran after each long read.
  expect(order.join('')).toMatch(/^aa-+bc-+a-+a/)
})

it('lets go on what waits when a read fails', async () => {
  await new Promise(setImmediate)
  const fail = async () => {
    await turnToRead('a')
    busyFor(TURN_MS + 1)
    throw new Error('refused')
  }
  const all = await Promise.allSettled([fail(), fail(), fail()])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (let iteration = 0; iteration < 3; iteration++) await new Promise(setImmediate)
  expect(turnToRead('a')).toBeUndefined()
})

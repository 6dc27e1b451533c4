import { expect, it } from 'vitest'
import { mapInTurns, rest } from './turns.ts'

/** Longer than a turn of the event loop may be. */
const SLOW_MS = 20

it('maps in order and yields to others during long work', async () => {
  const items = Array.from({ length: 200 }, (_, i) => i)
  const order: string[] = []
  setImmediate(() => order.push('others'))
  const made = await mapInTurns(items, (item) => {
    const until = performance.now() + (item === 0 ? SLOW_MS : 0)
    while (performance.now() < until);
    if (item === 0 || item === 199) order.push(`item ${item}`)
    return item * 2
  })

  expect(made).toEqual(items.map((item) => item * 2))
  expect(order).toEqual(['item 0', 'others', 'item 199'])
})

it('lets one of all long work go on at a time, in the order in which it rested', async () => {
  const order: string[] = []
  const work = async (name: string) => {
    for (let turn = 1; turn <= 3; turn++) {
      await rest()
      order.push(`${name}${turn}`)
    }
  }
  let iterations = 0
  let over = false
  const count = () => {
    iterations++
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(['a', 'b', 'c'].map(work))
  over = true

  expect(order.join(' ')).toBe('a1 b1 c1 a2 b2 c2 a3 b3 c3')
  expect(iterations).toBeGreaterThanOrEqual(order.length)
})

import { expect, it } from 'vitest'
import { mapInTurns } from './turn.ts'

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

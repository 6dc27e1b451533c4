import { expect, it } from 'vitest'
import { FairQueue } from './fair-queue.ts'

it('takes turns between owners, and keeps the order of each', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0] as string, item)
  expect([queue.length, queue.lengthOf('a'), queue.lengthOf('z')]).toEqual([6, 3, 0])

  expect([queue.shift(), queue.shift()]).toEqual(['a1', 'b1'])
  queue.push('d', 'd1')
  expect([queue.shift(), queue.shift(), queue.shift(), queue.shift()]).toEqual(['c1', 'a2', 'b2', 'd1'])
  queue.push('e', 'e1')
  queue.unshift('a', 'a2 again')
  expect([queue.shift(), queue.shift()]).toEqual(['a2 again', 'e1'])
  expect(queue.clear()).toEqual(['a3'])
  expect([queue.length, queue.shift()]).toEqual([0, undefined])
})

import { expect, it } from 'vitest'
import { perFrame } from './perFrame.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

it('passes the first item at once and those of the same frame together', async () => {
  const taken: (readonly number[])[] = []
  const inbox = perFrame<number>((items) => taken.push(items))

  inbox.add(1)
  expect(taken).toEqual([[1]])
  inbox.add(2)
  inbox.add(3)
  expect(taken).toEqual([[1]])
  await frame()
  expect(taken).toEqual([[1], [2, 3]])

  inbox.add(4)
  inbox.stop()
  await frame()
  await frame()
  expect(taken).toEqual([[1], [2, 3]])
})

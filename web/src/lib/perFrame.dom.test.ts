import { expect, it, vi } from 'vitest'
import { perFrame } from './perFrame.ts'

it('passes an item on at once, and those that follow within the frame together', async () => {
  const taken: string[][] = []
  const { add } = perFrame<string>((items) => taken.push([...items]))

  add('first')
  expect(taken).toEqual([['first']])

  add('second')
  add('third')
  expect(taken).toEqual([['first']])
  await vi.waitFor(() => expect(taken).toEqual([['first'], ['second', 'third']]))
})

it('passes nothing on after it has been stopped', async () => {
  const taken: string[][] = []
  const stopped = perFrame<string>((items) => taken.push([...items]))
  const other = perFrame<string>((items) => taken.push([...items]))
  stopped.add('first')
  stopped.add('second')
  other.add('of another')
  other.add('later, of another')
  stopped.stop()

  await vi.waitFor(() => expect(taken).toContainEqual(['later, of another']))
  expect(taken).not.toContainEqual(['second'])
})

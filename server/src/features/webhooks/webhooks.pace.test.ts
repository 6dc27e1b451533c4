import { expect, it } from 'vitest'
import { createPace } from './webhooks.pace.ts'

it('lets steps begin in order, a few at a time, and all when it is over', async () => {
  let isOver = false
  const pace = createPace(() => isOver)
  const begun: number[] = []
  const steps = Array.from({ length: 50 }, async (_, i) => {
    await pace()
    begun.push(i)
  })
  await Promise.resolve()
  await Promise.resolve()
  expect(begun).toEqual([0, 1])
  await new Promise((done) => setTimeout(done, 0))
  expect(begun.length).toBeLessThan(50)

  isOver = true
  await Promise.all(steps)
  expect(begun).toEqual(Array.from({ length: 50 }, (_, i) => i))
})

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

it('answers readers of other plans at once while a hundred writers wait for each other in one', async () => {
  const { as, make } = await testApp()
  const [ana, ben] = [await make.user(), await make.user()]
  const [busy, quiet] = [await make.plan(ana), await make.plan(ben)]
  const node = await make.node(ana, busy.id)
  let done = false
  const writer = async (_: unknown, i: number) => {
    for (let turn = i; !done; turn++)
      await as(ana)('PUT', `/plans/${busy.id}/nodes/${node.id}/status`, {
        status: turn % 2 === 0 ? 'blocked' : 'completed',
      })
  }
  const writers = Promise.all(Array.from({ length: 100 }, writer))

  const waited: number[] = []
  for (let read = 0; read < 30; read++) {
    const started = performance.now()
    expect((await as(ben)('GET', `/plans/${quiet.id}`)).statusCode).toBe(200)
    waited.push(performance.now() - started)
    await sleep(5)
  }
  done = true
  await writers

  const [median = Number.NaN] = waited.sort((a, b) => a - b).slice(15)
  expect(median).toBeLessThan(150)
})

it('says that it is busy, with the time to wait, when far too many write at once', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)

  const replies = await Promise.all(
    Array.from({ length: 2_200 }, (_, i) =>
      as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}/status`, { status: i % 2 ? 'blocked' : 'completed' }),
    ),
  )

  const refused = replies.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(2_200)
  for (const reply of refused) {
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'overloaded'])
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await as(me)('GET', `/plans/${plan.id}`)).statusCode).toBe(200)
})

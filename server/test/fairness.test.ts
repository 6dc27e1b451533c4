import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

it('answers readers of other plans while three hundred writers wait for each other in one', async () => {
  const { as, make } = await testApp()
  const [ana, ben] = [await make.user(), await make.user()]
  const [busy, quiet] = [await make.plan(ana), await make.plan(ben)]
  const node = await make.node(ana, busy.id)
  let answered = 0
  const write = async (_: unknown, i: number) => {
    const status = i % 2 === 0 ? 'blocked' : 'completed'
    const reply = await as(ana)('PUT', `/plans/${busy.id}/nodes/${node.id}/status`, { status })
    expect(reply.statusCode).toBe(200)
    answered++
  }
  const writes = Array.from({ length: 300 }, write)
  await Promise.race(writes)

  for (let read = 0; read < 3; read++) {
    expect((await as(ben)('GET', `/plans/${quiet.id}`)).statusCode).toBe(200)
    expect(answered, 'writes answered before the read').toBeLessThan(300)
  }
  await Promise.all(writes)
})

it('saves what others write between the writes of one person', async () => {
  const { as, make } = await testApp()
  const [ana, ben] = [await make.user(), await make.user()]
  const [busy, quiet] = [await make.plan(ana), await make.plan(ben)]
  for (let part = 0; part < 4; part++)
    await as(ana)('POST', `/plans/${busy.id}/nodes/tree`, {
      nodes: Array.from({ length: 500 }, (_, i) => ({ title: `Node ${i}`, node_type: 'task' })),
    })
  let answered = 0
  const copies = Array.from({ length: 12 }, async () => {
    expect((await as(ana)('POST', `/plans/${busy.id}/duplicate`, {})).statusCode).toBe(201)
    answered++
  })
  await Promise.race(copies)

  await as(ben)('PUT', `/plans/${quiet.id}`, { title: 'Quiet' })
  expect(answered, 'copies made before the change').toBeLessThan(12)
  await Promise.all(copies)
})

it('answers that it is busy, with Retry-After, when far too many write concurrently', async () => {
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

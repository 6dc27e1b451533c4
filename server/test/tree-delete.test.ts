import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'
import { processorMs } from './processor-time.ts'
import { insertTree } from './rows.ts'
import { expectSoundPlan } from './soundness.ts'

const SIZE = 5_000
const WRITERS = 16

it('deletes a subtree of 5,000 nodes while 16 writers add to it, and leaves no orphan', async () => {
  const app = await testApp()
  const { as, make } = app
  const me = await make.user()
  const call = as(me)
  const plan = await make.plan(me)
  const fiftyEach = Array.from({ length: SIZE }, (_, i) => (i === 0 ? null : Math.floor((i - 1) / 50)))
  const ids = await insertTree(app, plan.id, fiftyEach)
  const seen = new Set<number>()
  let deleted = false
  const writer = async () => {
    for (let late = 0; late < 5; late += deleted ? 1 : 0) {
      const parent_id = ids[Math.floor(Math.random() * SIZE)]
      const body = { title: 'Late', node_type: 'task', parent_id }
      seen.add((await call('POST', `/plans/${plan.id}/nodes`, body)).statusCode)
    }
  }

  const writers = Promise.all(Array.from({ length: WRITERS }, writer))
  while (!seen.has(201)) await setImmediate()
  const started = processorMs()
  const reply = await call('DELETE', `/plans/${plan.id}/nodes/${ids[0]}`)
  const worked = processorMs() - started
  deleted = true
  await writers

  expect(reply.statusCode).toBe(204)
  expect(seen).toEqual(new Set([201, 404]))
  // Everyone else waits while SQLite works; it takes about 60 ms.
  expect(worked).toBeLessThan(1_000)
  expect(await expectSoundPlan(app, call, plan.id)).toEqual([])
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Tx } from '../src/db/schema.ts'
import { testApp } from './factory.ts'

it('takes turns between people whose commands wait for the same plan', async () => {
  const { store, make } = await testApp()
  const { id: planId } = await make.plan(await make.user())
  const order: string[] = []
  const write = (userId: string, name: string) =>
    store.write(
      async (tx: Tx) => {
        await sql`select pg_sleep(0.03)`.execute(tx)
        order.push(name)
      },
      { planId, userId },
    )
  await Promise.all([...['a1', 'a2', 'a3'].map((name) => write('a', name)), write('b', 'b1')])

  expect(order).toEqual(['a1', 'b1', 'a2', 'a3'])
})

it('copies a plan while a command holds it', async () => {
  const { store, make, as } = await testApp()
  const { plan, viewer } = await make.team()
  let release = () => {}
  const held = store.write(
    async (tx: Tx) => {
      await sql`select 1 from plans where id = ${plan.id} for update`.execute(tx)
      await new Promise<void>((resolve) => {
        release = resolve
        setTimeout(resolve, 1_500)
      })
    },
    { planId: plan.id, userId: plan.owner_id },
  )
  let isHeld = true
  void held.then(() => {
    isHeld = false
  })

  const reply = await as(viewer)('POST', `/plans/${plan.id}/duplicate`)

  expect([reply.statusCode, isHeld]).toEqual([201, true])
  release()
  await held
})

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

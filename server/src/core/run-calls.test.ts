import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/factory.ts'
import { createBackground } from '../base/background.ts'
import { createRunCalls } from './run-calls.ts'

it('writes the counts even if those of old runs cannot be deleted', async () => {
  const { store, make } = await testApp()
  const { id: user_id, name } = await make.user()
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ user_id, run_id: `${index}`, calls: 1, last_at: '2026' }))
  await store.write((tx) => tx.insertInto('run_calls').values(rows).execute())
  await store.write((tx) =>
    sql`create trigger locked before delete on run_calls begin select raise(abort, 'locked'); end`.execute(tx),
  )
  const calls = createRunCalls(store, () => new Date(), createBackground(console))

  calls.count({
    id: user_id,
    name,
    run_id: 'new',
    via: { kind: 'token', name: 'Agent' },
    scope: 'read',
    credential_id: 'a token',
    plan_limit: null,
    branch_limit: null,
  })
  await expect(calls.flush()).rejects.toThrow('locked')

  const found = await store.reader.selectFrom('run_calls').select('calls').where('run_id', '=', 'new').execute()
  expect(found).toEqual([{ calls: 1 }])
})

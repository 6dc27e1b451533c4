import { expect, it } from 'vitest'
import { PASSWORD, testApp } from '../../../../test/factory.ts'
import { cleanUp } from './accounts.clean-up.ts'

const DAY_MS = 24 * 3_600_000

it('deletes expired rows and nothing else', async () => {
  let now = Date.now()
  const clock = () => new Date(now)
  const { as, make, store } = await testApp({ clock, env: { CAIRN_ABUSE_LIMITS: 'on' } })
  const me = await make.user()
  const count = async () => {
    const tables = ['sessions', 'one_time_tokens', 'attempts'] as const
    const rows = tables.map((table) => store.reader.selectFrom(table).selectAll().execute())
    return (await Promise.all(rows)).map(({ length }) => length)
  }
  await as(null)('POST', '/auth/register', { email: 'ana@example.test', name: 'Ana', password: PASSWORD })
  await as(null)('POST', '/auth/login', { email: me.email, password: 'Wrong-passw0rd' })

  await cleanUp({ store, clock })
  expect(await count()).toEqual([2, 1, 5])
  now += 2 * DAY_MS
  await cleanUp({ store, clock })

  // The session of the registration lasts 30 days.
  expect(await count()).toEqual([1, 0, 0])
})

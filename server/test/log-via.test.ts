// Log entries written before their app was recorded get it from the event log.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as migration from '../src/db/migrations/20261129-log-via.ts'
import { testApp } from './factory.ts'

it('recognizes log entries that an app or token wrote, and no others', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const agent = { ...me, token: await make.apiToken(me, 'write') }
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  const mine = await make.log(me, plan.id, node.id)
  const long = await make.log(agent, plan.id, node.id, {
    content: 'Long. '.repeat(500),
    metadata: { after: { id: 1 } },
  })
  const path = `/plans/${plan.id}/nodes/${node.id}/logs`
  await as(agent)('PUT', `${path}/${mine.id}`, { content: 'Edited by an agent' })
  await as(me)('PUT', `${path}/${long.id}`, { content: 'Edited by a person' })

  await store.write(async (tx) => {
    // A long text may have been cut inside a character.
    await sql`update events set data = replace(data, 'Long. ', ${'\\ud83d'}) where kind = 'log.added'`.execute(tx)
    await sql`alter table logs drop column via`.execute(tx)
    await migration.up(tx as never)
  })

  const logs = (await as(me)('GET', path)).json<{ id: string; via: unknown }[]>()
  expect(new Map(logs.map(({ id, via }) => [id, via]))).toEqual(
    new Map<string, unknown>([
      [long.id, { kind: 'token', name: 'write token' }],
      [mine.id, { kind: 'session' }],
    ]),
  )
})

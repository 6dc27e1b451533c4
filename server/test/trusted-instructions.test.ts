// Nodes written before authors were recorded get theirs from the event log.
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import * as migration from '../src/db/migrations/20261124-trusted-instructions.ts'
import { testApp } from './factory.ts'

it('recognizes instructions that a person last wrote in a browser, and no others', async () => {
  const { as, make, store } = await testApp()
  const { owner, editor, plan } = await make.team()
  const agent = await make.apiToken(editor, 'write')
  const node = async (agent_instructions: string | null, ...writes: [who: typeof editor | string, text: string][]) => {
    const { id } = await make.node(owner, plan.id, { title: 'Node', agent_instructions })
    for (const [who, text] of writes) {
      const body = { agent_instructions: text, title: `After ${text.slice(0, 9)}` }
      expect((await as(who)('PUT', `/plans/${plan.id}/nodes/${id}`, body)).statusCode).toBe(200)
    }
    return id
  }
  const byPerson = await node('First', [agent, 'Second'], [editor, 'Third'])
  const byAgent = await node('First', [editor, 'Second'], [agent, 'Third'])
  const long = await node(null, [editor, 'Long. '.repeat(8_000)])
  const created = await node('First')
  await as(agent)('PUT', `/plans/${plan.id}/nodes/${byPerson}`, { title: 'Renamed by an agent' })

  await store.write(async (tx) => {
    await sql`drop index logs_decisions`.execute(tx)
    await sql`alter table nodes drop column instructions_by`.execute(tx)
    await migration.up(tx as never)
  })

  const rows = await store.reader.selectFrom('nodes').select(['id', 'instructions_by']).execute()
  const authors = new Map(rows.map(({ id, instructions_by }) => [id, instructions_by]))
  expect([byPerson, byAgent, long, created].map((id) => authors.get(id))).toEqual([editor.id, null, editor.id, null])
})

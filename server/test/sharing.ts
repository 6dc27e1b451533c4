import type { Collaborator } from '@cairn/contract/api/collaborators'
import { testApp } from './factory.ts'
import { outbox } from './mails.ts'

/** A plan with everyone in it, its collaborators with their address, its events and the mails. */
export async function setUp(overrides: Parameters<typeof testApp>[0] = {}) {
  const test = await testApp(overrides)
  const team = await test.make.team()
  const path = `/plans/${team.plan.id}/collaborators`
  const events = async () => {
    const rows = await test.store.reader.selectFrom('events').select(['kind', 'data']).orderBy('revision').execute()
    return rows.map(({ kind, data }) => ({ kind, ...JSON.parse(data) })).filter(({ kind }) => kind !== 'plan.created')
  }
  const mails = () => outbox(test.dataDir)
  const list = async (as: Parameters<typeof test.as>[0] = team.owner) =>
    (await test.as(as)('GET', path)).json<{ owner: object; collaborators: Collaborator[] }>()
  return { ...test, ...team, path, events, mails, list }
}

import type { PlanEvent } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'
import { listEventsOf } from './undo.repo.ts'

it('finds changes of others with the same number of queries, however many there are', async () => {
  const { as, make, store } = await testApp()
  const { owner, editor, plan } = await make.team()
  const node = await make.node(owner, plan.id)
  const rename = (title: string, who = editor) => as(who)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title })
  const revision = Number((await rename('By the owner', owner)).headers['x-change'])
  const events = await listEventsOf(store.reader, plan.id, [revision])

  let queries = 0
  const counting = store.reader.withPlugin({
    transformQuery: ({ node: query }) => {
      queries++
      return query
    },
    transformResult: async ({ result }) => result,
  })
  const job = {
    ctx: { db: counting },
    plan,
    isForeign: (event: PlanEvent, later: { revision: number }) => later.revision > event.revision,
  } as unknown as UndoJob
  const findBy = async (wanted: string) => {
    queries = 0
    const foreign = await findForeign(job, events)
    return foreign(events[0] as PlanEvent, ({ title }) => title === wanted)?.actor_id
  }
  await rename('First')
  expect(await findBy('First')).toBe(editor.id)
  const forOne = queries
  for (let i = 0; i < 20; i++) await rename(`Name ${i}`)

  expect(await findBy('Name 7')).toBe(editor.id)
  expect(queries).toBe(forOne)
  expect(await findBy('Unknown')).toBeUndefined()
})

import type { PlanEvent } from '@cairn/contract/api/events'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { connected } from '../../../test/live-client.ts'

it('answers the events of the live channel over plain HTTP, page after page', async () => {
  const { app, as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const client = await connected(app, me.token)
  await client.subscribe(plan.id)
  const node = await make.node(me, plan.id)
  for (let i = 0; i < 5; i++) await as(me)('PUT', `/plans/${plan.id}/nodes/${node.id}`, { title: `Title ${i}` })
  await client.hear('event', ({ event }) => event.revision === 7)

  const events: PlanEvent[] = []
  for (let since = plan.revision, more = true; more; ) {
    const page = (await as(me)('GET', `/plans/${plan.id}/changes?since=${since}&limit=2`)).json()
    expect(page).toMatchObject({ plan_id: plan.id, revision: 7, reload: false })
    expect(page.events.length).toBeLessThanOrEqual(2)
    events.push(...page.events)
    more = page.has_more
    since = page.events.at(-1)?.revision
  }

  expect(events).toEqual(client.events())
  const none = (await as(me)('GET', `/plans/${plan.id}/changes?since=7`)).json()
  const now = (await as(me)('GET', `/plans/${plan.id}/changes`)).json()
  expect(none).toMatchObject({ events: [], has_more: false, reload: false, revision: 7 })
  expect(now).toEqual(none)
})

it('answers reload when the revision is ahead, too old or of another history', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const changes = async (query: string) => (await as(me)('GET', `/plans/${plan.id}/changes?${query}`)).json()
  const { epoch } = await changes('since=1')

  expect(await changes('since=2')).toMatchObject({ reload: true, events: [], has_more: false, revision: 1 })
  expect(await changes('since=1&epoch=elsewhere')).toMatchObject({ reload: true, events: [] })
  expect(await changes(`since=1&epoch=${encodeURIComponent(epoch)}`)).toMatchObject({ reload: false })
  await store.write((tx) => tx.updateTable('plans').set({ revision: 1_002 }).where('id', '=', plan.id).execute())
  expect(await changes('since=1')).toMatchObject({ reload: true, revision: 1_002 })
  for (const wrong of ['since=-1', 'since=x', 'since=1.5', 'limit=0', 'after=1'])
    expect((await as(me)('GET', `/plans/${plan.id}/changes?${wrong}`)).statusCode, wrong).toBe(400)
  expect((await as(await make.user())('GET', `/plans/${plan.id}/changes?since=0`)).statusCode).toBe(404)
})

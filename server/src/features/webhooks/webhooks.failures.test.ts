import { expect, it } from 'vitest'
import { mailTo } from '../../../test/mails.ts'
import { deliveriesOf, HOUR_MS, hook, listOf, MINUTE_MS, receiver, until, withPlan } from '../../../test/webhooks.ts'

it('retries a failed delivery later with the same id, and replays a delivered one', async () => {
  const { app, owner, plan, pass } = await withPlan()
  let status = 500
  const { url, received } = await receiver(() => status)
  const webhook = await hook(app, owner, plan.id, { url })
  await app.make.node(owner, plan.id)
  const [failed] = await until(async () => {
    const deliveries = await deliveriesOf(app, owner, webhook)
    expect(deliveries).toMatchObject([{ status: 'waiting', attempts: 1, code: 500 }])
    return deliveries
  })
  expect((await listOf(app, owner, plan.id))[0]?.failing_since).not.toBeNull()

  status = 200
  pass(2 * MINUTE_MS)
  await until(async () =>
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ status: 'delivered', attempts: 2, code: 200 }]),
  )
  expect((await listOf(app, owner, plan.id))[0]?.failing_since).toBeNull()

  await app.as(owner)('POST', `/plans/${plan.id}/webhooks/${webhook.id}/deliveries/${failed?.id}/replay`)
  await until(() => expect(received).toHaveLength(3))
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed?.id]))
})

it('does not blame the receiver when the message cannot be prepared', async () => {
  const lines: string[] = []
  const { app, owner, plan, pass } = await withPlan({ log: { write: (line: string) => void lines.push(line) } })
  const { url } = await receiver(() => 500)
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['node.created'] })
  const { id } = await app.make.node(owner, plan.id)
  await until(async () => expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ code: 500 }]))
  await app.store.write((tx) => tx.updateTable('events').set({ data: '{' }).where('node_id', '=', id).execute())

  await until(() => {
    pass(HOUR_MS)
    expect(lines.some((line) => line.includes('"work":"webhook"'))).toBe(true)
  })

  expect(await deliveriesOf(app, await app.make.apiToken(owner, 'admin'), webhook)).toMatchObject([{ code: 500 }])
})

it('disables a webhook after three days of failure, and skips what happened when it resumes', async () => {
  const { app, owner: person, plan, pass } = await withPlan()
  // A session would expire meanwhile.
  const owner = await app.make.apiToken(person, 'admin')
  const add = (title: string) => app.as(owner)('POST', `/plans/${plan.id}/nodes`, { title, node_type: 'task' })
  let status = 500
  const { url, received } = await receiver(() => status)
  const webhook = await hook(app, owner, plan.id, { url })
  await add('Failed')
  await until(() => expect(received).toHaveLength(1))
  await until(async () => expect((await listOf(app, owner, plan.id))[0]?.failing_since).not.toBeNull())
  pass(3 * 24 * 60 * MINUTE_MS)
  await until(async () => expect((await listOf(app, owner, plan.id))[0]?.status).toBe('disabled'))
  expect(await mailTo(app.dataDir, person.email, /^Webhook disabled/)).toContain(new URL(url).origin)
  await add('Missed')

  status = 200
  const resumed = await app.as(owner)('PUT', `/plans/${plan.id}/webhooks/${webhook.id}`, { is_active: true })
  expect(resumed.json()).toMatchObject({ status: 'active', failing_since: null })
  await add('Seen')

  await until(() => expect(received.at(-1)?.body).toContain('"node_title":"Seen"'))
  expect(received.some(({ body }) => body.includes('"node_title":"Missed"'))).toBe(false)
})

it('begins to count failures again after any success', async () => {
  const { app, owner, plan, clock } = await withPlan()
  const answers = [200, 500]
  const { url } = await receiver(() => answers.shift() ?? 500)
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['node.created'] })
  const long = new Date(clock().getTime() - 4 * 24 * HOUR_MS).toISOString()
  await app.store.write((tx) => tx.updateTable('webhooks').set({ failing_since: long }).execute())
  const nodes = ['One', 'Two'].map((title) => ({ title, node_type: 'task' }))
  await app.as(owner)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })
  await until(async () =>
    expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ code: 500 }, { status: 'delivered' }]),
  )
  const [now] = await listOf(app, owner, plan.id)
  expect(now?.status).toBe('active')
  expect(Date.parse(now?.failing_since ?? '')).toBeGreaterThan(Date.parse(long))
})

it('sends no text of an entry that was deleted before the delivery', async () => {
  const { app, owner, plan, pass } = await withPlan()
  let status = 500
  const { url, received } = await receiver(() => status)
  const webhook = await hook(app, owner, plan.id, { url, kinds: ['log.added'] })
  const node = await app.make.node(owner, plan.id)
  const base = `/plans/${plan.id}/nodes/${node.id}`
  const entry = (await app.as(owner)('POST', `${base}/log`, { content: 'Something wrong', tags: ['hush'] })).json()
  await until(async () => expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ attempts: 1, code: 500 }]))
  expect(received.at(-1)?.body).toContain('Something wrong')

  await app.as(owner)('DELETE', `${base}/logs/${entry.id}`)
  status = 200
  pass(2 * MINUTE_MS)
  await until(async () => expect(await deliveriesOf(app, owner, webhook)).toMatchObject([{ status: 'delivered' }]))
  expect(received.at(-1)?.body).toContain(entry.id)
  expect(received.at(-1)?.body).not.toMatch(/Something wrong|hush/)
})

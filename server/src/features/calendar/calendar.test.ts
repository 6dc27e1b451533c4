import type { Calendar } from '@cairn/contract/api/calendar'
import ICAL from 'ical.js'
import { foldLines } from 'ical-generator'
import { expect, it } from 'vitest'
import { PASSWORD, type TestApp, type TestUser, testApp } from '../../../test/factory.ts'
import { processorMs } from '../../../test/processor-time.ts'

const renew = async (app: TestApp, person: TestUser, plan_id?: string): Promise<string> =>
  new URL((await app.as(person)('PUT', '/users/me/calendars', { plan_id })).json<{ url: string }>().url).pathname

const listOf = async (app: TestApp, person: TestUser) =>
  (await app.as(person)('GET', '/users/me/calendars')).json<Calendar[]>()

const read = (app: TestApp, url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ method: 'GET', url, headers })

const entriesOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))

const titlesOf = async (app: TestApp, url: string) =>
  entriesOf((await read(app, url)).body)
    .map(({ summary }) => summary)
    .sort()

async function withDueNode(title = 'Launch') {
  const app = await testApp()
  const owner = await app.make.user()
  const me = await app.make.user()
  const plan = await app.make.plan(owner)
  await app.make.member(plan.id, me, 'editor')
  const due = async (name: string, due_date: string | null = '2026-03-01') => {
    const node = await app.make.node(owner, plan.id, { title: name, due_date })
    await app.as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: me.id })
    return node
  }
  const node = await due(title)
  return { app, owner, me, plan, node, due }
}

it('lists the due dates of open nodes that are assigned to the person', async () => {
  const { app, owner, me, plan, node, due } = await withDueNode()
  const url = await renew(app, me)
  const done = await due('Done')
  const trashed = await due('Trashed')
  await due('Without a date', null)
  await app.make.node(owner, plan.id, { title: 'Of no one', due_date: '2026-03-01' })
  expect(await titlesOf(app, url)).toEqual(['Done', 'Launch', 'Trashed'])

  await app.as(owner)('PUT', `/plans/${plan.id}/nodes/${done.id}/status`, { status: 'completed' })
  await app.as(owner)('DELETE', `/plans/${plan.id}/nodes/${trashed.id}`)

  const [entry, ...others] = entriesOf((await read(app, url)).body)
  expect(others).toEqual([])
  expect([entry?.summary, entry?.uid, entry?.startDate.toString(), entry?.startDate.isDate]).toEqual([
    'Launch',
    `${plan.id}.${node.id}@cairn`,
    '2026-03-01',
    true,
  ])
})

it('writes titles as text, in lines of at most 75 bytes', async () => {
  const title = `Ship, test; pay \\n "now" 👩\u200d💻 END:VEVENT ${'ü😀'.repeat(100)}`
  const { app, owner, me, plan, node } = await withDueNode(title)
  await app.as(owner)('PUT', `/plans/${plan.id}`, { title: 'Ship; test, pay \\n' })

  const { body } = await read(app, await renew(app, me, plan.id))

  const feed = new ICAL.Component(ICAL.parse(body))
  const name = String.raw`NAME:Ship\; test\, pay \\n`
  expect(body.split('\r\n').filter((line) => line.endsWith(name))).toEqual([name, `X-WR-CAL${name}`])
  expect(feed.getFirstSubcomponent('vevent')?.getFirstPropertyValue('url')).toMatch(`/plans/${plan.id}?node=${node.id}`)
  expect(entriesOf(body).map(({ summary }) => summary)).toEqual([title])
  expect(Math.max(...body.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

it('folds lines as the library does, a thousand entries in little time', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me, { title: 'Größe 👩‍👩‍👧 '.repeat(8) })
  const title = `${'Ä'.repeat(36)}${'👍🏽'.repeat(20)}`
  const nodes = Array.from({ length: 500 }, (_, i) => ({
    ...{ title: `${title}${'x'.repeat(i % 90)}`, node_type: 'task', due_date: '2027-01-01' },
  }))
  for (let half = 0; half < 2; half++)
    expect((await app.as(me)('POST', `/plans/${plan.id}/nodes/tree`, { nodes })).statusCode).toBe(201)
  const url = await renew(app, me, plan.id)
  const from = processorMs()
  const { body } = await read(app, url)
  // The library takes 1,000 ms.
  expect(processorMs() - from).toBeLessThan(500)
  expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1_000)
  expect(foldLines(body.replaceAll('\r\n ', ''))).toBe(body)
})

it('shows nothing of a plan that the person can no longer see', async () => {
  const { app, owner, me, plan } = await withDueNode()
  const url = await renew(app, me)
  expect(await titlesOf(app, url)).toEqual(['Launch'])

  await app.store.write((tx) => tx.deleteFrom('collaborators').where('user_id', '=', me.id).execute())
  expect(await titlesOf(app, url)).toEqual([])

  await app.make.member(plan.id, me, 'viewer')
  expect(await titlesOf(app, url)).toEqual(['Launch'])
  await app.as(owner)('DELETE', `/plans/${plan.id}`)
  expect(await titlesOf(app, url)).toEqual([])
})

it('answers an unchanged feed without its content', async () => {
  const { app, me, due } = await withDueNode()
  const url = await renew(app, me)
  const { headers } = await read(app, url)
  const validator = { 'if-none-match': String(headers.etag) }
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ])

  expect((await read(app, url, validator)).statusCode).toBe(304)
  await due('Another')
  expect((await read(app, url, validator)).statusCode).toBe(200)
})

it('ends a URL that is renewed or revoked, stores only its hash, and logs each change', async () => {
  const { app, me } = await withDueNode()
  const first = await renew(app, me)
  const second = await renew(app, me)
  expect([(await read(app, first)).statusCode, (await read(app, second)).statusCode]).toEqual([404, 200])
  expect(JSON.stringify(await app.store.reader.selectFrom('calendars').selectAll().execute())).not.toContain(
    second.slice('/calendars/'.length, -'.ics'.length),
  )

  const [calendar] = await listOf(app, me)
  await app.as(me)('DELETE', `/users/me/calendars/${calendar?.id}`)

  const [revoked, unknown] = [await read(app, second), await read(app, '/calendars/unknown.ics')]
  expect([revoked.statusCode, revoked.body]).toEqual([unknown.statusCode, unknown.body])
  expect(await listOf(app, me)).toEqual([])
  const rows = await app.store.reader.selectFrom('security_events').select('kind').orderBy('id').execute()
  expect(rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('calendar.'))).toEqual([
    'calendar.created',
    'calendar.renewed',
    'calendar.revoked',
  ])
})

it('lists the due dates of a plan, also of nodes assigned to others', async () => {
  const { app, owner, me, plan } = await withDueNode()
  await app.make.node(owner, plan.id, { title: 'Of no one', due_date: '2026-03-02' })
  const other = await app.make.plan(me)
  await app.make.node(me, other.id, { title: 'Elsewhere', due_date: '2026-03-02' })

  const url = await renew(app, me, plan.id)

  expect(await titlesOf(app, url)).toEqual(['Launch', 'Of no one'])
  const name = new ICAL.Component(ICAL.parse((await read(app, url)).body)).getFirstPropertyValue('x-wr-calname')
  expect(name).toBe(plan.title)
  expect((await listOf(app, me)).map((calendar) => calendar.plan)).toEqual([{ id: plan.id, title: plan.title }])
})

it('ends the URL of a plan with the membership, also if the person comes back', async () => {
  const { app, owner, me, plan } = await withDueNode()
  const [ofPlan, ofPerson] = [await renew(app, me, plan.id), await renew(app, me)]

  expect((await app.as(owner)('DELETE', `/plans/${plan.id}/collaborators/${me.id}`)).statusCode).toBeLessThan(300)
  expect([(await read(app, ofPlan)).statusCode, await titlesOf(app, ofPerson)]).toEqual([404, []])

  await app.make.member(plan.id, me, 'viewer')
  expect((await read(app, ofPlan)).statusCode).toBe(404)
})

it('hides the feed of a plan in the trash, and creates none for a plan without access', async () => {
  const { app, owner, me, plan } = await withDueNode()
  const url = await renew(app, me, plan.id)
  const stranger = await app.make.user()
  const refused = await app.as(stranger)('PUT', '/users/me/calendars', { plan_id: plan.id })
  expect(refused.statusCode).toBe(404)

  await app.as(owner)('DELETE', `/plans/${plan.id}`)

  expect([(await read(app, url)).statusCode, await listOf(app, me)]).toEqual([404, []])
})

it('ends all URLs with the account, and keeps one feed when two devices create it at once', async () => {
  const { app, me, plan } = await withDueNode()
  const urls = await Promise.all([renew(app, me), renew(app, me), renew(app, me, plan.id)])
  expect(await listOf(app, me)).toHaveLength(2)

  await app.as(me)('DELETE', '/users/profile', { password: PASSWORD })

  for (const url of urls) expect((await read(app, url)).statusCode).toBe(404)
})

it('turns off only feeds of the caller', async () => {
  const { app, owner, me } = await withDueNode()
  const url = await renew(app, me)
  const [calendar] = await listOf(app, me)

  const reply = await app.as(owner)('DELETE', `/users/me/calendars/${calendar?.id}`)

  expect([reply.statusCode, (await read(app, url)).statusCode]).toEqual([404, 200])
})

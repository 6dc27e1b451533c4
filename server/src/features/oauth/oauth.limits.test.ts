// An app that is limited to one plan: nothing else of the person can be read or changed through it.
import { allEndpoints } from '@cairn/contract/api/all'
import { expect, it } from 'vitest'
import { connectApp } from '../../../test/apps.ts'
import { type TestApp, testApp } from '../../../test/factory.ts'
import { uploadAs } from '../../../test/forms.ts'
import { connect } from '../../../test/live-client.ts'
import { twoServers } from '../../../test/two-servers.ts'

async function limited(app: TestApp) {
  const me = await app.make.user()
  const [mine, other] = [await app.make.plan(me, { title: 'Open' }), await app.make.plan(me, { title: 'Secret' })]
  const { access_token } = await connectApp(app, me, {
    query: { scope: 'plans:admin' },
    scope: 'admin',
    plan_id: mine.id,
  })
  await app.make.node(me, mine.id, { title: 'Visible step' })
  const node = await app.make.node(me, other.id, { title: 'Hidden step' })
  return { me, mine, other, node, token: access_token, call: app.as(access_token) }
}

it('finds only its plan in lists, search and the feed', async () => {
  const app = await testApp()
  const { call, mine, me } = await limited(app)

  const plans = await call('GET', '/plans')
  expect(plans.json().map(({ id }: { id: string }) => id)).toEqual([mine.id])
  expect([plans.headers['x-total-count'], plans.headers['x-plans-state']]).toEqual(['1', undefined])
  const hits = (await call('GET', '/search?q=step')).json().results.nodes
  expect(hits.map(({ title }: { title: string }) => title)).toEqual(['Visible step'])
  const feed = (await call('GET', '/activity/feed')).json()
  expect(feed.data.map(({ plan_id }: { plan_id: string }) => plan_id)).toEqual([mine.id, mine.id])
  expect(feed.total).toBe(2)
  expect((await app.as(me)('GET', '/plans')).json()).toHaveLength(2)
})

it('changes its plan, and finds no other plan by any call', async () => {
  const app = await testApp()
  const { call, mine, other, node } = await limited(app)

  expect((await call('PUT', `/plans/${mine.id}`, { title: 'Renamed' })).statusCode).toBe(200)
  for (const [method, path, body] of [
    ['GET', `/plans/${other.id}`],
    ['PUT', `/plans/${other.id}`, { title: 'x' }],
    ['DELETE', `/plans/${other.id}`],
    ['GET', `/plans/${other.id}/nodes`],
    ['GET', `/plans/${other.id}/nodes/${node.id}`],
    ['POST', `/plans/${other.id}/nodes`, { title: 'x', node_type: 'task' }],
    ['GET', `/activity/plans/${other.id}/activity`],
    ['GET', `/plans/${other.id}/changes?since=0`],
    ['GET', `/search/plan/${other.id}?query=step`],
    ['POST', `/plans/${other.id}/duplicate`, {}],
  ] as const) {
    const reply = await call(method, path, body)
    expect([reply.statusCode, reply.json().code], `${method} ${path}`).toEqual([404, 'plan_not_found'])
  }
  const crossed = await call('GET', `/plans/${mine.id}/nodes/${node.id}`)
  expect(crossed.json().code).toBe('node_not_found')
})

it('creates no plans, and changes nothing outside of plans', async () => {
  const app = await testApp()
  const { call, mine, me } = await limited(app)

  for (const [method, path, body] of [
    ['POST', '/plans', { title: 'New' }],
    ['POST', `/plans/${mine.id}/duplicate`, {}],
    ['PUT', '/users/profile', { name: 'Other' }],
    ['PUT', '/plans/seen', { until: new Date().toISOString() }],
  ] as const)
    expect((await call(method, path, body)).statusCode, path).toBe(403)
  expect((await app.as(me)('GET', '/plans')).json()).toHaveLength(2)
})

it('has no reads outside of plans but those that filter by the limit', () => {
  const reads = allEndpoints.filter(({ endpoint }) => endpoint.access === 'account.read').map(({ name }) => name)

  expect(reads.toSorted()).toEqual(['activity.feed', 'live.ticket', 'plans.list', 'search.everywhere', 'users.profile'])
})

it('follows only its plan on the live channel, until it is disconnected', async () => {
  const app = await testApp()
  const { me, mine, other, token } = await limited(app)
  const [{ id }] = (await app.as(me)('GET', '/auth/apps')).json()
  const direct = await connect(app.app, token)
  const { ticket } = (await app.as(token)('POST', '/live/ticket')).json()
  const ticketed = await connect(app.app, null, { query: `?ticket=${ticket}`, origin: 'http://cairn.test' })

  for (const client of [direct, ticketed]) {
    await client.hear('hello')
    await client.subscribe(mine.id)
    client.say({ type: 'subscribe', plan_id: other.id })
    expect(await client.hear('error')).toMatchObject({ code: 'plan_not_found', plan_id: other.id })
    client.say({ type: 'subscribe_plans' })
    expect(await client.hear('error', ({ code }) => code === 'forbidden')).toBeDefined()
  }
  await app.as(me)('DELETE', `/auth/apps/${id}`)

  expect([await direct.closed, await ticketed.closed]).toEqual([4001, 4001])
})

it('is disconnected on every server, and its signed links end', async () => {
  const { one, two } = await twoServers()
  const me = await one.make.user()
  const plan = await one.make.plan(me)
  const node = await one.make.node(me, plan.id)
  const { access_token } = await connectApp(one, me, { plan_id: plan.id })
  const path = `/plans/${plan.id}/nodes/${node.id}/artifacts`
  await uploadAs(one.app, me, path, { content: 'hello' })
  const [file] = (await two.as(access_token)('GET', path)).json()
  const open = () => two.app.inject({ method: 'GET', url: file.download_url })
  const live = await connect(two.app, access_token)
  await live.hear('hello')
  await live.subscribe(plan.id)
  expect((await open()).statusCode).toBe(200)

  const [{ id }] = (await one.as(me)('GET', '/auth/apps')).json()
  await one.as(me)('DELETE', `/auth/apps/${id}`)

  expect(await live.closed).toBe(4001)
  expect((await open()).statusCode).toBe(404)
})

it('never widens when the plan is gone', async () => {
  const app = await testApp()
  const { call, me, mine } = await limited(app)
  await app.as(me)('DELETE', `/plans/${mine.id}`)
  await app.as(me)('DELETE', `/plans/${mine.id}/trash`)

  expect((await call('GET', '/plans')).json()).toEqual([])
  expect((await app.as(me)('GET', '/auth/apps')).json()[0].plan).toEqual({ id: mine.id, title: null })
})

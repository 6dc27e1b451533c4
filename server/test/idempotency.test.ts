import type { PlanNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from './factory.ts'

const TASK = { title: 'Once', node_type: 'task' }
const key = (value: string) => ({ 'idempotency-key': value })

it('answers a repeated post as the first time, for the same person, route and body alone', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const other = await make.plan(team.owner)
  const url = `/plans/${team.plan.id}/nodes`
  const call = as(team.owner)

  const first = await call('POST', url, TASK, key('a key'))
  const again = await call('POST', `${url}?x=${'x'.repeat(9_000)}`, TASK, key('a key'))
  const otherBody = await call('POST', url, { ...TASK, title: 'Twice' }, key('a key'))
  const otherRoute = await call('POST', `/plans/${other.id}/nodes`, TASK, key('a key'))
  const otherPerson = await as(team.editor)('POST', url, TASK, key('a key'))

  expect([again.statusCode, again.body]).toEqual([201, first.body])
  expect([otherBody.statusCode, otherBody.json().code]).toEqual([409, 'idempotency_key_reused'])
  expect([otherRoute.statusCode, otherPerson.statusCode]).toEqual([201, 201])
  expect((await call('GET', url)).json<PlanNode[]>()).toHaveLength(2)
})

it('keeps no key of a call that failed, and answers nobody who has lost access', async () => {
  const { as, make } = await testApp()
  const team = await make.team()
  const url = `/plans/${team.plan.id}/nodes`
  const call = as(team.editor)

  const failed = await call('POST', url, { ...TASK, parent_id: crypto.randomUUID() }, key('a key'))
  const worked = await call('POST', url, TASK, key('a key'))
  await as(team.owner)('DELETE', `/plans/${team.plan.id}/collaborators/${team.editor.id}`)
  const removed = await call('POST', url, TASK, key('a key'))

  expect([failed.statusCode, worked.statusCode, removed.statusCode]).toEqual([404, 201, 404])
})

it('refuses a key that is empty or too long, and takes the longest', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const post = (value: string) => as(me)('POST', `/plans/${plan.id}/nodes`, TASK, key(value))

  for (const value of ['', 'x'.repeat(201)]) {
    const reply = await post(value)
    expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, 'Idempotency-Key'])
  }
  expect((await post('ÿ'.repeat(200))).statusCode).toBe(201)
})

it('names a run id that is too long, and keeps one that is odd as it is', async () => {
  const { as, make, store } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const post = (value: string) => as(me)('POST', `/plans/${plan.id}/nodes`, TASK, { 'x-run-id': value })

  expect((await post('x'.repeat(101))).statusCode).toBe(400)
  expect((await post("<script>'; --ÿ")).statusCode).toBe(201)
  const events = await store.reader.selectFrom('events').select('run_id').where('kind', '=', 'node.created').execute()
  expect(events).toEqual([{ run_id: "<script>'; --ÿ" }])
})

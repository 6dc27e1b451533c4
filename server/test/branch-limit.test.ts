// Every endpoint that changes something, with an admin token that may change one branch, for what is outside of it. What
// is expected is written here a second time, by rule and by exception.
import { allEndpoints } from '@cairn/contract/api/all'
import { expect, test } from 'vitest'
import { testApp } from './factory.ts'
import { uploadAs } from './forms.ts'
import { readPlanRows } from './plan-rows.ts'
import { samples, urlOf } from './samples.ts'

/** Each other write is refused with 403 `outside_branch`. */
const EXCEPTIONS: Record<string, { status: 200 | 403; code?: string; why: string }> = {
  'plans.duplicate': { status: 403, code: 'forbidden', why: 'the copy would be another plan' },
  'ai.breakDown': { status: 200, why: 'a draft writes nothing' },
  'ai.summarize': { status: 200, why: 'a draft writes nothing' },
  'ai.draftReport': { status: 200, why: 'a draft writes nothing' },
}

/** Where the sample only looks: the same call, so that it writes. */
const WRITING: Record<string, (plan: { revision: number }) => Record<string, string>> = {
  'transfer.changeByOutline': ({ revision }) => ({ dry_run: 'false', expected_revision: String(revision) }),
}

const writes = allEndpoints.filter(
  ({ endpoint }) => endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.access !== 'account.secure',
)
const inPlans = writes.filter(({ endpoint }) => endpoint.path.includes(':planId'))

test.each(inPlans)('$name changes nothing outside of the branch', async ({ name, endpoint }) => {
  const app = await testApp()
  const team = await app.make.team()
  const { owner, plan } = team
  // A plan without nodes is what templates need; there the branch was deleted permanently.
  const isEmpty = name === 'plans.applyTemplate'
  const top = isEmpty ? crypto.randomUUID() : (await app.make.node(owner, plan.id, { title: 'Branch' })).id
  const sample = await samples[name]?.(app, team)
  if (!sample) throw new Error(`There is no sample call for ${name} in samples.ts.`)
  const query = WRITING[name]?.((await app.as(owner)('GET', `/plans/${plan.id}`)).json())
  if (query) sample.query = query
  const token = await app.make.apiToken(owner, 'admin', { plan_id: plan.id, branch_id: top })
  const before = await readPlanRows(app, team.plan.id)

  const reply = await app.as(token)(endpoint.method, urlOf(endpoint, sample), sample.body, sample.headers)

  const expected = EXCEPTIONS[name] ?? { status: 403, code: isEmpty ? 'branch_deleted' : 'outside_branch' }
  expect(reply.statusCode, reply.body.slice(0, 500)).toBe(expected.status)
  if (expected.code) expect(reply.json().code).toBe(expected.code)
  expect(await readPlanRows(app, team.plan.id)).toEqual(before)
})

test('writes outside of plans are refused too', async () => {
  const app = await testApp()
  const me = await app.make.user()
  const plan = await app.make.plan(me)
  const node = await app.make.node(me, plan.id)
  const token = await app.make.apiToken(me, 'admin', { plan_id: plan.id, branch_id: node.id })

  const others = writes.filter(({ endpoint }) => endpoint.access === 'account.write')
  expect(others.length).toBeGreaterThan(3)
  for (const { name, endpoint } of others) {
    const sample = (await samples[name]?.(app, { ...(await app.make.team()) }, me)) ?? {}
    const reply = await app.as(token)(endpoint.method, urlOf(endpoint, sample), sample.body, sample.headers)
    expect([name, reply.statusCode, reply.json().code]).toEqual([name, 403, 'forbidden'])
  }
})

test('a preview of an outline is refused like its application', async () => {
  const app = await testApp()
  const { owner, plan } = await app.make.team()
  const branch = await app.make.node(owner, plan.id, { title: 'Branch' })
  await app.make.node(owner, plan.id, { title: 'Outside' })
  const outline = (await app.as(owner)('GET', `/plans/${plan.id}/export?format=markdown`)).body
  const token = await app.make.apiToken(owner, 'admin', { plan_id: plan.id, branch_id: branch.id })
  const preview = async (content: string) => {
    const reply = await uploadAs(app.app, { ...owner, token }, `/plans/${plan.id}/outline`, { content })
    return reply.json().code ?? reply.json().can_apply
  }

  expect(await preview(outline.replace('Branch', 'My branch'))).toBe(true)
  expect(await preview(outline.replace('Outside', 'Not mine'))).toBe('outside_branch')
  expect(await preview(`${outline}- [ ] At the top level\n`)).toBe('outside_branch')
})

test('a bulk change names each node outside of the branch, with its index and the branch', async () => {
  const app = await testApp()
  const { owner, plan } = await app.make.team()
  const [branch, outside] = [await app.make.node(owner, plan.id), await app.make.node(owner, plan.id)]
  const agent = app.as(await app.make.apiToken(owner, 'admin', { plan_id: plan.id, branch_id: branch.id }))
  const bulk = async (body: object) => (await agent('POST', `/plans/${plan.id}/nodes/bulk`, { ...body })).json()

  const both = await bulk({ node_ids: [branch.id, outside.id], status: 'completed' })
  expect(both.details).toEqual([
    expect.objectContaining({ path: 'node_ids.1', index: 1, id: outside.id, branch_id: branch.id }),
  ])
  const moved = await bulk({ node_ids: [outside.id], parent_id: branch.id })
  expect([moved.code, moved.details.branch_id]).toEqual(['outside_branch', branch.id])
})

test('every exception is an endpoint', () => {
  const names = new Set(inPlans.map(({ name }) => name))
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([])
})

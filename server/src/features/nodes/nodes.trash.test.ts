import type { PlanNode, TrashedNode } from '@cairn/contract/api/nodes'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'
import { insertTree } from '../../../test/rows.ts'
import { expectSoundPlan } from '../../../test/soundness.ts'

async function aPlan(clock = () => new Date()) {
  const app = await testApp({ clock })
  const { as, make } = app
  const team = await make.team()
  const base = `/plans/${team.plan.id}/nodes`
  const call = as(team.owner)
  const titles = async () => (await call('GET', base)).json<PlanNode[]>().map(({ title }) => title)
  const add = (title: string, more: object = {}) => make.node(team.owner, team.plan.id, { title, ...more })
  const bulk = (body: object) => call('POST', `${base}/bulk`, { ...body })
  return { ...app, ...team, base, call, titles, add, bulk }
}

it('lists everything that was deleted, latest first, with when and by whom', async () => {
  const { as, editor, owner, base, call, add } = await aPlan()
  const phase = await add('Phase')
  const task = await add('Task', { parent_id: phase.id })
  const other = await add('Other')
  await add('Below', { parent_id: other.id })

  await as(editor)('DELETE', `${base}/${task.id}`)
  await call('DELETE', `${base}/${other.id}`)
  const trash = (await call('GET', `${base}?trash=1`)).json<TrashedNode[]>()

  expect(trash.map(({ title, node_count, deleted_by }) => [title, node_count, deleted_by])).toEqual([
    ['Other', 2, { id: owner.id, name: owner.name }],
    ['Task', 1, { id: editor.id, name: editor.name }],
  ])
  for (const { deleted_at } of trash) expect(Date.parse(deleted_at)).toBeGreaterThan(Date.parse(task.created_at) - 1)
})

it('lists nothing that was deleted more than 30 days ago', async () => {
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const { as, make } = await testApp({ clock: () => clock.now })
  const owner = await make.user()
  const plan = await make.plan(owner)
  const base = `/plans/${plan.id}/nodes`
  const node = await make.node(owner, plan.id)
  await as(owner)('DELETE', `${base}/${node.id}`)
  const listed = async () => (await as(owner)('GET', `${base}?trash=1`)).json<TrashedNode[]>().length

  const soon = await listed()
  clock.now = new Date('2026-04-01T10:00:00.000Z')
  const after = await listed()

  expect([soon, after]).toEqual([1, 0])
})

it('restores a branch to its position', async () => {
  const { base, call, titles, add } = await aPlan()
  await add('First')
  const phase = await add('Phase', { node_type: 'phase' })
  await add('Task', { parent_id: phase.id })
  await add('Last')

  await call('DELETE', `${base}/${phase.id}`)
  const without = await titles()
  const back = await call('POST', `${base}/${phase.id}/restore`)

  expect(without).toEqual(['First', 'Last'])
  expect(back.json()).toMatchObject({ id: phase.id, order_index: 1, metadata: { child_count: 1 } })
  expect(await titles()).toEqual(['First', 'Phase', 'Task', 'Last'])
})

it('restores many nodes in one call, each to its position, as one run', async () => {
  // Deletions in the same millisecond have no order.
  let now = Date.now()
  const app = await aPlan(() => new Date(now++))
  const { base, call, titles, add, bulk, plan } = app
  const nodes = []
  for (const title of ['A', 'B', 'C', 'D', 'E', 'F']) nodes.push(await add(title))
  const [a, b, c, d, , f] = nodes.map(({ id }) => id)
  const before = await titles()

  await bulk({ node_ids: [f, b, c], delete: true })
  await call('DELETE', `${base}/${a}`)
  await call('DELETE', `${base}/${d}`)
  const left = await titles()
  const back = await bulk({ node_ids: [a, b, c, d, f], restore: true })

  expect(left).toEqual(['E'])
  expect(back.json<PlanNode[]>().map(({ id }) => id)).toEqual([a, b, c, d, f])
  expect(await titles()).toEqual(before)
  await expectSoundPlan(app, call, plan.id)
  const { data } = (await call('GET', `/activity/plans/${plan.id}/activity`)).json()
  expect(new Set(data.slice(0, 5).map(({ run_id }: { run_id: string }) => run_id)).size).toBe(1)
})

it('restores a node under its parent when both are restored', async () => {
  const app = await aPlan()
  const { base, call, titles, add, bulk, plan } = app
  const phase = await add('Phase')
  const one = await add('One', { parent_id: phase.id })
  await add('Two', { parent_id: phase.id })
  await call('DELETE', `${base}/${one.id}`)
  await call('DELETE', `${base}/${phase.id}`)

  await bulk({ node_ids: [one.id, phase.id], restore: true })

  expect(await titles()).toEqual(['Phase', 'One', 'Two'])
  await expectSoundPlan(app, call, plan.id)
})

it('leaves a node as it is that has been restored already', async () => {
  const { base, add, call } = await aPlan()
  const { id } = await add('Phase')
  await call('DELETE', `${base}/${id}`)
  const first = await call('POST', `${base}/${id}/restore`)
  const again = await call('POST', `${base}/${id}/restore`)
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.json()).toEqual(first.json())
  const outdated = await call('POST', `${base}/${id}/restore`, { expected_version: first.json().version + 1 })
  expect(outdated.json()).toMatchObject({ code: 'version_conflict' })
})

it('restores only deleted nodes', async () => {
  const { base, add, call, bulk } = await aPlan()
  const phase = await add('Phase')
  const task = await add('Task', { parent_id: phase.id })
  const kept = await add('Kept')
  await call('DELETE', `${base}/${phase.id}`)

  const alone = await call('POST', `${base}/${task.id}/restore`)
  const withoutParent = await bulk({ node_ids: [task.id], restore: true })
  const withKept = await bulk({ node_ids: [phase.id, kept.id], restore: true })

  for (const reply of [alone, withoutParent, withKept])
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'node_not_found'])
})

it('does not delete a root with children, also in a bulk call', async () => {
  const { base, call, add, bulk, titles } = await aPlan()
  const root = await add('Root', { node_type: 'root' })
  const child = await add('Child')

  const replies = [
    await call('DELETE', `${base}/${root.id}`),
    await bulk({ node_ids: [root.id, child.id], delete: true }),
    await bulk({ node_ids: [root.id], delete: true }),
  ]

  for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([409, 'root_has_children'])
  expect(await titles()).toEqual(['Root', 'Child'])
  await call('DELETE', `${base}/${child.id}`)
  expect((await call('DELETE', `${base}/${root.id}`)).statusCode).toBe(204)
})

it('never moves the root', async () => {
  const { base, call, add, bulk } = await aPlan()
  const root = await add('Root', { node_type: 'root' })
  const child = await add('Child')
  const move = (body: object) => call('POST', `${base}/${root.id}/move`, { ...body })

  const replies = [
    await move({}),
    await move({ parent_id: null }),
    await move({ parent_id: '' }),
    await move({ order_index: 0 }),
    await move({ order_index: 5 }),
    await move({ parent_id: child.id, order_index: 0 }),
    await bulk({ node_ids: [root.id], parent_id: null }),
    await bulk({ node_ids: [child.id, root.id], parent_id: '' }),
  ]

  for (const reply of replies) expect([reply.statusCode, reply.json().code]).toEqual([409, 'root_fixed'])
})

it('lists more than a thousand deleted nodes', async () => {
  const { store, base, call, plan, bulk } = await aPlan()
  const ids = await insertTree({ store }, plan.id, Array(1_001).fill(null))

  for (let i = 0; i < ids.length; i += 500) await bulk({ node_ids: ids.slice(i, i + 500), delete: true })

  expect((await call('GET', `${base}?trash=1`)).json()).toHaveLength(1_001)
})

it('pages the trash by cursor, without a repetition or a gap while others delete', async () => {
  const { store, base, call, plan, bulk, add } = await aPlan()
  const ids = await insertTree({ store }, plan.id, Array(23).fill(null))
  const later = await add('Later')
  await bulk({ node_ids: ids.slice(0, 9), delete: true })
  await bulk({ node_ids: ids.slice(9), delete: true })
  const whole = (await call('GET', `${base}?trash=1`)).json<TrashedNode[]>().map(({ id }) => id)

  const pages: string[][] = []
  for (let path: string | undefined = `${base}?trash=1&limit=5`; path; ) {
    const reply = await call('GET', path)
    pages.push(reply.json<TrashedNode[]>().map(({ id }) => id))
    path = /<\/api([^>]+)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    if (pages.length === 1) await call('DELETE', `${base}/${later.id}`)
  }

  expect(pages.map(({ length }) => length)).toEqual([5, 5, 5, 5, 3])
  expect(pages.flat()).toEqual(whole)
  expect([...whole].sort()).toEqual([...ids].sort())
})

it.each(['trash=1&cursor=x', 'trash=1&limit=0', 'limit=5', 'cursor=x'])('rejects ?%s', async (query) => {
  const { base, call } = await aPlan()

  expect((await call('GET', `${base}?${query}`)).statusCode).toBe(400)
})

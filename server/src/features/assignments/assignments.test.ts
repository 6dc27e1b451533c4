import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('assigns members once, and no one else', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const stranger = await make.user()
  const node = await make.node(owner, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}`

  const first = await as(owner)('POST', `${url}/assign`, { user_id: viewer.id })
  const again = await as(owner)('POST', `${url}/assign`, { user_id: viewer.id })
  const refused = await as(owner)('POST', `${url}/assign`, { user_id: stranger.id })

  expect(first.json()).toMatchObject({ node_id: node.id, assigned_by: owner.id, user: { email: viewer.email } })
  expect(again.json().id).toBe(first.json().id)
  expect(refused.statusCode).toBe(400)
  expect((await as(viewer)('GET', url)).json().assignees).toEqual([viewer.id])
})

it('removes an assignment by body or by query', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer, editor } = await make.team()
  const node = await make.node(owner, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}`
  for (const user of [viewer, editor]) await as(owner)('POST', `${url}/assign`, { user_id: user.id })

  const byBody = await as(owner)('DELETE', `${url}/unassign`, { user_id: viewer.id })
  const byQuery = await as(owner)('DELETE', `${url}/unassign?user_id=${editor.id}`)
  const missing = await as(owner)('DELETE', `${url}/unassign?user_id=${editor.id}`)

  expect([byBody.statusCode, byQuery.statusCode, missing.statusCode]).toEqual([204, 204, 404])
  expect((await as(owner)('GET', `${url}/assignments`)).json()).toEqual([])
})

async function aTeamAndNode() {
  const app = await testApp()
  const team = await app.make.team()
  const node = await app.make.node(team.owner, team.plan.id)
  const url = `/plans/${team.plan.id}/nodes/${node.id}`
  const call = app.as(team.owner)
  const set = (user_ids: readonly string[]) => call('PUT', `${url}/assignees`, { user_ids })
  const events = async () =>
    await app.store.reader
      .selectFrom('events')
      .selectAll()
      .where('node_id', '=', node.id)
      .where('kind', 'in', ['node.assigned', 'node.unassigned'])
      .orderBy('revision')
      .execute()
  const people = async (count: number) => {
    const made = await Promise.all(Array.from({ length: count }, () => app.make.user()))
    for (const person of made) await app.make.member(team.plan.id, person, 'viewer')
    return made.map(({ id }) => id)
  }
  return { ...app, ...team, node, url, call, set, events, people }
}

it('sets everyone who is assigned and their order as one change, and keeps what stays', async () => {
  const { owner, editor, viewer, commenter, as, set, events, url } = await aTeamAndNode()
  const [a, b, c, d] = [owner.id, editor.id, viewer.id, commenter.id]
  const written = async (user_ids: string[]) => {
    const before = (await events()).length
    const reply = await set(user_ids)
    expect(reply.statusCode).toBe(200)
    expect(reply.json().map(({ user_id }: { user_id: string }) => user_id)).toEqual([...new Set(user_ids)])
    return (await events()).slice(before).map(({ kind, data, change }) => {
      const { before: old, after } = JSON.parse(data)
      return { sign: kind === 'node.assigned' ? '+' : '-', who: (old ?? after).user_id, change }
    })
  }
  const short = (list: Awaited<ReturnType<typeof written>>) => list.map(({ sign, who }) => sign + who)

  expect(short(await written([a, b, c]))).toEqual([`+${a}`, `+${b}`, `+${c}`])
  expect(await written([a, b, c])).toEqual([])
  expect(short(await written([b, c, d, d]))).toEqual([`-${a}`, `+${d}`])
  await as(editor)('POST', `${url}/assign`, { user_id: a })
  const reordered = await written([c, b, d, a])
  expect(short(reordered).filter((text) => text.endsWith(c))).toEqual([])
  expect(new Set(reordered.map(({ change }) => change)).size).toBe(1)
  // A new order says who has assigned them, as before.
  const assigned = (await as(viewer)('GET', `${url}/assignments`)).json()
  expect(assigned.map(({ assigned_by }: { assigned_by: string }) => assigned_by)).toEqual([
    owner.id,
    owner.id,
    owner.id,
    editor.id,
  ])
  expect((await as(viewer)('GET', url)).json().assignees).toEqual([c, b, d, a])
  expect(short(await written([]))).toHaveLength(4)
})

it('undoes a new order in one step', async () => {
  const { owner, editor, viewer, set, call, plan, url } = await aTeamAndNode()
  const first = [owner.id, editor.id, viewer.id]
  await set(first)
  const change = Number((await set([viewer.id, owner.id])).headers['x-change'])

  const undone = await call('POST', `/plans/${plan.id}/undo`, { changes: [change] })

  expect(undone.statusCode).toBe(200)
  expect((await call('GET', url)).json().assignees).toEqual(first)
})

it('rejects strangers and more than 20 people, and names the field', async () => {
  const { owner, call, set, make, people, plan, node, url } = await aTeamAndNode()
  const stranger = await make.user()
  const many = await people(21)
  const fields = (reply: Awaited<ReturnType<typeof set>>) => [
    reply.statusCode,
    (reply.json().details ?? []).map(({ path }: { path: string }) => path),
  ]

  expect(fields(await set([owner.id, stranger.id]))).toEqual([400, ['user_ids.1']])
  expect(fields(await set(many))).toEqual([400, ['user_ids']])
  expect(fields(await set(['nobody']))).toEqual([400, ['user_ids.0']])
  expect((await set(many.slice(0, 20))).statusCode).toBe(200)

  const [last = ''] = many.slice(20)
  expect(fields(await call('POST', `${url}/assign`, { user_id: last }))).toEqual([400, ['user_id']])
  const bulk = await call('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids: [node.id], assign: last })
  expect(fields(bulk)).toEqual([400, ['node_ids.0']])
  const off = await call('DELETE', `${url}/unassign?user_id=${many[0]}`)
  await call('POST', `${url}/assign`, { user_id: last })
  const undone = await call('POST', `/plans/${plan.id}/undo`, { changes: [Number(off.headers['x-change'])] })
  expect(undone.json().details.blocked[0].code).toBe('too_many_assignees')
  expect((await call('GET', url)).json().assignees).toHaveLength(20)
})

it('assigns to several nodes with several people without changing the order', async () => {
  const { owner, editor, viewer, call, set, make, plan, node } = await aTeamAndNode()
  const other = await make.node(owner, plan.id)
  await set([editor.id, owner.id])
  const bulk = async (change: object) => {
    const reply = await call('POST', `/plans/${plan.id}/nodes/bulk`, { node_ids: [node.id, other.id], ...change })
    return reply.json().map(({ assignees }: { assignees: string[] }) => assignees)
  }

  expect(await bulk({ assign: editor.id })).toEqual([[editor.id, owner.id], [editor.id]])
  expect(await bulk({ assign: viewer.id })).toEqual([
    [editor.id, owner.id, viewer.id],
    [editor.id, viewer.id],
  ])
  expect(await bulk({ unassign: editor.id })).toEqual([[owner.id, viewer.id], [viewer.id]])
})

it('sets assignees only if the list is the expected one', async () => {
  const { owner, editor, viewer, call, plan, node } = await aTeamAndNode()
  const path = `/plans/${plan.id}/nodes/${node.id}/assignees`
  const set = (user_ids: string[], expected_user_ids: string[]) => call('PUT', path, { user_ids, expected_user_ids })
  await set([editor.id, owner.id], [])

  const refused = await set([viewer.id], [editor.id])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'version_conflict'])
  expect(refused.json().details.map(({ user_id }: { user_id: string }) => user_id)).toEqual([editor.id, owner.id])
  expect((await set([viewer.id], [editor.id, owner.id])).statusCode).toBe(200)
})

it('hides from strangers that unassigning needs a person', async () => {
  const { call, as, make, plan, node } = await aTeamAndNode()
  const path = `/plans/${plan.id}/nodes/${node.id}/unassign`
  expect((await as(await make.user())('DELETE', path)).statusCode).toBe(404)
  const refused = await call('DELETE', path)
  expect([refused.statusCode, refused.json().details[0].path]).toEqual([400, 'user_id'])
})

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

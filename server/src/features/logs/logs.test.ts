import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('lists entries newest first, with author, tags and metadata', async () => {
  const { as, make } = await testApp()
  const me = await make.user()
  const plan = await make.plan(me)
  const node = await make.node(me, plan.id)
  await make.log(me, plan.id, node.id, { content: 'First' })
  await make.log(me, plan.id, node.id, {
    content: 'Second',
    log_type: 'decision',
    tags: [' api ', '', 'v2'],
    metadata: { a: 1 },
  })

  const reply = await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs`)
  const decisions = await as(me)('GET', `/plans/${plan.id}/nodes/${node.id}/logs?log_type=decision&limit=1`)

  expect(reply.json()).toMatchObject([
    {
      content: 'Second',
      log_type: 'decision',
      tags: ['api', 'v2'],
      metadata: { a: 1 },
      user: { id: me.id, email: me.email },
    },
    { content: 'First', log_type: 'progress', tags: [], metadata: {} },
  ])
  expect(decisions.json()).toHaveLength(1)
})

it('counts comments alone, and lets a commenter write nothing else', async () => {
  const { as, make } = await testApp()
  const { plan, owner, commenter, viewer } = await make.team()
  const node = await make.node(owner, plan.id)
  const url = `/plans/${plan.id}/nodes/${node.id}/log`

  const comment = await as(commenter)('POST', url, { content: 'Nice', log_type: 'comment' })
  const progress = await as(commenter)('POST', url, { content: 'Done', log_type: 'progress' })
  const byViewer = await as(viewer)('POST', url, { content: 'Hm', log_type: 'comment' })
  await as(owner)('POST', url, { content: 'Half way' })

  expect([comment.statusCode, progress.statusCode, byViewer.statusCode]).toEqual([201, 403, 403])
  expect((await as(owner)('GET', `/plans/${plan.id}/nodes/${node.id}`)).json()).toMatchObject({
    comment_count: 1,
    version: 1,
  })
})

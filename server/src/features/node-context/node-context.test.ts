import { NodeContext } from '@cairn/contract/api/nodeContext'
import { expect, it } from 'vitest'
import { testApp } from '../../../test/factory.ts'

it('shows the path of a node and everything that belongs to it', async () => {
  const { as, make } = await testApp()
  const { plan, owner, viewer } = await make.team()
  const phase = await make.node(owner, plan.id, { title: 'Phase', node_type: 'phase' })
  const node = await make.node(owner, plan.id, { title: 'Node', parent_id: phase.id })
  const child = await make.node(owner, plan.id, { title: 'Child', parent_id: node.id })
  const edge = await make.edge(owner, plan.id, phase.id, node.id)
  for (let i = 1; i <= 11; i++) await make.log(owner, plan.id, node.id, { content: `Entry ${i}` })
  await as(owner)('POST', `/plans/${plan.id}/nodes/${node.id}/assign`, { user_id: viewer.id })

  const context = (await as(viewer)('GET', `/plans/${plan.id}/nodes/${node.id}/context`)).json()

  expect(NodeContext.parse(context)).toEqual(context)
  expect(context).toMatchObject({
    plan: { id: plan.id, role: 'viewer' },
    node: { id: node.id, assignees: [viewer.id], metadata: { child_count: 1 } },
    ancestry: [{ id: phase.id }, { id: node.id }],
    children: [{ id: child.id }],
    edges: [edge],
    artifacts: [],
    assignees: [{ id: viewer.id, email: viewer.email }],
  })
  expect(context.logs).toHaveLength(10)
  expect(context.logs[0].content).toBe('Entry 11')
})

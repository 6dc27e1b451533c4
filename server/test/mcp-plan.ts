// A plan that tools change, and clients that call them.
import type { PlanNode } from '@cairn/contract/api/nodes'
import { testApp } from './factory.ts'
import { type ERAS, mcpClient } from './mcp-client.ts'

export async function setUp() {
  const server = await testApp()
  const { make, as } = server
  const team = await make.team()
  const { owner, editor, plan } = team
  const root = await make.node(owner, plan.id, { title: 'A plan', node_type: 'root' })
  const one = await make.node(owner, plan.id, { title: 'One', parent_id: root.id })
  const two = await make.node(owner, plan.id, { title: 'Two', parent_id: root.id })
  const clientOf = async (who: typeof owner, scope: 'read' | 'write' | 'admin', era?: (typeof ERAS)[number]) =>
    mcpClient(server, await make.apiToken(who, scope), era && { era })
  const nodeOf = async (id: string) => (await as(owner)('GET', `/plans/${plan.id}/nodes/${id}`)).json<PlanNode>()
  const treeOf = async (planId = plan.id) =>
    (await as(owner)('GET', `/plans/${planId}/nodes`)).json<PlanNode[]>().map(({ title }) => title)
  const mcp = await clientOf(editor, 'write')
  return { ...server, team, owner, editor, plan, root, one, two, mcp, clientOf, nodeOf, treeOf, plan_id: plan.id }
}

/** The short id that outlines show. */
export const short = ({ id }: { id: string }) => id.slice(-8)

import type { Ctx } from '../../core/ctx.ts'
import { writeNodes } from '../nodes/nodes.json.ts'
import { readNodes } from '../nodes/nodes.queries.ts'
import { getPlan } from './plans.queries.ts'

/** The plan and its whole tree, nested, as JSON: written in slices, because it may be as large as the plan. */
export async function getPlanContext(ctx: Ctx, planId: string): Promise<Buffer> {
  const { nodes, beside: plan } = await readNodes(ctx, planId, (at) => getPlan(at, planId))
  return writeNodes(nodes, 'tree', (node) => JSON.stringify(node), [
    `{"plan":${JSON.stringify(plan)},"structure":`,
    '}',
  ])
}

import type { NodeContext } from '@cairn/contract/api/nodeContext'
import { mapInTurns } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Signer } from '../../core/signing.ts'
import { longSnapshot, snapshot } from '../../db/snapshot.ts'
import { readArtifacts } from '../artifacts/artifacts.queries.ts'
import { readAssignments } from '../assignments/assignments.queries.ts'
import { readEdgesOfNode } from '../edges/edges.queries.ts'
import { readLogs } from '../logs/logs.queries.ts'
import { writeNodes } from '../nodes/nodes.json.ts'
import { hasManyChildren, readAncestry, readChildren, requireNode } from '../nodes/nodes.queries.ts'
import { toNode } from '../nodes/nodes.shape.ts'
import { showPlan } from '../plans/plans.queries.ts'

const RECENT_LOGS = 10

/** Everything needed to work on a node: ancestors, children, links, files, assignees, the ten latest logs. */
export async function getNodeContext(ctx: Ctx, signer: Signer, planId: string, nodeId: string): Promise<NodeContext> {
  await authorizePlan(ctx, planId, 'plan.read')
  const read = hasManyChildren(await requireNode(ctx, planId, nodeId)) ? longSnapshot : snapshot
  const { children, ...context } = await read(ctx, (at) => readNodeContext(at, signer, planId, nodeId))
  return { ...context, children: await mapInTurns(children, toNode) }
}

/** As JSON, the children in slices: they may be as large as the plan. */
export const writeNodeContext = ({ children, ...context }: NodeContext): Promise<Buffer> =>
  writeNodes(children, 'flat', (node) => JSON.stringify(node), [
    `${JSON.stringify(context).slice(0, -1)},"children":`,
    '}',
  ])

async function readNodeContext(ctx: Ctx, signer: Signer, planId: string, nodeId: string) {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const node = toNode(await requireNode(ctx, planId, nodeId))
  const assignments = await readAssignments(ctx, planId, nodeId)
  return {
    plan: await showPlan(ctx, plan),
    node,
    ancestry: await readAncestry(ctx, planId, nodeId),
    children: await readChildren(ctx, planId, nodeId),
    edges: await readEdgesOfNode(ctx, planId, nodeId),
    logs: await readLogs(ctx, planId, nodeId, { limit: RECENT_LOGS }),
    artifacts: await readArtifacts(ctx, signer, planId, nodeId),
    assignees: assignments.map(({ user }) => user),
  }
}

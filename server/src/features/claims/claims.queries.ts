import type { Claim, ReadyTask } from '@cairn/contract/api/claims'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { listOpenClaims } from '../../core/claims.repo.ts'
import { isHeld, toClaim } from '../../core/claims.ts'
import type { Ctx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { readDependencies } from '../edges/edges.queries.ts'
import type { NodeListCache } from '../nodes/nodes.cache.ts'
import { listExpiredNodes } from './claims.repo.ts'

/** Who holds which task, the longest held first. */
export async function listClaims(ctx: Ctx, planId: string): Promise<Claim[]> {
  await requireAccess(ctx, planId, 'plan.read')
  return (await listOpenClaims(ctx.db, planId)).filter((claim) => isHeld(ctx, claim)).map(toClaim)
}

/** The tasks that can be started, the one due first at the top, and how many there are. */
export async function listReady(
  ctx: Ctx,
  nodeLists: NodeListCache,
  planId: string,
  limit: number,
): Promise<{ tasks: ReadyTask[]; total: number }> {
  const list = await nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
  const { nodes } = await list.readNodes()
  const { dependencies, claims } = await readObstacles(ctx, planId)
  const ready = new ReadyWork(nodes, dependencies, claims).list()
  return { tasks: ready.slice(0, limit).map(toReadyTask), total: ready.length }
}

/** What readiness depends on besides the nodes. The caller has authorized the plan. */
export async function readObstacles(ctx: Ctx, planId: string) {
  const claims = await listOpenClaims(ctx.db, planId)
  const held = new Set(claims.filter((claim) => isHeld(ctx, claim)).map(({ node_id }) => node_id))
  const overdue = claims.filter((claim) => !isHeld(ctx, claim)).map(({ node_id }) => node_id)
  const expired = new Set([...overdue, ...(await listExpiredNodes(ctx.db, planId))])
  return { dependencies: await readDependencies(ctx, planId), claims: { held, expired } }
}

export const toReadyTask = ({ id, parent_id, title, status, due_date, version }: ReadyTask): ReadyTask => ({
  ...{ id, parent_id, title, status, due_date, version },
})

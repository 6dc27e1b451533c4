import type { NodeStatus, PlanNode } from '@cairn/contract/api/nodes'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../plans/plans.access.ts'
import { placeNode, requirePlace } from './nodes.move.ts'
import { requireNode } from './nodes.queries.ts'
import { listAncestorIds } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import { changeStatus } from './nodes.status.ts'
import { removeNode } from './nodes.trash.ts'

export interface BulkChange {
  node_ids: readonly string[]
  status?: NodeStatus
  parent_id?: string | null
  delete?: true
}

/**
 * One change to many nodes, all or nothing, told as one run. A node that hangs under another of them comes along when that one
 * moves or goes. Answers the nodes as they are afterwards, in the order given; deleted ones are not among them.
 */
export async function changeManyNodes(ctx: WriteCtx, planId: string, change: BulkChange): Promise<PlanNode[]> {
  await requireAccess(ctx, planId, 'plan.edit')
  ctx.groupEvents()
  const ids = new Set(change.node_ids)
  for (const id of ids) await requireNode(ctx, planId, id)
  for (const id of change.status ? ids : await topmost(ctx, planId, ids)) await changeOne(ctx, planId, id, change)
  if (change.delete) return []
  const changed = []
  for (const id of ids) changed.push(toNode(await requireNode(ctx, planId, id)))
  return changed
}

async function topmost(ctx: WriteCtx, planId: string, ids: ReadonlySet<string>): Promise<string[]> {
  const tops = []
  for (const id of ids) {
    const [, ...above] = await listAncestorIds(ctx.db, planId, id)
    if (!above.some((ancestor) => ids.has(ancestor))) tops.push(id)
  }
  return tops
}

/** Each node is read when its turn comes: the ones before may have changed its place. */
async function changeOne(ctx: WriteCtx, planId: string, id: string, change: BulkChange): Promise<void> {
  const node = await requireNode(ctx, planId, id)
  if (change.delete) return removeNode(ctx, node)
  if (change.status) {
    await changeStatus(ctx, node, change.status)
    return
  }
  const parent_id = change.parent_id ?? null
  await requirePlace(ctx, node, parent_id)
  await placeNode(ctx, node, { parent_id, order_index: null })
}

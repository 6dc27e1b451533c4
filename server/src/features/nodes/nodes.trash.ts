import { conflict } from '../../base/errors.ts'
import { endClaimsInTrash } from '../../core/claims.ends.ts'
import { requireTrashNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { findPreviousSibling, renumberSiblings } from './nodes.order.repo.ts'
import { gapsOf } from './nodes.order.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { NOTHING, trashSubtrees } from './nodes.trash.repo.ts'

/** Moves a node and its subtree to the trash for 30 days. */
export async function deleteNode(ctx: WriteCtx, planId: string, nodeId: string, expected?: number): Promise<void> {
  await requireAccess(ctx, planId, 'plan.edit')
  await removeNodes(ctx, planId, [await requireNode(ctx, planId, nodeId, expected)])
}

/**
 * The only way to move nodes to the trash: rows, sibling order, counters, events and the end of claims. No node is a
 * descendant of another. The caller has authorized the plan. 409 `root_has_children`, `claimed` or `lease_lost`.
 */
export async function removeNodes(ctx: WriteCtx, planId: string, nodes: readonly FoundNode[]): Promise<void> {
  const root = nodes.find(({ node_type, child_count }) => node_type === 'root' && (child_count ?? 0) > 0)
  if (root)
    throw conflict('root_has_children', 'The root node has children. Delete or move them first.', undefined, [root.id])
  const previous = new Map(
    await Promise.all(nodes.map(async (node) => [node.id, await findPreviousSibling(ctx.db, node)] as const)),
  )
  const tops = nodes.map(({ id }) => id)
  const gone = await trashSubtrees(ctx.db, planId, tops, { now: ctx.now, by: ctx.actor.id })
  await requireTrashNotHeldByOthers(ctx, planId, tops)
  for (const left of gapsOf(nodes)) await renumberSiblings(ctx.db, { plan_id: planId, ...left })
  // From the last sibling to the first: undone newest first, each returns behind a sibling that is there again.
  const lastFirst = nodes.toSorted((a, b) => b.order_index - a.order_index)
  await ctx.emitAll(
    lastFirst.map(({ id, title, parent_id, order_index }) => {
      const counts = gone.get(id) ?? NOTHING
      return {
        kind: 'node.deleted',
        plan_id: planId,
        node_id: id,
        node_title: title,
        data: {
          before: { parent_id, order_index, previous_id: previous.get(id) ?? null, count: counts.node_count },
          after: null,
        },
        counters: {
          node_count: -counts.node_count,
          completed_count: -counts.completed_count,
          in_progress_count: -counts.in_progress_count,
          blocked_count: -counts.blocked_count,
          text_bytes: -counts.text_bytes,
        },
      }
    }),
  )
  await endClaimsInTrash(ctx, planId, tops)
}

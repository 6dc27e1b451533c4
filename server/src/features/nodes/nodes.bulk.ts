import type { NodeStatus, PlanNode } from '@cairn/contract/api/nodes'
import type { WriteCtx } from '../../core/ctx.ts'
import { AppError, invalid, notFound } from '../../core/errors.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccess } from '../plans/plans.access.ts'
import { requireFew } from './nodes.budget.ts'
import { requirePlace } from './nodes.move.ts'
import { appendNodes, countSiblings, listParents, renumberSiblings } from './nodes.order.repo.ts'
import { gapsOf } from './nodes.order.ts'
import { requireNodeVersion } from './nodes.queries.ts'
import { type FoundNode, findManyNodes, updateStatuses } from './nodes.repo.ts'
import { restoreNodes } from './nodes.restore.ts'
import { toNode } from './nodes.shape.ts'
import { statusEvent } from './nodes.status.ts'
import { removeNodes } from './nodes.trash.ts'

export interface BulkChange {
  node_ids: readonly string[]
  status?: NodeStatus
  parent_id?: string | null
  delete?: true
  restore?: true
  /** The versions that nodes are expected to have, by their ids. */
  expected_versions?: Readonly<Record<string, number>> | null
}

/**
 * One change to many nodes, all or nothing, told as one run. A node that hangs under another of them comes along when that one
 * moves or goes. Answers the nodes as they are afterwards, in the order given; deleted ones are not among them.
 */
export async function changeManyNodes(ctx: WriteCtx, planId: string, change: BulkChange): Promise<PlanNode[]> {
  requireNamed(change)
  try {
    return await changeAll(ctx, planId, change)
  } catch (error) {
    throw naming(change.node_ids, error)
  }
}

/** Only nodes that are to be changed have a version to expect. */
function requireNamed({ node_ids, expected_versions }: BulkChange): void {
  const named = new Set(node_ids)
  for (const id of Object.keys(expected_versions ?? {}))
    if (!named.has(id))
      throw invalid(`expected_versions.${id}`, 'expected_versions names a node that node_ids does not')
}

/** The same refusal, with each node that is the reason by its place in the list; a conflict of versions with the current row. */
function naming(nodeIds: readonly string[], error: unknown): unknown {
  if (!(error instanceof AppError) || !error.about) return error
  const { status, code, message, about } = error
  const details = about.map((id) => {
    const index = nodeIds.indexOf(id)
    const current = code === 'version_conflict' ? { current: error.details } : {}
    return { path: `node_ids.${index}`, index, id, message, ...current }
  })
  return new AppError(status, code, message, { details })
}

async function changeAll(ctx: WriteCtx, planId: string, change: BulkChange): Promise<PlanNode[]> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  requireFew(ctx, change.node_ids.length)
  ctx.groupEvents()
  const ids = [...new Set(change.node_ids)]
  const expected = change.expected_versions ?? {}
  if (change.restore) await restoreNodes(ctx, plan, ids, expected)
  else {
    const nodes = await requireNodes(ctx, planId, ids)
    for (const node of nodes) await requireNodeVersion(node, expected[node.id])
    if (change.status) await setStatuses(ctx, planId, nodes, change.status)
    else {
      const tops = await topmost(ctx, planId, nodes)
      if (change.delete) {
        await removeNodes(ctx, planId, tops)
        return []
      }
      await moveToEnd(ctx, planId, tops, change.parent_id ?? null)
    }
  }
  return (await requireNodes(ctx, planId, ids)).map(toNode)
}

/** Living nodes of the plan in the order of their ids; 404 when one is not there. */
async function requireNodes(ctx: WriteCtx, planId: string, ids: readonly string[]): Promise<FoundNode[]> {
  const found = new Map((await findManyNodes(ctx.db, planId, ids)).map((node) => [node.id, node]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0) throw notFound('Node', missing)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Those that hang under none of the others. */
async function topmost(ctx: WriteCtx, planId: string, nodes: readonly FoundNode[]): Promise<FoundNode[]> {
  const parents = await listParents(
    ctx.db,
    planId,
    nodes.map(({ id }) => id),
  )
  // Whether a node is among them or under one of them, asked once for each node above.
  const covered = new Map<string | null, boolean>([[null, false]])
  const chosen = new Set(nodes.map(({ id }) => id))
  const isCovered = (id: string | null): boolean => {
    const path: string[] = []
    let above = id
    while (above !== null && !covered.has(above) && !chosen.has(above)) {
      path.push(above)
      above = parents.get(above) ?? null
    }
    const found = above !== null && (chosen.has(above) || covered.get(above) === true)
    for (const passed of path) covered.set(passed, found)
    return found
  }
  return nodes.filter(({ parent_id }) => !isCovered(parent_id))
}

async function setStatuses(
  ctx: WriteCtx,
  planId: string,
  nodes: readonly FoundNode[],
  status: NodeStatus,
): Promise<void> {
  const changed = nodes.filter((node) => node.status !== status)
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await updateStatuses(ctx.db, { plan_id: planId, status, updated_at: ctx.now }, ids)
  await ctx.emitAll(changed.map((node) => statusEvent(ctx, node, status)))
}

/** Hangs the nodes under a parent, one after the other behind the last of its children. */
async function moveToEnd(
  ctx: WriteCtx,
  planId: string,
  nodes: readonly FoundNode[],
  parent_id: string | null,
): Promise<void> {
  await requirePlace(ctx, nodes, parent_id)
  const siblings = await countSiblings(ctx.db, planId, parent_id)
  const isLast = ({ order_index, ...node }: FoundNode) => node.parent_id === parent_id && order_index === siblings - 1
  // The first may stand where it would come to stand; whatever comes after it moves behind it.
  const moved = nodes.filter((node, i) => i > 0 || !isLast(node))
  if (moved.length === 0) return
  await appendNodes(
    ctx.db,
    { plan_id: planId, parent_id, from: siblings, now: ctx.now },
    moved.map(({ id }) => id),
  )
  for (const left of gapsOf(moved)) await renumberSiblings(ctx.db, { plan_id: planId, ...left })

  let last = siblings
  const events = moved.map((node): EventDraft => {
    const order_index = node.parent_id === parent_id ? last - 1 : last++
    return {
      kind: 'node.moved',
      plan_id: planId,
      node_id: node.id,
      node_title: node.title,
      data: {
        before: { parent_id: node.parent_id, order_index: node.order_index },
        after: { parent_id, order_index, version: node.version + 1, updated_at: ctx.now },
      },
    }
  })
  await ctx.emitAll(events)
}

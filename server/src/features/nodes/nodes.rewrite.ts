// Many different changes to the nodes of a plan in one command: new ones, new values, moves and deletions.
import type { OutlineFields } from '@cairn/contract/rules/planOutline'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { PlanAccess } from '../../core/plan-access.ts'
import type { NodeRow } from '../../db/schema.ts'
import { fillOf, requireRoom } from './nodes.budget.ts'
import { changeNodes } from './nodes.changes.ts'
import { insertNodes } from './nodes.copy.repo.ts'
import { listSiblings, numberSiblings } from './nodes.order.repo.ts'
import { placeNodes } from './nodes.places.ts'
import { type FoundNode, findManyNodes } from './nodes.repo.ts'
import { removeNodes } from './nodes.trash.ts'
import { createdEvent, rowOf } from './nodes.tree.ts'
import { changeManyTexts } from './nodes.update.ts'

export interface Rewrite {
  /** Parents first, siblings in order; `after` is the sibling before it, null for none. */
  added: readonly { id: string; parent_id: string | null; after: string | null; values: OutlineFields }[]
  edited: readonly { id: string; values: Partial<OutlineFields> }[]
  /** In an order in which each move is possible; `place` is about where the node is afterwards. */
  moved: readonly { id: string; parent_id: string | null; previous_id: string | null; place: number }[]
  /** None is a descendant of another. */
  removed: readonly string[]
}

/** Applies all changes as one run. The caller has authorized the plan and checked what the changes refer to. */
export async function rewriteNodes(ctx: WriteCtx, plan: PlanAccess, rewrite: Rewrite): Promise<void> {
  ctx.groupEvents()
  await requireNotHeldByOthers(
    ctx,
    plan.id,
    rewrite.edited.map(({ id }) => id),
  )
  const added = await insertAmong(ctx, plan, rewrite.added)
  const fill = { node_count: plan.node_count + added.node_count, text_bytes: plan.text_bytes + added.text_bytes }
  const texts = new Map(rewrite.edited.map(({ id, values: { status: _, ...values } }) => [id, values]))
  await changeManyTexts(ctx, fill, await load(ctx, plan.id, [...texts.keys()]), texts)
  const statuses = rewrite.edited.flatMap(({ id, values: { status } }) => (status ? [{ id, status }] : []))
  const changed = await load(
    ctx,
    plan.id,
    statuses.map(({ id }) => id),
  )
  await changeNodes(ctx, plan, changed, statuses)
  const moving = new Map(
    (
      await load(
        ctx,
        plan.id,
        rewrite.moved.map(({ id }) => id),
      )
    ).map((node) => [node.id, node]),
  )
  const moves = rewrite.moved.flatMap(({ id, parent_id, previous_id, place }) => {
    const node = moving.get(id)
    return node ? [{ node, parent_id, order_index: place, previous_id }] : []
  })
  if (moves.length > 0) await placeNodes(ctx, plan.id, moves)
  if (rewrite.removed.length > 0) await removeNodes(ctx, plan.id, await load(ctx, plan.id, rewrite.removed))
}

const load = async (ctx: WriteCtx, planId: string, ids: readonly string[]): Promise<FoundNode[]> =>
  ids.length === 0 ? [] : findManyNodes(ctx.db, planId, ids)

/** Inserts new nodes each behind its sibling; the siblings of each parent are renumbered once. */
async function insertAmong(ctx: WriteCtx, plan: PlanAccess, added: Rewrite['added']) {
  const lists = new Map<string | null, Map<string | null, string>>()
  for (const { id, parent_id, after } of added) {
    const behind = lists.get(parent_id)
    if (behind) behind.set(after, id)
    else lists.set(parent_id, new Map([[after, id]]))
  }
  const siblings = added.length === 0 ? new Map() : await listSiblings(ctx.db, plan.id, [...lists.keys()])
  const places = new Map<string, number>()
  const shifted: { id: string; place: number }[] = []
  for (const [parent_id, behind] of lists) {
    let place = 0
    const insertBehind = (id: string | null) => {
      for (let next = behind.get(id); next !== undefined; next = behind.get(next)) places.set(next, place++)
    }
    insertBehind(null)
    for (const [index, id] of (siblings.get(parent_id) ?? []).entries()) {
      if (place !== index) shifted.push({ id, place })
      place++
      insertBehind(id)
    }
  }
  const rows = added.map(
    ({ id, parent_id, values }): NodeRow =>
      rowOf(
        ctx,
        plan.id,
        {
          id,
          draft: { ...values, acceptance_criteria: null, context: null, agent_instructions: null, metadata: null },
        },
        { parent_id, order_index: places.get(id) ?? 0 },
      ),
  )
  const fill = fillOf(rows)
  requireRoom(ctx, plan, fill)
  await numberSiblings(ctx.db, plan.id, shifted)
  await insertNodes(ctx.db, rows)
  await ctx.emitAll(rows.map(createdEvent))
  return fill
}

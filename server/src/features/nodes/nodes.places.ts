// Moves of many nodes in one command.
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { conflict } from '../../base/errors.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { noParent, tooDeep } from './nodes.move.ts'
import { listParents, listSiblings, numberSiblings, placeMoved, subtreeHeight } from './nodes.order.repo.ts'
import type { FoundNode } from './nodes.repo.ts'
import { Siblings } from './nodes.siblings.ts'

/** The target of a node; `order_index` null is last. */
export interface Move {
  node: FoundNode
  parent_id: string | null
  order_index: number | null
  /** The sibling to follow, null for none; without it, or if it is elsewhere, `order_index` counts. */
  previous_id?: string | null
}

/**
 * Moves nodes with their subtrees in this order; each sibling is renumbered once. Checks every move like `moveNode`.
 * Returns the ids of the moved nodes. The caller has authorized the plan.
 */
export async function placeNodes(ctx: WriteCtx, planId: string, moves: readonly Move[]): Promise<Set<string>> {
  const root = moves.find(({ node }) => node.node_type === 'root')
  if (root) throw conflict('root_fixed', 'The root node cannot be moved.', undefined, [root.node.id])
  await requireNotHeldByOthers(
    ctx,
    planId,
    moves.map(({ node }) => node.id),
  )
  const parents = await requireNoCycle(ctx, planId, moves)

  const involved = new Set(moves.flatMap(({ node, parent_id }) => [node.parent_id, parent_id]))
  const before = await listSiblings(ctx.db, planId, [...involved])
  const siblings = new Map([...before].map(([parent_id, ids]) => [parent_id, new Siblings(ids)]))
  const applied = walkThrough(moves, siblings)
  if (applied.length === 0) return new Set()
  await store(ctx, planId, applied, { before, siblings })
  await requireShallow(ctx, planId, applied, parents)
  await ctx.emitAll(applied.map((move) => movedEvent(ctx, planId, move)))
  return new Set(applied.map(({ node }) => node.id))
}

/** A move that changes something: its position among the siblings at that moment. */
type AppliedMove = Omit<Move, 'previous_id'> & {
  order_index: number
  former: { order_index: number; previous_id: string | null }
}

/** Applies the moves to `siblings`, the children of each parent. */
function walkThrough(moves: readonly Move[], siblings: Map<string | null, Siblings<string>>): AppliedMove[] {
  const applied: AppliedMove[] = []
  for (const { node, parent_id, order_index, previous_id } of moves) {
    const from = siblings.get(node.parent_id) ?? new Siblings([])
    const to = siblings.get(parent_id) ?? new Siblings([])
    const at = from.indexOf(node.id)
    const former = { order_index: at, previous_id: from.at(at - 1) ?? null }
    from.remove(node.id)
    const behind = previous_id ? to.indexOf(previous_id) : -1
    const counted = previous_id === null ? 0 : (order_index ?? to.length)
    const place = behind >= 0 ? behind + 1 : Math.min(counted, to.length)
    to.insert(place, node.id)
    if (from !== to || at !== place) applied.push({ node, parent_id, order_index: place, former })
  }
  return applied
}

type Parents = ReadonlyMap<string, string | null>

/**
 * Checks each move against the tree after the valid moves before it. Returns the parent of each node after all moves; 409
 * `cycle` names every move that is not valid.
 */
async function requireNoCycle(ctx: WriteCtx, planId: string, moves: readonly Move[]): Promise<Parents> {
  const targets = moves.flatMap(({ parent_id }) => parent_id ?? [])
  const nodes = moves.map(({ node }) => node)
  const parents = await listParents(ctx.db, planId, nodes, targets)
  const lost = moves.filter(({ parent_id }) => parent_id !== null && !parents.has(parent_id))
  if (lost.length > 0) throw noParent(lost.map(({ node }) => node.id))
  const cyclic: string[] = []
  for (const { node, parent_id } of moves)
    if (parent_id !== null && isWithin(parent_id, new Set([node.id]), parents)) cyclic.push(node.id)
    else parents.set(node.id, parent_id)
  if (cyclic.length > 0)
    throw conflict('cycle', 'A node cannot be moved under itself or one of its descendants.', undefined, cyclic)
  return parents
}

/** Whether a node is one of `ids` or below one. */
function isWithin(id: string, ids: ReadonlySet<string>, parents: Parents): boolean {
  for (let above: string | null = id; above !== null; above = parents.get(above) ?? null)
    if (ids.has(above)) return true
  return false
}

/** 400 `too_deep` if moves made the plan too deep. Names the topmost nodes: those below them may fit elsewhere. */
async function requireShallow(
  ctx: WriteCtx,
  planId: string,
  applied: readonly AppliedMove[],
  parents: Parents,
): Promise<void> {
  const depthOf = (id: string) => {
    let depth = 0
    for (let above: string | null = id; above !== null; above = parents.get(above) ?? null) depth++
    return depth
  }
  const ids = applied.map(({ node }) => node.id)
  const heightOf = (tops: readonly string[]) => subtreeHeight(ctx.db, planId, tops)
  const deepest = Math.max(...ids.map(depthOf))
  const height = applied.every(({ node }) => node.child_count === 0) ? 1 : await heightOf(ids)
  if (deepest + height - 1 <= TREE_MAX_DEPTH) return
  // The deepest node need not be in the tallest subtree, so each is measured.
  const deep = new Set<string>()
  for (const id of ids.toSorted((a, b) => depthOf(a) - depthOf(b)))
    if (!isWithin(id, deep, parents) && depthOf(id) + (await heightOf([id])) - 1 > TREE_MAX_DEPTH) deep.add(id)
  if (deep.size > 0) throw tooDeep([...deep])
}

async function store(
  ctx: WriteCtx,
  planId: string,
  applied: readonly AppliedMove[],
  {
    before,
    siblings,
  }: {
    before: ReadonlyMap<string | null, readonly string[]>
    siblings: ReadonlyMap<string | null, Siblings<string>>
  },
): Promise<void> {
  const moved = new Set(applied.map(({ node }) => node.id))
  const shifted: { id: string; place: number }[] = []
  for (const [parent_id, children] of siblings) {
    const stood = before.get(parent_id) ?? []
    const arrived: { id: string; place: number }[] = []
    for (const [place, id] of children.toArray().entries())
      if (moved.has(id)) arrived.push({ id, place })
      else if (stood[place] !== id) shifted.push({ id, place })
    if (arrived.length > 0) await placeMoved(ctx.db, { plan_id: planId, parent_id, now: ctx.now }, arrived)
  }
  await numberSiblings(ctx.db, planId, shifted)
}

const movedEvent = (
  ctx: WriteCtx,
  plan_id: string,
  { node, parent_id, order_index, former }: AppliedMove,
): EventDraft => ({
  kind: 'node.moved',
  plan_id,
  node_id: node.id,
  node_title: node.title,
  data: {
    before: { parent_id: node.parent_id, ...former },
    after: { parent_id, order_index, version: node.version + 1, updated_at: ctx.now },
  },
})

import type { PlanNode } from '@cairn/contract/api/nodes'
import { subtreeOrder, TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { conflict, notFound } from '../../base/errors.ts'
import { addTo } from '../../base/lists.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { type PlanAccess, requireAccess } from '../../core/plan-access.ts'
import { trashedSince } from '../../core/trash.ts'
import { requireVersion } from '../../core/versions.ts'
import { listBeyondRoom, requireRoom } from './nodes.budget.ts'
import { noParent, tooDeep } from './nodes.move.ts'
import { countSiblings, listAncestorIds, listParents, listPlaces, renumberSiblings } from './nodes.order.repo.ts'
import { type Landing, land } from './nodes.order.ts'
import { readTrashedNode, requireNode, requireNodeVersion } from './nodes.queries.ts'
import { findManyNodes, findNode, findRootId } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import {
  countByTop,
  listTrashed,
  listTrashedMembers,
  NOTHING,
  placeReturned,
  restoreSubtree,
  type SubtreeCounts,
  type TrashedMember,
  type TrashedNode,
} from './nodes.trash.repo.ts'

/** At most this much of the nodes restored by one command is included in its events. */
const TRAVEL_NODES_MAX = 500
const TRAVEL_TEXT_MAX = 1024 * 1024

/** Restores a deleted node with its subtree to its position. Does nothing if someone else has restored it already. */
export async function restoreNode(ctx: WriteCtx, planId: string, nodeId: string, expected?: number): Promise<PlanNode> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const restored = await findNode(ctx.db, planId, nodeId)
  if (restored) {
    await requireNodeVersion(restored, expected)
    return toNode(restored)
  }
  await restoreNodes(ctx, plan, [nodeId], expected === undefined ? {} : { [nodeId]: expected })
  return toNode(await requireNode(ctx, planId, nodeId))
}

/** Where each node was when it was deleted, and the sibling that it followed; null for the first. */
export type FormerPlaces = ReadonlyMap<
  string,
  { parent_id: string | null; order_index: number; previous_id?: string | null }
>

/**
 * Restores deleted nodes, each with the subtree deleted along with it: at the old position under its parent, else last
 * under the root or at the top level. With `former` they return there, in the given order, or not at all: 404 without the
 * parent, 400 `too_deep`.
 * Checks the plan's limits, and names the nodes that do not fit if `former` is given. The caller has authorized the plan.
 */
export async function restoreNodes(
  ctx: WriteCtx,
  plan: PlanAccess,
  nodeIds: readonly string[],
  expected: Readonly<Record<string, number>>,
  former?: FormerPlaces,
): Promise<void> {
  const trashed = inOrderOf(nodeIds, await listTrashed(ctx.db, plan.id, nodeIds)).map((node) => ({
    ...node,
    ...former?.get(node.id),
  }))
  const since = trashedSince(ctx)
  const found = new Set(
    trashed.flatMap(({ id, deleted_at }) => (deleted_at !== null && deleted_at >= since ? [id] : [])),
  )
  const missing = nodeIds.filter((id) => !found.has(id))
  if (missing.length > 0) throw notFound('Node', missing)
  for (const node of trashed)
    await requireVersion('node', node, expected[node.id], () => readTrashedNode(ctx, plan.id, node.id))
  const members = await listTrashedMembers(ctx.db, plan.id, nodeIds)
  const counts = countByTop(members)
  const all = sumOf([...counts.values()])
  if (!former) requireRoom(ctx, plan, all)
  await requireOneRoot(ctx, plan.id, trashed)
  const topOf = new Map(members.map(({ id, top }) => [id, top]))

  const landings: Landing[] = []
  const tall = new Set<string>()
  const families = inFamilies(former ? trashed : latestFirst(trashed))
  const returning = { members: idsByTop(members), heights: heightsOf(members), former, tall }
  const parents = await parentsOf(ctx, plan.id, families)
  let rootId: string | null = (await findRootId(ctx.db, plan.id)) ?? null
  for (const family of families) {
    landings.push(...(await bringBack(ctx, plan.id, family, { ...returning, parents, rootId })))
    if (family.some(({ node_type }) => node_type === 'root')) rootId = (await findRootId(ctx.db, plan.id)) ?? null
  }
  if (tall.size > 0) throw tooDeep([...tall])
  // Last, because what cannot return for another reason takes no room.
  if (former) {
    const parts = trashed.map(({ id, parent_id }) => ({
      id,
      fill: counts.get(id) ?? NOTHING,
      needs: topOf.get(parent_id ?? ''),
    }))
    requireRoom(ctx, plan, all, listBeyondRoom(ctx, plan, parts))
  }
  const travels = all.node_count <= TRAVEL_NODES_MAX && all.text_bytes <= TRAVEL_TEXT_MAX
  const subtrees = await readSubtrees(ctx, plan.id, travels ? topOf : new Map())
  leaveOutLater(subtrees, landings)
  const titles = new Map(trashed.map(({ id, title }) => [id, title]))
  await ctx.emitAll(
    landings.map(({ id, order_index }): EventDraft => {
      const counters = counts.get(id) ?? NOTHING
      const [top, ...below] = subtreeOrder(subtrees.get(id) ?? [], id)
      const nodes = top ? [{ ...top, order_index }, ...below] : []
      return {
        kind: 'node.restored',
        plan_id: plan.id,
        node_id: id,
        node_title: titles.get(id),
        data: { before: null, after: { count: counters.node_count, nodes } },
        counters,
      }
    }),
  )
}

/** Rejects a second root, whether existing or restored in the same call. */
async function requireOneRoot(ctx: WriteCtx, planId: string, trashed: readonly TrashedNode[]): Promise<void> {
  const roots = trashed.filter(({ node_type }) => node_type === 'root')
  if (roots.length === 0) return
  const surplus = (await findRootId(ctx.db, planId)) ? roots : roots.slice(1)
  if (surplus.length > 0) throw rootExists(surplus.map(({ id }) => id))
}

const rootExists = (about: readonly string[]) =>
  conflict('root_exists', 'This plan already has another root node.', undefined, about)

/** The nodes included in the events, by the top of their subtree. */
async function readSubtrees(
  ctx: WriteCtx,
  planId: string,
  topOf: ReadonlyMap<string, string>,
): Promise<Map<string, PlanNode[]>> {
  const subtrees = new Map<string, PlanNode[]>()
  for (const row of await findManyNodes(ctx.db, planId, [...topOf.keys()])) {
    const top = topOf.get(row.id) ?? row.id
    addTo(subtrees, top, toNode(row))
  }
  return subtrees
}

/** Each event counts the children in its own subtree: nodes that return below it have events of their own, which count them. */
function leaveOutLater(subtrees: ReadonlyMap<string, PlanNode[]>, landings: readonly Landing[]): void {
  const byId = new Map([...subtrees.values()].flatMap((nodes) => nodes.map((node) => [node.id, node])))
  for (const { id } of landings) {
    const top = byId.get(id)
    const parent = byId.get(top?.parent_id ?? '')
    if (!top || !parent) continue
    parent.metadata.child_count--
    if (top.status === 'completed') parent.metadata.completed_child_count--
  }
}

function sumOf(counts: readonly SubtreeCounts[]): SubtreeCounts {
  const sum = { ...NOTHING }
  for (const one of counts) for (const key in sum) sum[key as keyof SubtreeCounts] += one[key as keyof SubtreeCounts]
  return sum
}

function inOrderOf(ids: readonly string[], nodes: readonly TrashedNode[]): TrashedNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/**
 * Undoes the deletions one after the other, latest first. Nodes deleted at the same time are restored in the order of
 * their positions.
 */
const latestFirst = (trashed: readonly TrashedNode[]): TrashedNode[] =>
  trashed.toSorted((a, b) =>
    a.deleted_at === b.deleted_at
      ? a.order_index - b.order_index
      : (a.deleted_at ?? '') < (b.deleted_at ?? '')
        ? 1
        : -1,
  )

/** The nodes by previous parent, in this order; those below a restored node come after it. */
function inFamilies(trashed: readonly TrashedNode[]): TrashedNode[][] {
  const families = new Map<string | null, TrashedNode[]>()
  for (const node of trashed) addTo(families, node.parent_id, node)
  const ordered: TrashedNode[][] = []
  const parentOf = new Map(trashed.map(({ id, parent_id }) => [id, parent_id]))
  const add = (parentId: string | null) => {
    const family = families.get(parentId)
    if (!family) return
    families.delete(parentId)
    const above = parentId === null ? undefined : parentOf.get(parentId)
    if (above !== undefined) add(above)
    ordered.push(family)
  }
  for (const parentId of [...families.keys()]) add(parentId)
  return ordered
}

function idsByTop(members: readonly TrashedMember[]): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  for (const { id, top } of members) addTo(ids, top, id)
  return ids
}

/** The number of levels of each subtree, by its top. */
function heightsOf(members: readonly TrashedMember[]): Map<string, number> {
  const byId = new Map(members.map((member) => [member.id, member]))
  const levels = new Map<string, number>()
  const levelOf = ({ id, top, parent_id }: TrashedMember): number => {
    const above = id === top ? undefined : byId.get(parent_id ?? '')
    const level = levels.get(id) ?? (above ? levelOf(above) : 0) + 1
    levels.set(id, level)
    return level
  }
  const heights = new Map<string, number>()
  for (const member of members) heights.set(member.top, Math.max(heights.get(member.top) ?? 0, levelOf(member)))
  return heights
}

type Parents = ReadonlyMap<string, string | null>

/** The parents above several families, read level by level and not for each family; a parent in the trash has none. */
async function parentsOf(ctx: WriteCtx, planId: string, families: readonly TrashedNode[][]): Promise<Parents> {
  if (families.length < 2) return new Map()
  return listParents(
    ctx.db,
    planId,
    [],
    families.flatMap(([first]) => first?.parent_id ?? []),
  )
}

/** Like `listAncestorIds`: what is not known may have returned with another family. */
async function ancestorsOf(ctx: WriteCtx, planId: string, nodeId: string, parents: Parents): Promise<string[]> {
  const ids: string[] = []
  for (let id: string | null = nodeId; id !== null; ) {
    const parent = parents.get(id)
    if (parent === undefined) return listAncestorIds(ctx.db, planId, nodeId)
    ids.push(id)
    id = parent
  }
  return ids
}

interface Returning {
  /** The ids of each subtree. */
  members: ReadonlyMap<string, string[]>
  /** The number of levels of each subtree. */
  heights: ReadonlyMap<string, number>
  parents: Parents
  rootId: string | null
  former: FormerPlaces | undefined
  /** Collects the nodes that have too many levels for their former place, without those that return below them. */
  tall: Set<string>
}

/** Puts siblings back. Returns the position of each at its insertion, in that order; nothing once a node is too tall. */
async function bringBack(
  ctx: WriteCtx,
  plan_id: string,
  family: readonly TrashedNode[],
  { members, heights, parents, rootId, former, tall }: Returning,
): Promise<Landing[]> {
  const tops = family.map(({ id }) => id)
  const returning = tops.flatMap((top) => members.get(top) ?? [])
  const oldParent = family[0]?.parent_id ?? null
  const above = oldParent === null ? [] : await ancestorsOf(ctx, plan_id, oldParent, parents)
  const isThere = oldParent === null ? rootId === null || former !== undefined : above.length > 0
  // Counted before they rejoin their siblings with numbers that others have by now.
  const counted = isThere ? oldParent : rootId
  const siblings = await countSiblings(ctx.db, plan_id, counted)
  const numbers = await numbersOf(ctx, plan_id, oldParent, former)
  await restoreSubtree(ctx.db, plan_id, returning)
  const heightOf = (id: string) => heights.get(id) ?? 1
  const levels = Math.max(...tops.map(heightOf))
  const fits = above.length + levels <= TREE_MAX_DEPTH
  if (former && !isThere) throw noParent(tops)
  if (former && !fits) {
    if (!above.some((id) => tall.has(id)))
      for (const id of tops) if (above.length + heightOf(id) > TREE_MAX_DEPTH) tall.add(id)
    return []
  }
  const returns = isThere && fits
  if (!returns && rootId && 1 + levels > TREE_MAX_DEPTH) throw tooDeep()

  const parent_id = returns ? oldParent : rootId
  const count = parent_id === counted ? siblings : await countSiblings(ctx.db, plan_id, parent_id)
  const { coming, standing } = land(
    count,
    family.map(({ id, order_index }) => ({
      id,
      order_index: returns ? order_index : count + family.length,
      ...(returns && { previous_id: former?.get(id)?.previous_id }),
    })),
    numbers,
  )
  await placeReturned(ctx.db, { plan_id, parent_id, now: ctx.now }, standing)
  const from = standing[0]?.before ?? count
  await renumberSiblings(ctx.db, { plan_id, parent_id, from }, standing.length)
  return coming
}

/** The positions of the siblings that returning nodes followed, if they still are siblings. */
async function numbersOf(
  ctx: WriteCtx,
  planId: string,
  parentId: string | null,
  former: FormerPlaces | undefined,
): Promise<Map<string, number>> {
  const followed = [...(former?.values() ?? [])].flatMap(({ previous_id }) => previous_id ?? [])
  const places = await listPlaces(ctx.db, planId, followed)
  return new Map(
    places.filter(({ parent_id }) => parent_id === parentId).map(({ id, order_index }) => [id, order_index]),
  )
}

// Undoing what changes the tree: nodes appear, move and go.
import type { PlanEvent } from '@cairn/contract/api/events'
import { AppError } from '../../base/errors.ts'
import { addTo } from '../../base/lists.ts'
import { trashedSince } from '../../core/trash.ts'
import { topmost } from '../nodes/nodes.bulk.ts'
import { placeNodes } from '../nodes/nodes.places.ts'
import { type FoundNode, readChildren, readNode } from '../nodes/nodes.queries.ts'
import { restoreNodes } from '../nodes/nodes.restore.ts'
import { removeNodes } from '../nodes/nodes.trash.ts'
import { findForeign } from './undo.foreign.ts'
import type { UndoJob } from './undo.job.ts'
import { findDeletion } from './undo.missing.ts'
import { type LaterEvent, listBelow, listLaterEvents, listLaterLinks, listNodeStates } from './undo.repo.ts'
import { nodesOf } from './undo.values.ts'

type Appearance = PlanEvent<'node.created' | 'node.restored' | 'node.duplicated'>

/** Created, restored and duplicated nodes go to the trash, with everything below them. */
export async function undoAppearance(job: UndoJob, events: readonly Appearance[]): Promise<void> {
  const { ctx, plan } = job
  const states = new Map(
    (await listNodeStates(ctx.db, plan.id, idsOf(events))).map((state) => [state.id, state.deleted_at]),
  )
  const present = events.filter(({ node_id }) => states.get(node_id ?? '') === null)
  job.already += events.length - present.length
  const free = await withoutUsed(job, present)
  const rows = [...(await nodesOf(job, free)).values()]
  if (rows.length === 0) return
  const root = rows.find(({ node_type }) => node_type === 'root')
  const remove = (going: readonly FoundNode[]) => job.taking(free, () => removeNodes(ctx, plan.id, going))
  // The nodes that were created with a root go with it, so they go first: those that are left below it stay.
  const others = await topmost(ctx, plan.id, root ? rows.filter((row) => row !== root) : rows)
  if (others.length > 0) await remove(others)
  if (root) {
    await releaseChildren(job, free, root)
    await remove([(await readNode(ctx, plan.id, root.id)) ?? root])
  }
  for (const event of free) job.done(event)
}

const idsOf = (events: readonly PlanEvent[]): string[] => events.flatMap(({ node_id }) => node_id ?? [])

/**
 * A new root had adopted the top-level nodes: they return there, however many they are. If one of them may not, the root
 * stays.
 */
async function releaseChildren(job: UndoJob, events: readonly PlanEvent[], root: FoundNode): Promise<void> {
  const { ctx, plan } = job
  const children = await readChildren(ctx, plan.id, root.id)
  if (children.length === 0) return
  const ofRoot = events.filter(({ node_id }) => node_id === root.id)
  await job
    .taking(ofRoot, async () => {
      await placeNodes(
        ctx,
        plan.id,
        children.map((node) => ({ node, parent_id: null, order_index: null })),
      )
    })
    .catch((error) => {
      if (!(error instanceof AppError)) throw error
      const { status, code, message, details } = error
      throw new AppError(status, code, message, { details, about: [root.id] })
    })
}

/**
 * Leaves out, and blocks, nodes that someone else has worked on since, also on a node below, and those below which an
 * earlier node has been moved, which would go to the trash with them.
 */
async function withoutUsed<E extends PlanEvent>(job: UndoJob, events: readonly E[]): Promise<E[]> {
  const oldest = events.at(-1)
  if (!oldest) return []
  const { ctx, plan } = job
  const below = new Map((await listBelow(ctx.db, plan.id, idsOf(events))).map((node) => [node.id, node.parent_id]))
  const above = await parentsAbove(job, below)
  const byNode = new Map(events.map((event) => [event.node_id, event]))
  const used = new Map<E, LaterEvent>()
  const restored = (await listLaterEvents(ctx.db, plan.id, [...above.keys()], oldest.revision)).filter(
    ({ kind }) => kind === 'node.restored',
  )
  for (const event of events)
    for (let id = below.get(event.node_id ?? '') ?? null; id !== null; id = above.get(id) ?? null) {
      // Restoring a branch restores this node too.
      const later = restored.find((one) => one.node_id === id && job.isForeign(event, one))
      if (later) used.set(event, later)
    }
  // That a claim ended is no work.
  const later = (await listLaterEvents(ctx.db, plan.id, [...below.keys()], oldest.revision)).filter(
    ({ kind }) => kind !== 'node.claim_ended',
  )
  const hasMovedIn = (event: E, one: LaterEvent) =>
    one.kind === 'node.moved' && !byNode.has(one.node_id) && job.isEffective(one, event.revision)
  const links = await listLaterLinks(ctx.db, plan.id, [...below.keys()], oldest.revision)
  for (const one of [...links, ...later])
    for (let id = one.node_id; id !== null; id = below.get(id) ?? null) {
      const event = byNode.get(id)
      if (event && (job.isForeign(event, one) || hasMovedIn(event, one))) used.set(event, one)
    }
  for (const [event, later] of used) job.block(event, 'used_since', { later })
  return events.filter((event) => !used.has(event))
}

/** The parents of nodes and of all their ancestors, by id. */
async function parentsAbove(
  { ctx, plan }: UndoJob,
  nodes: ReadonlyMap<string, string | null>,
): Promise<Map<string, string | null>> {
  const parents = new Map<string, string | null>()
  const unknown = (ids: Iterable<string | null>) =>
    [...new Set(ids)].flatMap((id) => (id && !parents.has(id) ? id : []))
  for (let level = unknown(nodes.values()); level.length > 0; ) {
    const states = await listNodeStates(ctx.db, plan.id, level)
    for (const { id, parent_id } of states) parents.set(id, parent_id)
    level = unknown(states.map(({ parent_id }) => parent_id))
  }
  return parents
}

/** Moved nodes return behind the sibling that they followed. */
export async function undoMove(job: UndoJob, events: readonly PlanEvent<'node.moved'>[]): Promise<void> {
  const { ctx, plan } = job
  const nodes = await nodesOf(job, events)
  const moves = new Map<string | null, LaterEvent[]>()
  for (const later of await listLaterEvents(ctx.db, plan.id, [...nodes.keys()], events.at(-1)?.revision ?? 0))
    if (later.kind === 'node.moved') addTo(moves, later.node_id, later)
  const parents = new Set(events.flatMap(({ data }) => data.before.parent_id ?? []))
  const states = new Map((await listNodeStates(ctx.db, plan.id, [...parents])).map((state) => [state.id, state]))
  const back: { event: PlanEvent<'node.moved'>; node: FoundNode }[] = []
  for (const event of events) {
    const node = nodes.get(event.node_id ?? '')
    if (!node) continue
    const { parent_id } = event.data.before
    const later = moves
      .get(node.id)
      ?.find((move) => move.revision > event.revision && job.isEffective(move, event.revision))
    // A new root moves the nodes at the top level without events about them.
    if (later || node.parent_id !== event.data.after.parent_id) job.block(event, 'moved_since', { later })
    else if (parent_id !== null && states.get(parent_id)?.deleted_at !== null)
      job.block(event, 'parent_gone', { later: await findDeletion(job, states.get(parent_id)?.deleted_with) })
    else back.push({ event, node })
  }
  if (back.length === 0) return
  await job.taking(
    back.map(({ event }) => event),
    async () => {
      await placeNodes(
        ctx,
        plan.id,
        back.map(({ event, node }) => ({ node, ...event.data.before })),
      )
    },
  )
  for (const { event } of back) job.done(event)
}

/** Deleted nodes return to their old place, with everything that was deleted with them. */
export async function undoDeletion(job: UndoJob, events: readonly PlanEvent<'node.deleted'>[]): Promise<void> {
  const { ctx, plan } = job
  const since = trashedSince(ctx)
  const parentIds = events.flatMap(({ data }) => data.before.parent_id ?? [])
  const [listed, foreign] = await Promise.all([
    listNodeStates(ctx.db, plan.id, [...idsOf(events), ...parentIds]),
    findForeign(job, events),
  ])
  const states = new Map(listed.map((state) => [state.id, state]))
  const back: PlanEvent<'node.deleted'>[] = []
  const returning = new Set<string>()
  for (const event of events) {
    const state = states.get(event.node_id ?? '')
    const { parent_id } = event.data.before
    const parent = parent_id === null ? undefined : states.get(parent_id)
    if (!state || (state.deleted_at !== null && state.deleted_at < since)) job.block(event, 'gone')
    else if (state.deleted_at === null) job.already++
    else if (foreign(event)) job.block(event, 'changed_since', { later: foreign(event) })
    else if (state.deleted_with !== state.id)
      job.block(event, 'in_trash', { later: await findDeletion(job, state.deleted_with) })
    // The parent may have been deleted later, and return in the same step.
    else if (parent_id !== null && parent?.deleted_at !== null && !returning.has(parent?.deleted_with ?? ''))
      job.block(event, 'parent_gone', { later: await findDeletion(job, parent?.deleted_with) })
    else {
      back.push(event)
      returning.add(state.id)
    }
  }
  if (back.length === 0) return
  const current = await job.currentPlan()
  await job.taking(back, () =>
    restoreNodes(
      ctx,
      current,
      idsOf(back),
      {},
      new Map(back.map(({ node_id, data: { before } }) => [node_id ?? '', before])),
    ),
  )
  for (const event of back) job.done(event)
}

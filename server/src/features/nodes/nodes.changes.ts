// New values for many nodes in one command, separately for each node.
import type { BulkNode, OneChange } from '@cairn/contract/api/nodeBulk'
import type { NodeStatus } from '@cairn/contract/api/nodes'
import { addTo } from '../../base/lists.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import type { PlanAccess } from '../../core/plan-access.ts'
import { setManyAssignees } from '../assignments/assignments.commands.ts'
import { updateFields, updateStatuses } from './nodes.bulk.repo.ts'
import { placeNodes } from './nodes.places.ts'
import type { FoundNode } from './nodes.repo.ts'
import { toNode } from './nodes.shape.ts'
import { emitStatuses, statusEvent } from './nodes.status.ts'
import { requireType } from './nodes.update.ts'

export type Before = BulkNode['before']
/** A node's new values; absent means unchanged. */
export type NewValues = Pick<OneChange, 'id'> & Partial<Omit<OneChange, 'id' | 'expected_version'>>

/**
 * Updates nodes and emits an event for each kind of change. Returns the old values of changed nodes. The caller has
 * authorized the plan.
 */
export async function changeNodes(
  ctx: WriteCtx,
  plan: PlanAccess,
  nodes: readonly FoundNode[],
  changes: readonly NewValues[],
): Promise<Map<string, Before>> {
  await requireNotHeldByOthers(
    ctx,
    plan.id,
    nodes.map(({ id }) => id),
  )
  const wanted = new Map(changes.map((change) => [change.id, change]))
  const known = new Map(nodes.map((node) => [node.id, node]))
  const before = new Map<string, Before>()
  const note = (id: string, old: Before) => before.set(id, { ...before.get(id), ...old })
  /** Each step increments versions, and the next one uses the new ones. */
  const keep = (node: FoundNode) => known.set(node.id, node)
  const each = () => nodes.flatMap(({ id }) => known.get(id) ?? [])

  for (const node of await changeFields(ctx, plan.id, each(), wanted)) {
    const { node_type, due_date } = known.get(node.id) ?? node
    note(node.id, {
      ...(node.node_type === node_type ? {} : { node_type }),
      ...(node.due_date === due_date ? {} : { due_date }),
    })
    keep(node)
  }
  for (const node of await changeStatuses(ctx, plan.id, each(), wanted)) {
    note(node.id, { status: known.get(node.id)?.status })
    keep(node)
  }
  const moves = changes.flatMap(({ id, parent_id, order_index }) => {
    const node = known.get(id)
    if (!node || (parent_id === undefined && order_index === undefined)) return []
    const place = order_index === undefined && parent_id === node.parent_id ? node.order_index : (order_index ?? null)
    return [{ node, parent_id: parent_id === undefined ? node.parent_id : parent_id, order_index: place }]
  })
  if (moves.length > 0)
    for (const id of await placeNodes(ctx, plan.id, moves)) {
      const { parent_id = null, order_index } = known.get(id) ?? {}
      note(id, { parent_id, order_index })
    }
  const assigned = each().flatMap((node) => {
    const after = wanted.get(node.id)?.assignees
    return after ? [{ node_id: node.id, node_title: node.title, before: toNode(node).assignees, after }] : []
  })
  for (const { node_id, before: assignees } of await setManyAssignees(ctx, plan, assigned))
    note(node_id, { assignees: [...assignees] })
  return before
}

type Wanted = ReadonlyMap<string, NewValues>

/** Type and due date. Returns the changed nodes in their new state. */
async function changeFields(
  ctx: WriteCtx,
  plan_id: string,
  nodes: readonly FoundNode[],
  wanted: Wanted,
): Promise<FoundNode[]> {
  const events: EventDraft[] = []
  const changed: FoundNode[] = []
  const groups = new Map<string, FoundNode[]>()
  for (const node of nodes) {
    const { node_type = node.node_type, due_date = node.due_date } = wanted.get(node.id) ?? {}
    requireType(node, node_type)
    const before = {
      ...(node_type === node.node_type ? {} : { node_type: node.node_type }),
      ...(due_date === node.due_date ? {} : { due_date: node.due_date }),
    }
    const fields = Object.keys(before) as (keyof typeof before)[]
    if (fields.length === 0) continue
    const after = Object.fromEntries(fields.map((field) => [field, { node_type, due_date }[field]]))
    const stamp = { version: node.version + 1, updated_at: ctx.now }
    const next = { ...node, node_type, due_date, ...stamp }
    changed.push(next)
    const group = `${node_type} ${due_date}`
    addTo(groups, group, next)
    events.push({
      kind: 'node.updated',
      plan_id,
      node_id: node.id,
      node_title: node.title,
      data: { before, after: { ...after, ...stamp } },
    })
  }
  for (const [first, ...others] of groups.values()) {
    if (!first) continue
    const { node_type, due_date } = first
    const ids = [first, ...others].map(({ id }) => id)
    await updateFields(ctx.db, { plan_id, node_type, due_date, updated_at: ctx.now }, ids)
  }
  await ctx.emitAll(events)
  return changed
}

/** Returns the changed nodes in their new state. */
async function changeStatuses(
  ctx: WriteCtx,
  plan_id: string,
  nodes: readonly FoundNode[],
  wanted: Wanted,
): Promise<FoundNode[]> {
  const events: EventDraft<'node.status_changed'>[] = []
  const changed: FoundNode[] = []
  const groups = new Map<NodeStatus, string[]>()
  for (const node of nodes) {
    const status = wanted.get(node.id)?.status
    if (status === undefined || status === node.status) continue
    const event = statusEvent(ctx, node, status)
    events.push(event)
    changed.push({ ...node, ...event.data.after })
    addTo(groups, status, node.id)
  }
  for (const [status, ids] of groups) await updateStatuses(ctx.db, { plan_id, status, updated_at: ctx.now }, ids)
  await emitStatuses(ctx, plan_id, events)
  return changed
}

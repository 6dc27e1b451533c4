import type { NodeChanges } from '@cairn/contract/api/nodes'
import { conflict } from '../../base/errors.ts'
import { pick } from '../../base/pick.ts'
import { mapInTurns } from '../../base/turns.ts'
import { requireNotHeldByOthers } from '../../core/claims.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { requireAccess } from '../../core/plan-access.ts'
import type { NodeRow } from '../../db/schema.ts'
import { type PlanFill, requireRoom } from './nodes.budget.ts'
import { authorOf } from './nodes.instructions.ts'
import { requireNode } from './nodes.queries.ts'
import type { FoundNode } from './nodes.repo.ts'
import { nodeSearchText } from './nodes.row.ts'
import { storedMetadata, toNode } from './nodes.shape.ts'
import { changeStatusAndUnblock, type UnblockingNode } from './nodes.status.ts'
import { textBytes } from './nodes.text.ts'
import { updateNode } from './nodes.write.repo.ts'

const TEXTS = [
  'title',
  'node_type',
  'description',
  'due_date',
  'acceptance_criteria',
  'context',
  'agent_instructions',
] as const

/** Changes what differs; a status among the changes is a separate event. Does nothing if unchanged. */
export async function editNode(
  ctx: WriteCtx,
  planId: string,
  nodeId: string,
  { expected_version, status, metadata, ...texts }: NodeChanges,
): Promise<UnblockingNode> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const node = await requireNode(ctx, planId, nodeId, expected_version)
  await requireNotHeldByOthers(ctx, planId, [nodeId])
  requireType(node, texts.node_type)

  const edited = await changeTexts(ctx, plan, node, texts, metadata)
  return status ? changeStatusAndUnblock(ctx, edited, status) : toNode(edited)
}

/** The root keeps its type, and no other node can become the root. */
export function requireType(node: FoundNode, type: NodeRow['node_type'] | undefined): void {
  if (type === undefined || type === node.node_type) return
  if (node.node_type === 'root')
    throw conflict('root_fixed', 'The type of the root node cannot be changed.', undefined, [node.id])
  if (type === 'root')
    throw conflict('root_fixed', 'A node cannot become the root. Create a root node instead.', undefined, [node.id])
}

/** Writes what differs, with one event. Returns the node in its new state. The caller has authorized the plan. */
export async function changeTexts(
  ctx: WriteCtx,
  plan: PlanFill,
  node: FoundNode,
  wanted: NewTexts,
  metadata: NodeChanges['metadata'],
): Promise<FoundNode> {
  const change = textChange(ctx, node, wanted, metadata)
  if (change === null) return node
  requireRoom(ctx, plan, { node_count: 0, text_bytes: change.text_bytes }, [node.id])
  await updateNode(ctx.db, node.plan_id, node.id, change.patch)
  await ctx.emit(change.event)
  return change.next
}

/** Like `changeTexts` for many nodes, without metadata. */
export async function changeManyTexts(
  ctx: WriteCtx,
  plan: PlanFill,
  nodes: readonly FoundNode[],
  wanted: ReadonlyMap<string, NewTexts>,
): Promise<void> {
  const changes = await mapInTurns(nodes, (node) => textChange(ctx, node, wanted.get(node.id) ?? {}, undefined))
  const made = changes.filter((change) => change !== null)
  const text_bytes = made.reduce((sum, change) => sum + change.text_bytes, 0)
  requireRoom(ctx, plan, { node_count: 0, text_bytes })
  for (const { next, patch } of made) await updateNode(ctx.db, next.plan_id, next.id, patch)
  await ctx.emitAll(made.map(({ event }) => event))
}

type NewTexts = Partial<Pick<NodeChanges, (typeof TEXTS)[number]>>

/** The new state of a node, what to write and the event; null if nothing differs. */
function textChange(ctx: WriteCtx, node: FoundNode, wanted: NewTexts, metadata: NodeChanges['metadata']) {
  const changed = TEXTS.filter((field) => wanted[field] !== undefined && wanted[field] !== node[field])
  const stored = metadata === undefined ? node.metadata : storedMetadata(metadata)
  if (changed.length === 0 && stored === node.metadata) return null

  const stamp = { version: node.version + 1, updated_at: ctx.now }
  const next: FoundNode = { ...node, ...pick(wanted, changed), metadata: stored, ...stamp }
  const text_bytes = textBytes(next) - textBytes(node)
  const patch: Partial<NodeRow> = {
    ...pick(wanted, changed),
    ...(changed.includes('agent_instructions') ? { instructions_by: authorOf(ctx) } : {}),
    ...stamp,
    metadata: stored,
    search_text: nodeSearchText(next),
  }
  const [before, after] = [toNode(node), toNode(next)]
  const fields = stored === node.metadata ? changed : ([...changed, 'metadata'] as const)
  const event: EventDraft = {
    kind: 'node.updated',
    plan_id: node.plan_id,
    node_id: node.id,
    node_title: next.title,
    data: { before: pick(before, fields), after: { ...pick(after, fields), ...stamp } },
    counters: { text_bytes },
  }
  return { next, patch, event, text_bytes }
}

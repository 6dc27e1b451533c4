// A tree without ids: of a template, the demo, or a generated plan.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { searchText } from '@cairn/contract/rules/searchText'
import { newId } from '../../base/ids.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import type { NodeRow } from '../../db/schema.ts'
import { createNode } from './nodes.create.ts'
import { storedMetadata } from './nodes.shape.ts'

export interface DraftNode {
  /** The name for edges; people see the title. */
  key?: string
  title: string
  type: NodeType
  /** Days from the creation of the plan. */
  due?: number
  description?: string | null
  /** One per line; a line that begins with `[x] ` is met. */
  acceptance_criteria?: string
  metadata?: Record<string, unknown>
  children?: readonly DraftNode[]
}

const DAY_MS = 86_400_000

/** The fields of a draft as a node has them. */
const fieldsOf = (ctx: WriteCtx, { title, type, due, description, acceptance_criteria }: DraftNode) => ({
  title,
  node_type: type,
  due_date: due === undefined ? null : new Date(Date.parse(ctx.now) + due * DAY_MS).toISOString().slice(0, 10),
  description: description || null,
  acceptance_criteria: acceptance_criteria || null,
})

/** The tree as rows of a plan that begins with it, and the id of each key. */
export function rowsOf(ctx: WriteCtx, planId: string, root: DraftNode): { rows: NodeRow[]; ids: Map<string, string> } {
  const ids = new Map<string, string>()
  const rows: NodeRow[] = []
  const add = (draft: DraftNode, parent_id: string | null, order_index: number) => {
    const id = newId()
    const fields = fieldsOf(ctx, draft)
    if (draft.key) ids.set(draft.key, id)
    rows.push({
      ...fields,
      context: null,
      agent_instructions: null,
      instructions_by: null,
      id,
      plan_id: planId,
      parent_id,
      status: 'not_started',
      order_index,
      comment_count: 0,
      artifact_count: 0,
      metadata: storedMetadata(draft.metadata),
      version: 1,
      search_text: searchText(fields.title, fields.description, fields.acceptance_criteria, null, null),
      created_at: ctx.now,
      updated_at: ctx.now,
      deleted_at: null,
      deleted_with: null,
      deleted_by: null,
    })
    for (const [place, child] of (draft.children ?? []).entries()) add(child, id, place)
  }
  add(root, null, 0)
  return { rows, ids }
}

/** In an existing plan a node may be created in progress. */
export interface AddedNode extends DraftNode {
  status?: NodeStatus
  context?: string
  agent_instructions?: string
}

/** Adds the tree to an existing plan with an event for each node. Returns the id of each key. */
export async function addNodes<T extends AddedNode & { children?: readonly T[] }>(
  ctx: WriteCtx,
  planId: string,
  root: T,
  onAdded: (draft: T, nodeId: string) => Promise<void> = async () => {},
): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  const add = async (draft: T, parent_id: string | null) => {
    const input = {
      ...fieldsOf(ctx, draft),
      parent_id,
      order_index: null,
      status: draft.status,
      context: draft.context ?? null,
      agent_instructions: draft.agent_instructions ?? null,
      metadata: draft.metadata ?? null,
    }
    const { id } = await createNode(ctx, planId, input, { instructions_by: null })
    if (draft.key) ids.set(draft.key, id)
    await onAdded(draft, id)
    for (const child of draft.children ?? []) await add(child, id)
  }
  await add(root, null)
  return ids
}

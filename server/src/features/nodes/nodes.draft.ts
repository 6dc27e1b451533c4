// A tree without ids: of a template, the demo, or a generated plan.
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { newId } from '../../base/ids.ts'
import { mapInTurns, rest } from '../../base/turns.ts'
import { DAY_MS, plusMs } from '../../base/units.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import type { NodeRow } from '../../db/schema.ts'
import { createNode } from './nodes.create.ts'
import { newNodeRow } from './nodes.row.ts'

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
  /** Of an imported plan, which does not have to begin with nothing started. */
  imported?: {
    status: NodeStatus
    due_date: string | null
    context: string | null
    agent_instructions: string | null
  }
  children?: readonly DraftNode[]
}

/** The fields of a draft as a node has them. */
const fieldsOf = (ctx: Pick<Ctx, 'now'>, { title, type, due, description, acceptance_criteria }: DraftNode) => ({
  title,
  node_type: type,
  due_date: due === undefined ? null : plusMs(ctx.now, due * DAY_MS).slice(0, 10),
  description: description || null,
  acceptance_criteria: acceptance_criteria || null,
})

interface PlacedDraft {
  draft: DraftNode
  id: string
  parent_id: string | null
  order_index: number
}
/** Nodes that get their ids in one turn of the event loop. */
const REST_NODES = 5_000

/** The tree as rows of a plan that begins with it, and the id of each key. */
export async function rowsOf(
  ctx: Pick<Ctx, 'now'>,
  planId: string,
  root: DraftNode,
): Promise<{ rows: NodeRow[]; ids: Map<string, string> }> {
  const ids = new Map<string, string>()
  const placed: PlacedDraft[] = []
  const stack: Omit<PlacedDraft, 'id'>[] = [{ draft: root, parent_id: null, order_index: 0 }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const id = newId()
    const { key, children = [] } = next.draft
    if (key) ids.set(key, id)
    placed.push({ ...next, id })
    for (const [order_index, draft] of [...children.entries()].reverse())
      stack.push({ draft, parent_id: id, order_index })
    if (placed.length % REST_NODES === 0) await rest()
  }
  const rows = await mapInTurns(placed, ({ draft, id, parent_id, order_index }): NodeRow => {
    const { status = 'not_started', context = null, agent_instructions = null } = draft.imported ?? {}
    const fields = { ...fieldsOf(ctx, draft), ...(draft.imported ? { due_date: draft.imported.due_date } : {}) }
    const place = { id, plan_id: planId, parent_id, order_index, instructions_by: null }
    return newNodeRow(ctx, place, { ...fields, context, agent_instructions, status, metadata: draft.metadata })
  })
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
      after_id: null,
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

import type { NodeStatus } from '@cairn/contract/api/nodes'
import { searchText } from '@cairn/contract/rules/searchText'
import type { Ctx } from '../../core/ctx.ts'
import type { NodeRow } from '../../db/schema.ts'
import { storedMetadata } from './nodes.shape.ts'

type Texts = Pick<NodeRow, 'title' | 'description' | 'acceptance_criteria' | 'context' | 'agent_instructions'>

/** What search finds a node by. */
export const nodeSearchText = (texts: Texts): string =>
  searchText(texts.title, texts.description, texts.acceptance_criteria, texts.context, texts.agent_instructions)

interface Place extends Pick<NodeRow, 'id' | 'plan_id' | 'parent_id' | 'order_index'> {
  /** Null for texts from elsewhere, which are data for agents and no instructions. */
  instructions_by: string | null
}

interface NewFields extends Texts, Pick<NodeRow, 'node_type' | 'due_date'> {
  status?: NodeStatus | undefined
  metadata?: Record<string, unknown> | null | undefined
}

/** The row of a node that is new in its plan. */
export const newNodeRow = (ctx: Pick<Ctx, 'now'>, place: Place, fields: NewFields): NodeRow => ({
  // Field by field: spreading so many costs more than a statement.
  id: place.id,
  plan_id: place.plan_id,
  parent_id: place.parent_id,
  order_index: place.order_index,
  instructions_by: place.instructions_by,
  title: fields.title,
  node_type: fields.node_type,
  status: fields.status ?? 'not_started',
  description: fields.description,
  due_date: fields.due_date,
  acceptance_criteria: fields.acceptance_criteria,
  context: fields.context,
  agent_instructions: fields.agent_instructions,
  comment_count: 0,
  artifact_count: 0,
  metadata: storedMetadata(fields.metadata),
  version: 1,
  search_text: nodeSearchText(fields),
  created_at: ctx.now,
  updated_at: ctx.now,
  deleted_at: null,
  deleted_with: null,
  deleted_by: null,
})

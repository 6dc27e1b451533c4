// Shapes that several tools share.
import { NODE_STATUSES, NODE_TYPES, type PlanNode } from '@cairn/contract/api/nodes'
import { z } from 'zod'
import { cost } from '../features/context-packs/pack.tokens.ts'

export const MAX_TOKENS_DEFAULT = 4_000

export const Status = z.enum(NODE_STATUSES)
export const Type = z.enum(NODE_TYPES)
export const MaxTokens = z.int().min(500).max(50_000).default(MAX_TOKENS_DEFAULT).describe('Budget of the result')
export const Key = z.string().optional().describe('Makes it safe to repeat a call')
export const Expected = z.int().optional().describe('Refuse if it has another version')

/** A node in lists. */
export const NodeLine = z.looseObject({ id: z.string(), title: z.string() })

export const lineOf = ({ id, title, status }: Pick<PlanNode, 'id' | 'title' | 'status'>) => ({ id, title, status })

/** What a change answers. */
export const ChangedNode = z.looseObject({
  node: z.looseObject({ id: z.string(), version: z.int() }),
  change: z.int().nullable().describe('For undo; null if nothing changed'),
  revision: z.int().nullable(),
})

export const changedNode = ({ id, title, node_type, status, parent_id, order_index, due_date, version }: PlanNode) => ({
  id,
  title,
  node_type,
  status,
  parent_id,
  order_index,
  due_date,
  version,
})

/** The fields that hold something. */
export const filled = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  ) as Partial<T>

/** The first items that fit into the budget, at least one. */
export function within<T>(items: Iterable<T>, maxTokens: number): T[] {
  let left = maxTokens * 10
  const fitting: T[] = []
  for (const item of items) {
    left -= cost(JSON.stringify(item))
    if (left < 0 && fitting.length > 0) break
    fitting.push(item)
  }
  return fitting
}

export const planUrl = (publicUrl: string, planId: string): string => `${publicUrl}/plans/${planId}`
export const nodeUrl = (publicUrl: string, planId: string, nodeId: string): string =>
  `${planUrl(publicUrl, planId)}?node=${nodeId}`

/** Of a reply to a change: what undo takes, and the plan's revision after it. */
export const Changed = { change: z.int().nullable(), revision: z.int().nullable() }

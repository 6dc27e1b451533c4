// Reading outlines: a tool, a document and a resource show them.
import { z } from 'zod'
import { AppError, invalid, notFound } from '../../base/errors.ts'
import { oneLine } from '../../features/context-packs/pack.fence.ts'
import { NodeId, nodeIdOf, PlanId } from '../ids.ts'
import { OUTLINE_FIELDS, outlineOf } from '../outline.ts'
import { MaxTokens, Status } from '../shapes.ts'
import type { ToolCall } from '../tool.ts'

export const OutlineInput = z.strictObject({
  plan_id: PlanId,
  parent_id: NodeId.optional().describe('Only below this node'),
  depth: z.int().min(1).max(100).optional().describe('Levels to show'),
  status: z.array(Status).optional().describe('Only these; their ancestors are left out'),
  fields: z.array(z.enum(OUTLINE_FIELDS)).default([]).describe('Shown besides status, title, type and due date'),
  max_tokens: MaxTokens,
  cursor: z.string().optional(),
})

/** The description of a plan above its outline, on one line, so that it cannot look like nodes. */
export const quoteOf = (text: string | null): string => (text === null ? '' : `> ${oneLine(text)}\n\n`)

/** The outline of a plan, with notes about what is missing. */
export async function readOutline(
  { app, ctx }: Pick<ToolCall, 'app' | 'ctx'>,
  planId: string,
  { parent_id, depth, status, fields, max_tokens, cursor }: Omit<z.output<typeof OutlineInput>, 'plan_id'>,
  /** What shows the rest. */
  again = 'call again',
) {
  const list = await app.nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
  const { nodes } = await list.readNodes()
  const find = async (id: string, path: string) => {
    const nodeId = await nodeIdOf(ctx, planId, id, path)
    if (!nodes.some((node) => node.id === nodeId)) throw notFound('Node')
    return nodeId
  }
  const parentId = parent_id === undefined ? undefined : await find(parent_id, 'parent_id')
  const after =
    cursor === undefined
      ? undefined
      : await find(cursor, 'cursor').catch((error: unknown) => {
          // The node was deleted since the last call, or is none.
          const isGone = error instanceof AppError && (error.status === 404 || error.status === 400)
          throw isGone ? invalid('cursor', 'cursor is no longer valid. Start again without it.') : error
        })
  const made = outlineOf(nodes, {
    parentId,
    depth,
    fields,
    statuses: status?.length ? status : undefined,
    after,
    maxTokens: max_tokens,
  })
  const notes = [
    ...(made.left > 0 ? [`${made.left} more nodes: ${again} with cursor "${made.last}" or a larger max_tokens.`] : []),
    ...(made.deeper > 0
      ? [
          `${made.deeper} deeper ${made.deeper === 1 ? 'node is' : 'nodes are'} hidden: ${again} with parent_id or a larger depth.`,
        ]
      : []),
  ]
  return {
    outline: [
      made.text || (status?.length ? '(no nodes with this status)\n' : '(no nodes)\n'),
      ...notes.map((note) => `\n${note}`),
    ].join(''),
    shown: made.shown,
    left: made.left,
    next_cursor: made.last,
  }
}

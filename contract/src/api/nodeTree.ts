// A nested outline that becomes nodes in one call.
import { z } from 'zod'
import { TREE_MAX_DEPTH } from '../rules/tree.ts'
import { type Api, Id, LIMITS, orEmpty } from './common.ts'
import { EDGE_KINDS, PlanEdge } from './edges.ts'
import { NewNode, PlanNode } from './nodes.ts'

const EDGES_MAX = 1_000
const REF_MAX = 100

/** A name for a node without an id. */
const Ref = z
  .string('ref must be a string')
  .min(1, 'ref must not be empty')
  .max(REF_MAX, `ref must be at most ${REF_MAX} characters`)

const TreeNodeFields = NewNode.omit({ parent_id: true, order_index: true, after_id: true }).extend({
  ref: orEmpty(Ref)
    .nullish()
    .transform((ref) => ref || undefined)
    .optional()
    .describe('Names the node in edges of the same call, and in `refs` of the reply'),
  assignees: z
    .array(Id, 'assignees must be a list of user ids')
    .max(LIMITS.assignees, `assignees must have at most ${LIMITS.assignees} entries`)
    .nullish()
    .describe('Members of the plan'),
})
export type NewTreeNode = z.output<typeof TreeNodeFields> & { children?: NewTreeNode[] | null | undefined }
export const NewTreeNode: z.ZodType<NewTreeNode, unknown> = TreeNodeFields.extend({
  get children() {
    return z.array(NewTreeNode, 'children must be a list of nodes').nullish()
  },
})

/**
 * Rejects an outline that is too large or too deep. Walks it without recursion, because a body may be nested
 * arbitrarily deep.
 */
function outlineProblem(nodes: unknown): string | null {
  const stack: { list: unknown; level: number }[] = [{ list: nodes, level: 1 }]
  let count = 0
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (!Array.isArray(next.list)) continue
    count += next.list.length
    if (count > LIMITS.bulk) return `nodes must have at most ${LIMITS.bulk} entries in total`
    if (next.list.length > 0 && next.level > TREE_MAX_DEPTH)
      return `A plan can be at most ${TREE_MAX_DEPTH} levels deep`
    for (const node of next.list)
      stack.push({ list: (node as { children?: unknown } | null)?.children, level: next.level + 1 })
  }
  return null
}

const Outline = z.preprocess(
  (nodes, ctx) => {
    const message = outlineProblem(nodes)
    if (message === null) return nodes
    ctx.issues.push({ code: 'custom', message, input: nodes })
    return z.NEVER
  },
  z.array(NewTreeNode, 'nodes must be a list of nodes').min(1, 'nodes must not be empty'),
)

/** The `ref` of a node in this call, or the id of an existing node. */
const End = z.string().min(1).max(REF_MAX)

export const NewTree = z.object({
  parent_id: NewNode.shape.parent_id.describe(
    'The parent; the outline becomes its last child. Default: the root, or else the top level',
  ),
  nodes: Outline.describe(`At most ${LIMITS.bulk} nodes in all`),
  edges: z
    .array(
      z.object({
        source: End.describe('The ref of a node in this call, or the id of an existing node'),
        target: End.describe('The ref of a node in this call, or the id of an existing node'),
        kind: z.enum(EDGE_KINDS, { error: `Kind must be one of ${EDGE_KINDS.join(', ')}` }),
      }),
      'edges must be a list of edges',
    )
    .max(EDGES_MAX, `edges must have at most ${EDGES_MAX.toLocaleString('en-US')} entries`)
    .nullish(),
})
export type NewTree = z.output<typeof NewTree>

export const nodeTreeApi = {
  createTree: {
    method: 'POST',
    path: '/plans/:planId/nodes/tree',
    summary: `Add up to ${LIMITS.bulk} nodes as a nested outline, with the edges between them and assignees: all of it or nothing`,
    access: 'plan.edit',
    params: z.object({ planId: Id }),
    body: NewTree,
    reply: z.object({
      nodes: z.array(PlanNode).describe('In the order of the outline, parents first'),
      edges: z.array(PlanEdge),
      refs: z.record(z.string(), Id).describe('The id of each node that has a ref'),
    }),
    status: 201,
  },
} as const satisfies Api

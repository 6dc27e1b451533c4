// Outlines as arguments: nested JSON, or Markdown. Both become what the tree call takes.
import { LIMITS } from '@cairn/contract/api/common'
import { NewTree, type NewTreeNode } from '@cairn/contract/api/nodeTree'
import { parsePlanOutline } from '@cairn/contract/rules/planOutline'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { z } from 'zod'
import { AppError, invalid } from '../base/errors.ts'
import type { WriteCtx } from '../core/ctx.ts'
import { nodesIn } from './ids.ts'
import { Status, Type } from './shapes.ts'
import { parse } from './tool.ts'

const FIELDS = {
  title: z.string(),
  ref: z.string().optional().describe('Names the node in edges of this call'),
  node_type: Type.optional(),
  status: Status.optional(),
  due_date: z.string().optional(),
  assignees: z.array(z.string()).optional().describe('Ids of people'),
  description: z.string().optional(),
  acceptance_criteria: z.string().optional(),
  context: z.string().optional(),
  agent_instructions: z.string().optional(),
}
const KNOWN = new Set([...Object.keys(FIELDS), 'children'])

/** A nested outline as the schema of a tool shows it; the contract checks the nodes. */
export const Nodes = z.array(
  z.looseObject({ ...FIELDS, children: z.array(z.looseObject({})).optional().describe('Nodes like this one') }),
)
/** Where the shape is described by another tool. */
export const LooseNodes = z.array(z.looseObject({ title: z.string() }))
export const Edges = z.array(
  z.strictObject({
    source: z.string().describe('ref or node id; must finish before target'),
    target: z.string(),
    kind: z.enum(['dependency', 'reference', 'sequence']).default('dependency'),
  }),
)
type LooseNode = z.output<typeof LooseNodes>[number]
interface Draft extends Record<string, unknown> {
  children?: Draft[]
}

/** With the default type; an unknown field is an error, because a misspelled one would be lost. */
function drafted(nodes: readonly LooseNode[], path: string, level = 1): Draft[] {
  if (level > TREE_MAX_DEPTH) throw invalid(path, `A plan can be at most ${TREE_MAX_DEPTH} levels deep`)
  return nodes.map((node, i) => {
    const at = `${path}.${i}`
    if (typeof node !== 'object' || node === null) throw invalid(at, `${at} must be an object`)
    const unknown = Object.keys(node).filter((key) => !KNOWN.has(key))
    if (unknown[0] !== undefined) {
      const named = unknown
        .slice(0, NAMED_MAX)
        .map((key) => `"${key}"`)
        .join(', ')
      const message = `Unknown ${unknown.length === 1 ? 'field' : 'fields'} ${named} in ${at}. Use ${[...KNOWN].join(', ')}`
      throw invalid(`${at}.${unknown[0]}`, message)
    }
    const { children, ...fields } = node
    if (children !== undefined && !Array.isArray(children)) throw invalid(`${at}.children`, 'children must be a list')
    return {
      node_type: 'task',
      ...fields,
      ...(children ? { children: drafted(children as LooseNode[], `${at}.children`, level + 1) } : {}),
    }
  })
}

const countOf = (nodes: readonly Draft[]): number =>
  nodes.reduce((count, { children = [] }) => count + 1 + countOf(children), 0)

/** Before the nodes are checked one by one, which takes long for very many. */
function requireAtMost(max: number, drafts: readonly Draft[]): void {
  if (countOf(drafts) > max)
    throw new AppError(400, 'too_many_nodes', `nodes must have at most ${max} entries in total.`, { details: { max } })
}

interface Given {
  nodes?: readonly LooseNode[]
  edges?: z.output<typeof Edges>
  max?: number
}

/** An outline for the tree call. 400 if it is larger than `max`. */
export function treeOf({ nodes = [], edges = [], max = LIMITS.bulk }: Given): NewTree {
  const drafts = drafted(nodes, 'nodes')
  requireAtMost(max, drafts)
  return parse(NewTree, { nodes: drafts, edges })
}

/** An outline whose nodes belong to a root, as the nodes of every new plan do. */
export function planTreeOf(title: string, { nodes = [], edges = [] }: Given): NewTree {
  const drafts = drafted(nodes, 'nodes')
  const hasRoot = drafts.length === 1 && drafts[0]?.node_type === 'root'
  requireAtMost(hasRoot ? LIMITS.bulk : LIMITS.bulk - 1, drafts)
  if (hasRoot) return parse(NewTree, { nodes: drafts, edges })
  try {
    return parse(NewTree, { nodes: [{ title, node_type: 'root', children: drafts }], edges })
  } catch (error) {
    throw withoutRoot(error)
  }
}

const BELOW_ROOT = 'nodes.0.children.'

/** The error with the paths that the caller knows, who did not write the root. */
function withoutRoot(error: unknown): unknown {
  if (!(error instanceof AppError) || !Array.isArray(error.details)) return error
  const details = (error.details as { path: string }[]).map((detail) =>
    detail.path.startsWith(BELOW_ROOT) ? { ...detail, path: `nodes.${detail.path.slice(BELOW_ROOT.length)}` } : detail,
  )
  return new AppError(error.status, error.code, error.message, { details })
}

/** So many lines that cannot be read are named at once. */
const NAMED_MAX = 10

interface PlanDraft {
  title: string | null
  description: string | null
  nodes: LooseNode[]
}

/** The plan of a Markdown outline. 400 that names the lines it cannot read. */
export function planOfMarkdown(text: string): PlanDraft {
  const { title, description, lines, problems } = parsePlanOutline(text, { hasDescription: true })
  if (problems.length > 0) {
    const named = problems.slice(0, NAMED_MAX).map(({ line, message }) => `line ${line}: ${message}`)
    const more = problems.length > named.length ? [`${problems.length - named.length} more`] : []
    const isText = problems.some(({ field }) => field === null)
    const advice = isText ? '. Begin lines of a description with "> "' : ''
    throw invalid('outline', `outline, ${[...named, ...more].join('; ')}${advice}`)
  }
  const tops: LooseNode[] = []
  const path: LooseNode[] = []
  for (const { title, node_type, status, due_date, description, level } of lines) {
    const node: LooseNode = { title, node_type, status, due_date, description }
    path.length = level
    const parent = path.at(-1)
    if (!parent) tops.push(node)
    else if (Array.isArray(parent.children)) parent.children.push(node)
    else parent.children = [node]
    path.push(node)
  }
  return { title, description, nodes: tops }
}

/** Edges whose ends are refs of this call or nodes of the plan, these by their short form too. */
export async function resolveEdges(ctx: WriteCtx, planId: string, tree: NewTree): Promise<NewTree> {
  const refs = new Set<string>()
  const collect = (nodes: readonly NewTreeNode[]) => {
    for (const { ref, children } of nodes) {
      if (ref) refs.add(ref)
      collect(children ?? [])
    }
  }
  collect(tree.nodes)
  const edges = tree.edges ?? []
  const ends = edges.flatMap(({ source, target }, i) => [
    { id: source, path: `edges.${i}.source` },
    { id: target, path: `edges.${i}.target` },
  ])
  const named = ends.filter(({ id }) => !refs.has(id))
  const ids = await nodesIn(ctx, planId, named)
  const complete = new Map(named.map(({ id }, i) => [id, ids[i] ?? id]))
  const idOf = (end: string) => complete.get(end) ?? end
  return { ...tree, edges: edges.map((edge) => ({ ...edge, source: idOf(edge.source), target: idOf(edge.target) })) }
}

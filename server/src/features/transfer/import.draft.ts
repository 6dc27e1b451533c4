// The rules that make a sound plan of what a reader has produced.

import {
  isBlank,
  isStorable,
  LIMITS,
  METADATA_TOO_LARGE,
  Metadata,
  withoutUnstorable,
} from '@cairn/contract/api/common'
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { PlanStatus } from '@cairn/contract/api/plans'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { cut } from '../../base/cut.ts'
import { mapInTurns, restIfMany } from '../../base/turns.ts'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { DraftNode } from '../nodes/nodes.draft.ts'
import { soundEdges } from './import.edges.ts'
import { type SoundLog, soundLogs } from './import.logs.ts'
import { type Assigned, assignedOf, type Member } from './import.people.ts'
import { emptyNode, type Problems, type ReadFile, type ReadNode, type ReadPlan } from './import.read.ts'

export interface SoundPlan {
  format: ImportFormat
  title: string
  description: string | null
  status: PlanStatus
  root: DraftNode
  edges: DraftEdge[]
  logs: SoundLog[]
  files?: ReadFile[]
  assigned: Assigned[]
  /** In display order. */
  nodes: { node: SoundNode; level: number }[]
}
type SoundNode = ReadNode & { metadata: Record<string, unknown> }

const TEXTS = {
  title: LIMITS.title,
  description: LIMITS.description,
  acceptance_criteria: LIMITS.acceptance_criteria,
  context: LIMITS.context,
  agent_instructions: LIMITS.agent_instructions,
} as const

/** What a new plan may hold, and who may be assigned in it. */
export interface PlanRules {
  nodesMax: number
  edgesMax: number
  members: readonly Member[]
}

/**
 * A plan that can be written as it is: unique keys, one root, no cycles, and every text within its limit. Null if there
 * are no nodes, or more than a plan may hold.
 */
export async function soundPlan(
  read: ReadPlan,
  problems: Problems,
  { nodesMax, edgesMax, members }: PlanRules,
): Promise<SoundPlan | null> {
  if (read.nodes.length === 0) problems.fail(null, null, 'The file has no nodes')
  refuseMore(problems, 'nodes', nodesMax, read.nodes)
  refuseMore(problems, 'links', edgesMax, read.edges)
  if (problems.fatal.length > 0) return null
  const nodes = new Map<string, SoundNode>()
  for (const node of await mapInTurns(read.nodes, (given) => withinLimits(given, problems))) {
    if (nodes.has(node.key)) {
      problems.warn(node.line, 'id', `The id "${cut(node.key, 60)}" is used twice`, 'It gets a new id')
      node.key = `${node.key} line ${node.line} ${nodes.size}`
    }
    nodes.set(node.key, node)
  }
  for (const node of nodes.values())
    if (node.parent !== null && !nodes.has(node.parent)) {
      problems.warn(node.line, 'parent_id', 'Its parent is not in the file', 'It moves to the top level')
      node.parent = null
    }
  await restIfMany(nodes)
  cutCycles(nodes, problems)
  const given = cut(withoutUnstorable(read.title), LIMITS.title)
  const title = isBlank(given) ? 'Imported plan' : given
  const top = rootOf(nodes, title, problems)
  return {
    ...read,
    title,
    description:
      read.description === null ? null : cut(withoutUnstorable(read.description), LIMITS.plan_description) || null,
    ...(await treeOf(nodes, top, problems)),
    edges: await soundEdges(read.edges, nodes, problems),
    logs: await soundLogs(read.logs ?? [], members, problems),
    assigned: await assignedOf([...nodes.values()], members, problems),
  }
}

function withinLimits(node: ReadNode, problems: Problems): SoundNode {
  const next = { ...node, metadata: soundMetadata(node.metadata, node.line, problems) }
  for (const [field, max] of Object.entries(TEXTS) as [keyof typeof TEXTS, number][]) {
    let text = next[field]
    if (text === null) continue
    // What is removed is little; far longer texts are cut below anyway.
    text = cut(text, 2 * max)
    if (!isStorable(text)) {
      problems.warn(node.line, field, 'The text contains invalid characters', 'They are removed')
      text = withoutUnstorable(text)
    }
    if (text.length > max) {
      problems.warn(
        node.line,
        field,
        `The text is longer than ${max.toLocaleString('en-US')} characters`,
        'It is cut there',
      )
      text = cut(text, max)
    }
    if (field === 'title') next.title = text
    else next[field] = text || null
  }
  if (isBlank(next.title)) {
    problems.warn(node.line, 'title', 'The title is missing', 'It is called "Untitled"')
    next.title = 'Untitled'
  }
  return next
}

/** Metadata that the rule of all metadata refuses is left out. */
export function soundMetadata(given: unknown, line: number, problems: Problems): Record<string, unknown> {
  const value = given ?? {}
  // The schema would check a million keys one by one before their size.
  const isTooLarge = Object.keys(value).length > LIMITS.metadata_bytes
  const { data, error } = isTooLarge ? {} : Metadata.safeParse(value)
  if (data) return data
  const problem = isTooLarge ? METADATA_TOO_LARGE : error?.issues[0]?.message
  problems.warn(line, 'metadata', problem ?? 'Metadata is invalid', 'It is left out')
  return {}
}

/** Parents that lead back to their own node: that node moves to the top level. */
function cutCycles(nodes: ReadonlyMap<string, ReadNode>, problems: Problems): void {
  const checked = new Set<string>()
  for (const node of nodes.values()) {
    const path = new Set<string>()
    for (let above: ReadNode | undefined = node; above && !checked.has(above.key); ) {
      path.add(above.key)
      const parent: string | null = above.parent
      if (parent !== null && path.has(parent)) {
        problems.warn(above.line, 'parent_id', 'It is its own ancestor', 'It moves to the top level')
        above.parent = null
        break
      }
      above = parent === null ? undefined : nodes.get(parent)
    }
    for (const key of path) checked.add(key)
  }
}

/** The only node at the top, if there is one root; else a new root above all of them. */
function rootOf(nodes: Map<string, SoundNode>, title: string, problems: Problems): SoundNode {
  const tops = [...nodes.values()].filter(({ parent }) => parent === null)
  const [only] = tops
  const hasRoot = tops.length === 1 && only?.node_type === 'root'
  for (const node of nodes.values())
    if (node.node_type === 'root' && !(hasRoot && node === only)) {
      problems.warn(node.line, 'node_type', 'Only the top of a plan is a root', 'It becomes a phase')
      node.node_type = 'phase'
    }
  if (hasRoot && only) return only
  let key = 'root'
  while (nodes.has(key)) key += '_'
  const root: SoundNode = { ...emptyNode(key, 1), metadata: {}, title, node_type: 'root' }
  for (const node of tops) node.parent = key
  nodes.set(key, root)
  return root
}

async function treeOf(nodes: ReadonlyMap<string, SoundNode>, top: SoundNode, problems: Problems) {
  await restIfMany(nodes)
  const below = new Map<string, SoundNode[]>()
  for (const node of nodes.values()) {
    if (node.parent === null) continue
    const siblings = below.get(node.parent)
    if (siblings) siblings.push(node)
    else below.set(node.parent, [node])
  }
  await restIfMany(nodes)
  const ordered: SoundPlan['nodes'] = []
  const draftOf = ({ key, title, node_type, description, acceptance_criteria, metadata, ...node }: SoundNode) => {
    const { status, due_date, context, agent_instructions } = node
    const children: DraftNode[] = []
    const draft: DraftNode = {
      key,
      title,
      type: node_type,
      description,
      ...(acceptance_criteria === null ? {} : { acceptance_criteria }),
      metadata,
      imported: { status, due_date, context, agent_instructions },
      children,
    }
    return { draft, children }
  }
  const made = draftOf(top)
  const stack: { node: SoundNode; level: number; siblings: DraftNode[] | null }[] = [
    { node: top, level: 0, siblings: null },
  ]
  // Without recursion, because the file may nest arbitrarily deep.
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, level, siblings } = next
    const { draft, children } = siblings === null ? made : draftOf(node)
    siblings?.push(draft)
    ordered.push({ node, level })
    const isDeepest = level + 1 >= TREE_MAX_DEPTH
    const own = below.get(node.key) ?? []
    if (isDeepest && own.length > 0)
      problems.warn(
        own[0]?.line ?? null,
        'level',
        `A plan can be at most ${TREE_MAX_DEPTH} levels deep`,
        'Deeper nodes move up to the last level',
      )
    for (let i = own.length - 1; i >= 0; i--) {
      const child = own[i]
      if (child)
        stack.push({ node: child, level: isDeepest ? level : level + 1, siblings: isDeepest ? siblings : children })
    }
  }
  return { root: made.draft, nodes: ordered }
}

function refuseMore(
  problems: Problems,
  what: 'nodes' | 'links',
  max: number,
  read: readonly { line: number | null }[],
): void {
  if (read.length <= max) return
  const [most, has] = [max, read.length].map((number) => number.toLocaleString('en-US'))
  problems.fail(read[max]?.line ?? null, null, `A plan holds at most ${most} ${what}, and the file has ${has}`)
}

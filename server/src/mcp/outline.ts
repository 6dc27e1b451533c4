// A plan as an outline for assistants: a line for each node, within a budget of tokens.
import type { NodeStatus, PlanNode } from '@cairn/contract/api/nodes'
import { OUTLINE_MARK } from '@cairn/contract/rules/planOutline'
import { oneLine } from '../features/context-packs/pack.fence.ts'
import { cost } from '../features/context-packs/pack.tokens.ts'

export const OUTLINE_FIELDS = ['description', 'version', 'assignees', 'counts'] as const
export type OutlineField = (typeof OUTLINE_FIELDS)[number]

const DESCRIPTION_MAX = 200

const SHORT_LENGTH = 8

/** Ends of ids that several nodes share, by list: a list is never changed, and large ones are asked for often. */
const shared = new WeakMap<readonly object[], ReadonlySet<string>>()

function sharedEnds(nodes: readonly Pick<PlanNode, 'id'>[]): ReadonlySet<string> {
  const known = shared.get(nodes)
  if (known) return known
  const [ends, twice] = [new Set<string>(), new Set<string>()]
  for (const { id } of nodes) {
    const end = id.slice(-SHORT_LENGTH)
    if (ends.has(end)) twice.add(end)
    else ends.add(end)
  }
  shared.set(nodes, twice)
  return twice
}

/** The form of an id that outlines show: its end, or all of it where that is ambiguous. */
function shortId(id: string, twice: ReadonlySet<string>): string {
  const end = id.slice(-SHORT_LENGTH)
  return twice.has(end) ? id : end
}

export interface OutlineOptions {
  /** Only below this node. */
  parentId?: string
  /** Levels, counted from the top of the outline. */
  depth?: number
  fields: readonly OutlineField[]
  /** Only nodes of these statuses; their ancestors are not repeated. */
  statuses?: readonly NodeStatus[]
  /** Start after this node. */
  after?: string
  maxTokens: number
}

export interface Outline {
  text: string
  shown: number
  /** Matching nodes after the last one shown. */
  left: number
  /** The last node shown, if some are left. */
  last: string | null
  /** Matching nodes that are deeper than `depth`. */
  deeper: number
}

/** Two notes at the end of the text always fit. */
const NOTES_TENTHS = 1_000

/** `nodes` are those of the whole plan in display order. */
export function outlineOf(nodes: readonly PlanNode[], options: OutlineOptions): Outline {
  const { depth = Number.POSITIVE_INFINITY, fields, statuses, after, maxTokens } = options
  const twice = sharedEnds(nodes)
  const levels = new Map<string, number>()
  const wanted: { node: PlanNode; level: number }[] = []
  let deeper = 0
  /** Matching nodes up to the cursor, which may match no longer. */
  let from = 0
  let isPast = after === undefined
  for (const node of nodes) {
    const isBefore = !isPast
    if (node.id === after) isPast = true
    const above = node.parent_id === null ? undefined : levels.get(node.parent_id)
    const isTop = options.parentId === undefined ? node.parent_id === null : node.parent_id === options.parentId
    if (above === undefined && !isTop) continue
    const level = above === undefined ? 0 : above + 1
    levels.set(node.id, level)
    if (statuses && !statuses.includes(node.status)) continue
    if (level >= depth) deeper++
    else {
      wanted.push({ node, level })
      if (isBefore) from++
    }
  }
  const lines: string[] = []
  let left = maxTokens * 10 - NOTES_TENTHS
  let end = from
  for (const { node, level } of wanted.slice(from)) {
    const line = lineOf(node, { level, short: shortId(node.id, twice), fields })
    left -= cost(line)
    // One node is always shown, so that a reader gets on.
    if (left < 0 && lines.length > 0) break
    lines.push(line)
    end++
  }
  return {
    text: lines.join(''),
    shown: lines.length,
    left: wanted.length - end,
    last: end < wanted.length ? (wanted[end - 1]?.node.id ?? null) : null,
    deeper,
  }
}

/** Each line is a node, so a title or text cannot begin another one. */
function lineOf(
  node: PlanNode,
  { level, short, fields }: { level: number; short: string; fields: readonly OutlineField[] },
): string {
  const indent = '  '.repeat(level)
  const { child_count, completed_child_count } = node.metadata
  const attributes = [
    `#${short}`,
    ...(node.node_type === 'task' ? [] : [node.node_type]),
    ...(node.due_date === null ? [] : [`due=${node.due_date}`]),
    ...(fields.includes('version') ? [`v=${node.version}`] : []),
    ...(fields.includes('counts') && child_count > 0 ? [`done=${completed_child_count}/${child_count}`] : []),
    ...(fields.includes('assignees') && node.assignees.length > 0 ? [`assignees=${node.assignees.join(',')}`] : []),
  ]
  const head = `${indent}- [${OUTLINE_MARK[node.status]}] ${oneLine(node.title)} {${attributes.join(' ')}}\n`
  if (!fields.includes('description') || node.description === null) return head
  const description = oneLine(node.description)
  const cut = description.length > DESCRIPTION_MAX ? `${description.slice(0, DESCRIPTION_MAX - 1)}…` : description
  return `${head}${indent}  > ${cut}\n`
}

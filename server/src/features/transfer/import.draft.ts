// What the readers of all formats produce, and the rules that make a sound plan of it.

import { isBlank, isStorable, LIMITS, Metadata } from '@cairn/contract/api/common'
import type { EdgeKind } from '@cairn/contract/api/edges'
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { LogType } from '@cairn/contract/api/logs'
import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import type { PlanStatus } from '@cairn/contract/api/plans'
import type { ImportProblem } from '@cairn/contract/api/transfer'
import { TREE_MAX_DEPTH } from '@cairn/contract/rules/tree'
import { mapInTurns } from '../../db/turn.ts'
import type { DraftEdge } from '../edges/edges.draft.ts'
import type { DraftNode } from '../nodes/nodes.draft.ts'

/** Someone in a file; either part may be empty. */
export interface NamedPerson {
  name: string
  email: string
}

export interface ReadNode {
  /** Names the node in the file. */
  key: string
  /** The key of the parent; null at the top. */
  parent: string | null
  title: string
  node_type: NodeType
  status: NodeStatus
  due_date: string | null
  description: string | null
  acceptance_criteria: string | null
  context: string | null
  agent_instructions: string | null
  /** As the file has it; `soundPlan` checks it. */
  metadata: unknown
  /** To whom it is assigned, as the file names them. */
  people: NamedPerson[]
  line: number
}
export interface ReadEdge {
  source: string
  target: string
  kind: EdgeKind
  line: number
}

/** Collects the first problems, and all that prevent the import. */
export class Problems {
  count = 0
  readonly fatal: ImportProblem[] = []
  readonly others: ImportProblem[] = []
  readonly max: number
  constructor(max: number) {
    this.max = max
  }
  warn(line: number | null, field: string | null, message: string, instead: string): void {
    this.count++
    if (this.others.length < this.max) this.others.push({ line, field, message, instead })
  }
  fail(line: number | null, field: string | null, message: string): void {
    this.count++
    if (this.fatal.length < this.max) this.fatal.push({ line, field, message, instead: null })
  }
  get list(): ImportProblem[] {
    return [...this.fatal, ...this.others].slice(0, this.max)
  }
}

/** The reader cannot go on. */
export class Unreadable extends Error {
  readonly line: number | null
  readonly field: string | null
  constructor(message: string, line: number | null = null, field: string | null = null) {
    super(message)
    this.line = line
    this.field = field
  }
}

export interface ReadLog {
  key: string
  /** The key of its node. */
  node: string
  /** The key of the entry that it replies to. */
  parent: string | null
  log_type: LogType
  content: string
  tags: string[]
  metadata: Record<string, unknown>
  author: { name: string; email: string }
  created_at: string | null
}

/** A file or link of a node. */
export interface ReadFile {
  /** The key of its node. */
  node: string
  name: string
  content_type: string
  /** Of a link; null for an upload. */
  url: string | null
  /** Of an upload, in the ZIP file. */
  path: string | null
  line: number
}

export interface ReadPlan {
  format: ImportFormat
  title: string
  description: string | null
  status: PlanStatus
  nodes: ReadNode[]
  edges: ReadEdge[]
  logs?: ReadLog[]
  files?: ReadFile[]
}

export const emptyNode = (key: string, line: number): ReadNode => ({
  key,
  parent: null,
  title: '',
  node_type: 'task',
  status: 'not_started',
  due_date: null,
  description: null,
  acceptance_criteria: null,
  context: null,
  agent_instructions: null,
  metadata: {},
  people: [],
  line,
})

export interface SoundPlan {
  format: ImportFormat
  title: string
  description: string | null
  status: PlanStatus
  root: DraftNode
  edges: DraftEdge[]
  logs?: ReadLog[]
  files?: ReadFile[]
  assigned: { node: string; user_id: string }[]
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

const UNSTORABLE = /[\0\p{Surrogate}]/gu
/** Cutting must not leave half of a surrogate pair. */
const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '')

/** A plan that can be written as it is: unique keys, one root, no cycles, and every text within its limit. */
export async function soundPlan(
  read: ReadPlan,
  problems: Problems,
  { nodesMax, members }: { nodesMax: number; members: readonly Member[] },
): Promise<SoundPlan> {
  const nodes = new Map<string, SoundNode>()
  for (const node of await mapInTurns(read.nodes, (given) => withinLimits(given, problems))) {
    if (nodes.has(node.key)) {
      problems.warn(node.line, 'id', `The id "${cut(node.key, 60)}" is used twice`, 'It gets a new id')
      node.key = `${node.key} line ${node.line} ${nodes.size}`
    }
    nodes.set(node.key, node)
  }
  if (nodes.size === 0) problems.fail(null, null, 'The file has no nodes')
  if (nodes.size > nodesMax)
    problems.fail(
      read.nodes[nodesMax]?.line ?? null,
      null,
      `A plan holds at most ${nodesMax.toLocaleString('en-US')} nodes, and the file has ${nodes.size.toLocaleString('en-US')}`,
    )
  for (const node of nodes.values())
    if (node.parent !== null && !nodes.has(node.parent)) {
      problems.warn(node.line, 'parent_id', 'Its parent is not in the file', 'It moves to the top level')
      node.parent = null
    }
  cutCycles(nodes, problems)
  const title = cut(read.title.replace(UNSTORABLE, '').trim(), LIMITS.title) || 'Imported plan'
  const top = rootOf(nodes, title, problems)
  return {
    ...read,
    title,
    description:
      read.description === null ? null : cut(read.description.replace(UNSTORABLE, ''), LIMITS.plan_description) || null,
    ...treeOf(nodes, top, problems),
    edges: soundEdges(read.edges, nodes, problems),
    assigned: assignedOf(nodes.values(), members, problems),
  }
}

function withinLimits(node: ReadNode, problems: Problems): SoundNode {
  const next = { ...node, metadata: soundMetadata(node.metadata, node.line, problems) }
  for (const [field, max] of Object.entries(TEXTS) as [keyof typeof TEXTS, number][]) {
    let text = next[field]
    if (text === null) continue
    if (!isStorable(text)) {
      problems.warn(node.line, field, 'The text contains invalid characters', 'They are removed')
      text = text.replace(UNSTORABLE, '')
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
  const { data, error } = Metadata.safeParse(given ?? {})
  if (data) return data
  problems.warn(line, 'metadata', error.issues[0]?.message ?? 'Metadata is invalid', 'It is left out')
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

function treeOf(nodes: ReadonlyMap<string, SoundNode>, top: SoundNode, problems: Problems) {
  const below = new Map<string, SoundNode[]>()
  for (const node of nodes.values()) {
    if (node.parent === null) continue
    const siblings = below.get(node.parent)
    if (siblings) siblings.push(node)
    else below.set(node.parent, [node])
  }
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

function soundEdges(edges: readonly ReadEdge[], nodes: ReadonlyMap<string, ReadNode>, problems: Problems): DraftEdge[] {
  const seen = new Set<string>()
  const sound: ReadEdge[] = []
  const drop = (edge: ReadEdge, message: string) => problems.warn(edge.line, edge.kind, message, 'The link is left out')
  for (const edge of edges) {
    const { source, target, kind } = edge
    const name = JSON.stringify([source, target, kind])
    if (!nodes.has(source) || !nodes.has(target)) drop(edge, 'A linked node is not in the file')
    else if (source === target) drop(edge, 'A node cannot be linked to itself')
    else if (seen.has(name)) drop(edge, 'The link appears twice')
    else sound.push(edge)
    seen.add(name)
  }
  const circular = nodesInCycles(sound.filter(({ kind }) => kind === 'dependency'))
  return sound.flatMap((edge): DraftEdge[] => {
    if (edge.kind !== 'dependency' || !circular.has(edge.source) || !circular.has(edge.target))
      return [[edge.source, edge.kind, edge.target]]
    drop(edge, 'This dependency is part of a cycle')
    return []
  })
}

/** What remains after all nodes without a dependency in or out have been taken away, again and again. */
function nodesInCycles(edges: readonly ReadEdge[]): Set<string> {
  const rest = new Set(edges.flatMap(({ source, target }) => [source, target]))
  for (const [from, to] of [
    ['source', 'target'],
    ['target', 'source'],
  ] as const) {
    const waits = new Map<string, number>()
    const leads = new Map<string, string[]>()
    for (const edge of edges) {
      if (!rest.has(edge.source) || !rest.has(edge.target)) continue
      waits.set(edge[to], (waits.get(edge[to]) ?? 0) + 1)
      const known = leads.get(edge[from])
      if (known) known.push(edge[to])
      else leads.set(edge[from], [edge[to]])
    }
    const free = [...rest].filter((key) => !waits.has(key))
    for (let key = free.pop(); key !== undefined; key = free.pop()) {
      rest.delete(key)
      for (const next of leads.get(key) ?? []) {
        const left = (waits.get(next) ?? 0) - 1
        waits.set(next, left)
        if (left === 0) free.push(next)
      }
    }
  }
  return rest
}

/** Who may be assigned in the new plan. */
export interface Member {
  id: string
  name: string
  email: string
}

/** No name or email is longer; composing takes quadratic time in the number of accents on one letter. */
const PLAIN_MAX = 1_000
const plain = (text: string): string => text.slice(0, PLAIN_MAX).normalize('NFC').trim().toLowerCase()

/** The people of the nodes who are members, by email or else by name. The others are named, and never invited. */
function assignedOf(nodes: Iterable<ReadNode>, members: readonly Member[], problems: Problems) {
  const find = ({ name, email }: NamedPerson) =>
    email === ''
      ? members.find((member) => plain(member.name) === plain(name))
      : members.find((member) => plain(member.email) === plain(email))
  const unknown = new Map<string, { label: string; line: number; count: number }>()
  const assigned: SoundPlan['assigned'] = []
  for (const { key, people, line } of nodes) {
    const found = new Set<string>()
    for (const person of people) {
      const member = find(person)
      if (member) found.add(member.id)
      else {
        const { name, email } = person
        const label = (name && email ? `${name} (${email})` : name || email).slice(0, 120)
        const known = unknown.get(plain(label)) ?? { label, line, count: 0 }
        known.count++
        unknown.set(plain(label), known)
      }
    }
    for (const user_id of found) assigned.push({ node: key, user_id })
  }
  for (const { label, line, count } of unknown.values())
    problems.warn(
      line,
      'assignees',
      `${label} has ${count === 1 ? '1 node' : `${count} nodes`}, but is not a member of the new plan`,
      'Not assigned, and not invited',
    )
  return assigned
}

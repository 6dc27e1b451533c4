// Search and filters. Returns the matching nodes and their ancestors.
import type { PlanEdge } from '@cairn/contract/api/edges'
import { NODE_STATUSES, NODE_TYPES, type NodeStatus, type NodeType } from '@cairn/contract/api/nodes'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { type ClaimedNodes, NO_CLAIMS } from '../data/claims.ts'
import type { StoredNode } from '../data/nodeStore.ts'
import { bestMatches } from '../lib/bestMatches.ts'
import { fold } from '../lib/fold.ts'
import { daysUntil } from '../lib/relativeTime.ts'

export const DUES = ['overdue', 'week'] as const
export type Due = (typeof DUES)[number]

/** A node must match one value of each set. An empty set matches all nodes. */
export interface TreeFilter {
  search: string
  statuses: ReadonlySet<NodeStatus>
  types: ReadonlySet<NodeType>
  /** User ids, `me`, and `none` for nodes without an assignee. */
  assignees: ReadonlySet<string>
  dues: ReadonlySet<Due>
  /** Only open nodes that wait for an open dependency of their own or of an ancestor. */
  waiting: boolean
  /** Only tasks that can be started. */
  ready: boolean
  /** Only tasks that an agent holds. */
  byAgents: boolean
  /** Only nodes that the user watches. */
  watched: boolean
  /** Only nodes with comments that the user has not read. */
  unread: boolean
}

export const NO_FILTER: TreeFilter = {
  search: '',
  statuses: new Set(),
  types: new Set(),
  assignees: new Set(),
  dues: new Set(),
  waiting: false,
  ready: false,
  byAgents: false,
  watched: false,
  unread: false,
}

/** The filters with one box, by the name of their parameter in the URL. */
const FLAGS = { waiting: 'waiting', ready: 'ready', byAgents: 'agents', watched: 'watched', unread: 'unread' } as const
const FLAG_NAMES = Object.keys(FLAGS) as (keyof typeof FLAGS)[]

/** Counts the checked boxes of the filter menu. */
export const countChosen = (filter: TreeFilter): number => {
  const { statuses, types, assignees, dues } = filter
  return statuses.size + types.size + assignees.size + dues.size + FLAG_NAMES.filter((name) => filter[name]).length
}

/** The filter with its search alone. */
export const withoutChoices = ({ search }: TreeFilter): TreeFilter => ({ ...NO_FILTER, search })

export const isFiltering = (filter: TreeFilter): boolean => filter.search.trim() !== '' || countChosen(filter) > 0

export interface Matches {
  ids: ReadonlySet<string>
  withAncestors: ReadonlySet<string>
}

/** Other data that filters need. */
export interface Beside {
  myId: string | null
  edges: readonly PlanEdge[]
  /** The nodes that the user watches. */
  watched?: ReadonlySet<string>
  /** The nodes with unread comments. */
  unread?: ReadonlySet<string>
  claims?: ClaimedNodes
}

const NOTHING: Beside = { myId: null, edges: [] }

/** Whether a filter needs the edges. */
export const needsEdges = ({ waiting, ready }: TreeFilter): boolean => waiting || ready

/** Returns the nodes that match a filter. */
export const matchNodes = (nodes: Rows, filter: TreeFilter, beside: Beside = NOTHING): Matches =>
  asMatches(nodes, nodesThatMatch(nodes, filter, beside, [...nodes.values()]))

type Rows = ReadonlyMap<string, StoredNode>

function nodesThatMatch(
  nodes: Rows,
  filter: TreeFilter,
  beside: Beside,
  among: readonly StoredNode[],
): readonly StoredNode[] {
  const { statuses, types, assignees, dues } = filter
  const wanted = fold(filter.search.trim())
  const waiting = filter.waiting ? waitingNodes(nodes, beside.edges) : null
  const ready = filter.ready ? readyNodes(nodes, beside) : null
  return among.filter((node) => {
    if (statuses.size > 0 && !statuses.has(node.status)) return false
    if (types.size > 0 && !types.has(node.node_type)) return false
    if (assignees.size > 0 && !isAssigned(node, assignees, beside.myId)) return false
    if (dues.size > 0 && !isDue(node, dues)) return false
    if (waiting && !waiting.has(node.id)) return false
    if (ready && !ready.has(node.id)) return false
    if (filter.byAgents && !beside.claims?.byAgents.has(node.id)) return false
    if (filter.watched && !beside.watched?.has(node.id)) return false
    if (filter.unread && !beside.unread?.has(node.id)) return false
    return wanted === '' || foldedTitle(node).includes(wanted)
  })
}

function asMatches(nodes: Rows, found: readonly StoredNode[]): Matches {
  const ids = new Set<string>()
  const withAncestors = new Set<string>()
  for (const node of found) {
    ids.add(node.id)
    // A node that is already in has all its ancestors in.
    for (let up: StoredNode | undefined = node; up && !withAncestors.has(up.id); up = parentOf(nodes, up))
      withAncestors.add(up.id)
  }
  return { ids, withAncestors }
}

/**
 * Returns a search over nodes that must not change. A narrower filter only checks the previous matches. `idsOf` limits
 * the search to some nodes.
 */
export function searchAmong(
  nodes: Rows,
  beside: Beside,
  idsOf?: () => Iterable<string>,
): (filter: TreeFilter) => Matches {
  let last: { filter: TreeFilter; found: readonly StoredNode[]; matches: Matches } | null = null
  return (filter) => {
    if (last?.filter === filter) return last.matches
    const all = () => (idsOf ? nodesOf(nodes, idsOf()) : [...nodes.values()])
    const among = last && isNarrower(filter, last.filter) ? last.found : all()
    const found = nodesThatMatch(nodes, filter, beside, among)
    last = { filter, found, matches: asMatches(nodes, found) }
    return last.matches
  }
}

const isNarrower = (filter: TreeFilter, last: TreeFilter): boolean =>
  fold(filter.search.trim()).includes(fold(last.search.trim())) &&
  (['statuses', 'types', 'assignees', 'dues', ...FLAG_NAMES] as const).every((field) => filter[field] === last[field])

function nodesOf(nodes: ReadonlyMap<string, StoredNode>, ids: Iterable<string>): StoredNode[] {
  const found: StoredNode[] = []
  for (const id of ids) {
    const node = nodes.get(id)
    if (node) found.push(node)
  }
  return found
}

const isAssigned = ({ assignees }: StoredNode, wanted: ReadonlySet<string>, myId: string | null): boolean =>
  (assignees.length === 0 && wanted.has('none')) ||
  assignees.some((id) => wanted.has(id) || (id === myId && wanted.has('me')))

/** Days from today that count as this week. */
const WEEK = 7

function isDue({ due_date, status }: StoredNode, wanted: ReadonlySet<Due>): boolean {
  if (due_date === null || status === 'completed') return false
  const days = daysUntil(due_date)
  return (wanted.has('overdue') && days < 0) || (wanted.has('week') && days >= 0 && days <= WEEK)
}

/** Returns open nodes that wait for an open dependency of their own or of an ancestor. */
function waitingNodes(nodes: ReadonlyMap<string, StoredNode>, edges: readonly PlanEdge[]): ReadonlySet<string> {
  const isOpen = (id: string) => {
    const status = nodes.get(id)?.status
    return status !== undefined && status !== 'completed'
  }
  const held = new Set(
    edges.filter(({ kind, source_id }) => kind === 'dependency' && isOpen(source_id)).map(({ target_id }) => target_id),
  )
  const known = new Map<string, boolean>()
  const isHeld = (node: StoredNode): boolean => {
    const before = known.get(node.id)
    if (before !== undefined) return before
    const parent = parentOf(nodes, node)
    const is = held.has(node.id) || (parent !== undefined && isHeld(parent))
    known.set(node.id, is)
    return is
  }
  const waiting = new Set<string>()
  for (const node of nodes.values()) if (isOpen(node.id) && isHeld(node)) waiting.add(node.id)
  return waiting
}

/** Returns the tasks that can be started. */
function readyNodes(
  nodes: ReadonlyMap<string, StoredNode>,
  { edges, claims = NO_CLAIMS }: Beside,
): ReadonlySet<string> {
  const dependencies = edges.filter(({ kind }) => kind === 'dependency')
  return new Set(new ReadyWork(parentsFirst(nodes), dependencies, claims).list().map(({ id }) => id))
}

function parentsFirst(nodes: ReadonlyMap<string, StoredNode>): Iterable<StoredNode> {
  const sorted = new Set<StoredNode>()
  for (const node of nodes.values()) {
    const path: StoredNode[] = []
    for (let up: StoredNode | undefined = node; up && !sorted.has(up); up = parentOf(nodes, up)) path.push(up)
    for (const next of path.reverse()) sorted.add(next)
  }
  return sorted
}

const parentOf = (nodes: ReadonlyMap<string, StoredNode>, { parent_id }: StoredNode): StoredNode | undefined =>
  parent_id === null ? undefined : nodes.get(parent_id)

/** Returns the [from, to] range of the match in a title, or null. */
export function matchRange(title: string, search: string): [number, number] | null {
  const wanted = fold(search.trim())
  if (wanted === '') return null
  const from = fold(title).indexOf(wanted)
  return from < 0 ? null : [from, from + wanted.length]
}

const PARAMS = { search: 'q', statuses: 'status', types: 'type', assignees: 'assignee', dues: 'due' } as const

/** Reads the filter from a URL. Ignores unknown values. */
export function filterIn(params: URLSearchParams): TreeFilter {
  const some = (name: string) => (params.get(name) ?? '').split(',').filter((value) => value !== '')
  const known = <T extends string>(name: string, values: readonly T[]) =>
    new Set(values.filter((value) => some(name).includes(value)))
  const isOn = (name: keyof typeof FLAGS) => params.get(FLAGS[name]) === '1'
  return {
    search: params.get(PARAMS.search) ?? '',
    statuses: known(PARAMS.statuses, NODE_STATUSES),
    types: known(PARAMS.types, NODE_TYPES),
    assignees: new Set(some(PARAMS.assignees)),
    dues: known(PARAMS.dues, DUES),
    waiting: isOn('waiting'),
    ready: isOn('ready'),
    byAgents: isOn('byAgents'),
    watched: isOn('watched'),
    unread: isOn('unread'),
  }
}

/** Returns a copy of the parameters with this filter. */
export function withFilter(params: URLSearchParams, filter: TreeFilter): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put(PARAMS.search, filter.search.trim())
  for (const field of ['statuses', 'types', 'assignees', 'dues'] as const)
    put(PARAMS[field], [...filter[field]].join(','))
  for (const name of FLAG_NAMES) put(FLAGS[name], filter[name] ? '1' : '')
  return next
}

// Nodes are never mutated, so a folded title is valid as long as its node object.
const folded = new WeakMap<StoredNode, string>()

export function foldedTitle(node: StoredNode): string {
  const known = folded.get(node)
  if (known !== undefined) return known
  const title = fold(node.title)
  folded.set(node, title)
  return title
}

/** Returns the nodes whose titles match best. */
export const findNodes = (nodes: Iterable<StoredNode>, typed: string, max: number): StoredNode[] =>
  bestMatches(nodes, { typed, max, textOf: foldedTitle })

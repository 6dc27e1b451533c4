// Which color a node has on the canvas: of its status, its first assignee or its due date.
import type { NodeStatus } from '@cairn/contract/api/nodes'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import { NODE_STATUS } from '../../display/nodeDisplay.tsx'
import { localDay } from '../../lib/relativeTime.ts'
import type { ColorBy } from '../../view-state/viewOptions.ts'
import { PERSON_TONES, type Tone } from './cards/tones.ts'

type ColoredNode = Pick<StoredNode, 'status' | 'assignees' | 'due_date'>

export interface ColorEntry {
  label: string
  tone: Tone
}

export interface Coloring {
  by: ColorBy
  /** The colors and what they mean, in the order of the legend. */
  entries: readonly ColorEntry[]
  /** The index of a node's entry. */
  indexOf: (node: ColoredNode) => number
}

const STATUSES = ['completed', 'in_progress', 'blocked', 'not_started'] as const satisfies NodeStatus[]
const STATUS_TONES = {
  completed: 'done-fill',
  in_progress: 'progress-fill',
  blocked: 'blocked-fill',
  not_started: 'idle-fill',
} as const satisfies Record<NodeStatus, Tone>

export const STATUS_COLORING: Coloring = {
  by: 'status',
  entries: STATUSES.map((status) => ({ label: NODE_STATUS[status].label, tone: STATUS_TONES[status] })),
  indexOf: ({ status }) => STATUSES.indexOf(status),
}

const SOON_DAYS = 7
const DUE_ENTRIES = [
  { label: 'Overdue', tone: 'blocked-fill' },
  { label: `Due in ${SOON_DAYS} days`, tone: 'due-soon' },
  { label: 'Due later', tone: 'progress-fill' },
  { label: 'No due date', tone: 'idle-fill' },
  { label: 'Completed', tone: 'done-fill' },
] as const satisfies Coloring['entries']

/** By due date, seen from a day. */
export function dueColoring(now: Date): Coloring {
  const today = localDay(now)
  const soon = localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + SOON_DAYS))
  return {
    by: 'due',
    entries: DUE_ENTRIES,
    indexOf: ({ status, due_date }) => {
      if (status === 'completed') return 4
      if (due_date === null) return 3
      if (due_date < today) return 0
      return due_date <= soon ? 1 : 2
    },
  }
}

interface Person {
  id: string
  name: string
}

/** Returns the color of each person of a plan. The first eight to join differ; later ones share theirs. */
export function personTones(people: readonly Pick<Person, 'id'>[]): ReadonlyMap<string, Tone> {
  const tones = new Map<string, Tone>()
  const free = new Set<Tone>(PERSON_TONES)
  for (const { id } of people) {
    const start = hash(id) % PERSON_TONES.length
    const turn = [...PERSON_TONES.slice(start), ...PERSON_TONES.slice(0, start)]
    const tone = turn.find((one) => free.has(one)) ?? turn[0] ?? 'muted'
    free.delete(tone)
    tones.set(id, tone)
  }
  return tones
}

/** Spreads ids over the colors, so that few people change theirs when someone before them leaves the plan. */
const hash = (text: string): number => {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (sum * 31 + text.charCodeAt(index)) >>> 0
  return sum
}

/**
 * By the first assignee. Colors depend on the people of the plan alone, in the order they joined; the names are those
 * of people with nodes.
 */
export function assigneeColoring(people: readonly Person[], isAssigned: (id: string) => boolean): Coloring {
  const entries: ColorEntry[] = []
  const indices = new Map<string, number>()
  const tones = personTones(people)
  for (const { id, name } of people) {
    const tone = tones.get(id)
    if (!tone || !isAssigned(id)) continue
    const same = entries.findIndex((entry) => entry.tone === tone)
    const other = entries[same]
    if (other) entries[same] = { tone, label: `${other.label}, ${name}` }
    indices.set(id, other ? same : entries.push({ tone, label: name }) - 1)
  }
  const known = entries.length
  return {
    by: 'assignee',
    entries: [...entries, { label: 'Other people', tone: 'muted' }, { label: 'Unassigned', tone: 'idle-fill' }],
    indexOf: ({ assignees: [first] }) => (first === undefined ? known + 1 : (indices.get(first) ?? known)),
  }
}

/** How many nodes below a node have each color, for every node with children and, under `PLAN`, for the whole plan. */
export type ColorCounts = ReadonlyMap<string, readonly number[]>
export const PLAN = ''

const counted = new WeakMap<Coloring, { nodes: PlanNodes; changes: number; counts: ColorCounts }>()

/** The counts of a plan as it is now, computed in one pass between two changes. */
export function colorCounts(nodes: PlanNodes, coloring: Coloring): ColorCounts {
  const before = counted.get(coloring)
  if (before?.nodes === nodes && before.changes === nodes.changes) return before.counts
  const counts = countColors(nodes.structure.children, (id) => nodes.get(id), coloring)
  counted.set(coloring, { nodes, changes: nodes.changes, counts })
  return counts
}

export function countColors(
  children: ReadonlyMap<string | null, readonly string[]>,
  nodeOf: (id: string) => ColoredNode | undefined,
  { entries, indexOf }: Coloring,
): ColorCounts {
  const counts = new Map<string, number[]>()
  const count = (id: string | null): number[] => {
    const sum = Array<number>(entries.length).fill(0)
    for (const childId of children.get(id) ?? []) {
      const node = nodeOf(childId)
      if (!node) continue
      const own = indexOf(node)
      sum[own] = (sum[own] ?? 0) + 1
      if (children.has(childId))
        for (const [index, more] of count(childId).entries()) sum[index] = (sum[index] ?? 0) + more
    }
    counts.set(id ?? PLAN, sum)
    return sum
  }
  count(null)
  return counts
}

export interface CountedEntry extends ColorEntry {
  count: number
}

/** The colors of a plan or a branch of it, with how many nodes have each. Colors without nodes are left out. */
export function countedEntries(
  nodes: PlanNodes,
  coloring: Coloring,
  branchId: string | null,
  matches: ReadonlySet<string> | null,
): CountedEntry[] {
  const counts = matches ? countMatches(nodes, coloring, matches) : countShown(nodes, coloring, branchId)
  return coloring.entries
    .map((entry, index) => ({ ...entry, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
}

function countShown(nodes: PlanNodes, coloring: Coloring, branchId: string | null): number[] {
  const counts = [...(colorCounts(nodes, coloring).get(branchId ?? PLAN) ?? coloring.entries.map(() => 0))]
  return branchId === null ? counts : addNode(counts, nodes.get(branchId), coloring)
}

const countMatches = (nodes: PlanNodes, coloring: Coloring, matches: ReadonlySet<string>): number[] => {
  const counts = coloring.entries.map(() => 0)
  for (const id of matches) addNode(counts, nodes.get(id), coloring)
  return counts
}

function addNode(counts: number[], node: ColoredNode | undefined, { indexOf }: Coloring): number[] {
  if (node) counts[indexOf(node)] = (counts[indexOf(node)] ?? 0) + 1
  return counts
}

/** The tone of a node, undefined by status: the cards know those tones themselves. */
export const toneOf = ({ by, entries, indexOf }: Coloring, node: ColoredNode): Tone | undefined =>
  by === 'status' ? undefined : entries[indexOf(node)]?.tone

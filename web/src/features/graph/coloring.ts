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

/** By the first assignee. Each of the first eight people has a color, the others share one. */
export function assigneeColoring(people: readonly { id: string; name: string }[]): Coloring {
  const known = people.slice(0, PERSON_TONES.length)
  const indices = new Map(known.map(({ id }, index) => [id, index]))
  return {
    by: 'assignee',
    entries: [
      ...known.map(({ name }, index): ColorEntry => ({ label: name, tone: PERSON_TONES[index] ?? 'muted' })),
      { label: 'Other people', tone: 'muted' },
      { label: 'Unassigned', tone: 'idle-fill' },
    ],
    indexOf: ({ assignees: [first] }) =>
      first === undefined ? known.length + 1 : (indices.get(first) ?? known.length),
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

/** The tone of a node, undefined by status: the cards know those tones themselves. */
export const toneOf = ({ by, entries, indexOf }: Coloring, node: ColoredNode): Tone | undefined =>
  by === 'status' ? undefined : entries[indexOf(node)]?.tone

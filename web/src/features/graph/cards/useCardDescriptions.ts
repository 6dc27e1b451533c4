import type { PlanEdge } from '@cairn/contract/api/edges'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { membersQuery } from '../../../data/members.ts'
import type { PlanNodes, StoredNode, Structure } from '../../../data/nodeStore.ts'
import type { ViewOptions } from '../../../view-state/viewOptions.ts'
import { type Coloring, toneOf } from '../coloring.ts'
import type { VisibleTree } from '../layout/geometry.ts'
import { statsOf } from '../paint/branchStats.ts'
import { dependenciesOf, type Waiting, waitingOf } from '../waiting.ts'
import type { Level } from '../zoomLevels.ts'
import { type CardDescription, describeCard, type Stuck } from './describeCard.ts'
import { measureText, useFontLoads } from './measureText.ts'

/** What the cards of a plan look like. A new object when all of them may look different. */
export interface CardDescriptions {
  /** The same object while the card looks the same. */
  of: (id: string, level: Level) => CardDescription | undefined
  waitingOf: (id: string) => Waiting
  /** What needs attention in a collapsed branch; nothing if it is open. */
  stuckIn: (id: string) => Stuck
  /** The number of nodes below one. */
  countBelow: (id: string) => number
}

interface Options {
  planId: string
  nodes: PlanNodes
  tree: VisibleTree
  structure: Structure
  options: ViewOptions
  edges: readonly PlanEdge[]
  coloring: Coloring
}

export function useCardDescriptions({
  planId,
  nodes,
  tree,
  structure,
  options,
  edges,
  coloring,
}: Options): CardDescriptions {
  const members = useQuery(membersQuery(planId)).data
  const fontLoads = useFontLoads()
  const { labels, progress } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths of texts depend on the fonts.
  return useMemo(() => {
    const people = new Map(members?.map(({ id, name }) => [id, name]))
    const dependencies = dependenciesOf(edges)
    const statusOf = (id: string) => nodes.get(id)?.status
    const below = belowCounts(structure)
    const known = new Map<Level, Map<string, Known>>()
    const looks: CardDescriptions = {
      waitingOf: (id) => waitingOf(dependencies, statusOf, id),
      countBelow: (id) => below.get(id) ?? 0,
      stuckIn: (id) => {
        const stats = tree.childrenOf(id).length === 0 && below.has(id) ? statsOf(nodes).get(id) : undefined
        return { blocked: stats?.byStatus.blocked ?? 0, overdue: stats?.overdue ?? 0 }
      },
      of: (id, level) => {
        const node = nodes.get(id)
        if (!node) return undefined
        const waiting = looks.waitingOf(id)
        const stuck = looks.stuckIn(id)
        const now = new Date()
        const day = now.toDateString()
        const ofLevel = known.get(level) ?? new Map<string, Known>()
        known.set(level, ofLevel)
        const before = ofLevel.get(id)
        if (before && isSame(before, { node, waiting, stuck, day })) return before.description
        const assignees = node.assignees.flatMap((userId) => people.get(userId) ?? [])
        const folded = tree.childrenOf(id).length === 0 ? looks.countBelow(id) : 0
        const description = describeCard(
          node,
          {
            ...{ labels, progress, waiting, assignees, folded, stuck, now, measure: measureText },
            tone: toneOf(coloring, node),
          },
          level,
        )
        if (ofLevel.size >= KNOWN_MAX) ofLevel.clear()
        ofLevel.set(id, { node, waiting, stuck, day, description })
        return description
      },
    }
    return looks
  }, [nodes, tree, structure, labels, progress, edges, members, fontLoads, coloring])
}

/** More cards than a viewport shows. */
const KNOWN_MAX = 3_000

interface Known {
  node: StoredNode
  waiting: Waiting
  stuck: Stuck
  day: string
  description: CardDescription
}

const isSame = (before: Known, now: Omit<Known, 'description'>): boolean =>
  before.node === now.node &&
  before.day === now.day &&
  before.stuck.blocked === now.stuck.blocked &&
  before.stuck.overdue === now.stuck.overdue &&
  before.waiting.waitsFor === now.waiting.waitsFor &&
  before.waiting.waiting === now.waiting.waiting

const counts = new WeakMap<Structure, ReadonlyMap<string, number>>()

/** The number of nodes below each node with children, counted once for each structure. */
function belowCounts(structure: Structure): ReadonlyMap<string, number> {
  const before = counts.get(structure)
  if (before) return before
  const below = new Map<string, number>()
  const count = (id: string | null): number => {
    let sum = 0
    for (const childId of structure.children.get(id) ?? []) sum += 1 + count(childId)
    if (id !== null && sum > 0) below.set(id, sum)
    return sum
  }
  count(null)
  counts.set(structure, below)
  return below
}

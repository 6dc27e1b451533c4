import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { membersQuery } from '../../data/members.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { localDay } from '../../lib/relativeTime.ts'
import type { ColorBy } from '../../view-state/viewOptions.ts'
import { assigneeColoring, type Coloring, dueColoring, STATUS_COLORING } from './coloring.ts'

/** Returns the same object until a color changes its meaning. */
export function useColoring(planId: string, nodes: PlanNodes, by: ColorBy): Coloring {
  const members = useQuery(membersQuery(planId)).data
  const assigned = useSyncExternalStore(nodes.watchAll, () => (by === 'assignee' ? assignedIds(nodes) : ''))
  const day = by === 'due' ? localDay() : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: `day` is today.
  return useMemo(() => {
    if (by === 'due') return dueColoring(new Date())
    if (by === 'status') return STATUS_COLORING
    const ids = new Set(assigned.split(' '))
    return assigneeColoring(members ?? [], (id) => ids.has(id))
  }, [by, day, assigned, members])
}

const known = new WeakMap<PlanNodes, { changes: number; ids: string }>()

/** The people to whom nodes are assigned first, as a text that can be compared. */
function assignedIds(nodes: PlanNodes): string {
  const before = known.get(nodes)
  if (before?.changes === nodes.changes) return before.ids
  const found = new Set<string>()
  for (const { assignees } of nodes.all.values()) if (assignees[0] !== undefined) found.add(assignees[0])
  const ids = [...found].sort().join(' ')
  known.set(nodes, { changes: nodes.changes, ids })
  return ids
}

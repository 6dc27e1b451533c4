import { LIMITS } from '@cairn/contract/api/common'
import { useSyncExternalStore } from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { type Assigned, type ListedPerson, PeopleList } from './PeopleList.tsx'

interface Props {
  planId: string
  nodes: PlanNodes
  bulk: BulkActions
  ids: Iterable<string>
}

/** Assigns people to several nodes. One who is assigned to some of them is first assigned to all. */
export function AssignMany({ planId, nodes, bulk, ids }: Props) {
  useSyncExternalStore(nodes.watchAll, () => nodes.changes)
  const chosen = [...ids].flatMap((id) => nodes.get(id) ?? [])
  const assignedOf = ({ id }: ListedPerson): Assigned => {
    const count = chosen.filter(({ assignees }) => assignees.includes(id)).length
    if (count === 0) return 'none'
    return count === chosen.length ? 'all' : 'some'
  }
  const toggle = (person: ListedPerson) => {
    const isOn = assignedOf(person) === 'all'
    // Only nodes that change, so that the toast counts them.
    const targets = chosen.filter(({ assignees }) => assignees.includes(person.id) === isOn).map(({ id }) => id)
    void bulk.run(targets, { kind: isOn ? 'unassign' : 'assign', person })
  }
  const isFull = chosen.some(({ assignees }) => assignees.length >= LIMITS.assignees)
  return (
    <>
      <PeopleList planId={planId} assignedOf={assignedOf} onToggle={toggle} />
      {isFull && (
        <p className="px-2 pt-2 text-12 text-muted">Some nodes have {LIMITS.assignees} assignees, the most possible.</p>
      )}
    </>
  )
}

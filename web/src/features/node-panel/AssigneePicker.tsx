import { useQuery } from '@tanstack/react-query'
import { Check, UserRound } from 'lucide-react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { membersQuery } from '../../data/members.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

interface Props {
  planId: string
  node: StoredNode
  actions: NodeActions
  canEdit: boolean
}

const CHIP = 'flex h-8 items-center gap-2 rounded-6 px-2 text-13 pointer-coarse:h-10'

/** The assignees. Shows the first one and the number of others. Choosing a person assigns or unassigns them. */
export function AssigneePicker({ planId, node, actions, canEdit }: Props) {
  const { data: members } = useQuery(membersQuery(planId))
  const assigned = node.assignees.map(
    (id) => members?.find((person) => person.id === id) ?? { id, name: 'Former member', avatar_url: null },
  )
  const [first] = assigned
  const label = (
    <>
      {first ? (
        <Avatar name={first.name} src={first.avatar_url} size="sm" />
      ) : (
        <UserRound size={16} aria-hidden className="text-muted" />
      )}
      <span className={cx('max-w-40 truncate', !first && 'text-muted')}>{first?.name ?? 'Unassigned'}</span>
      {assigned.length > 1 && <span className="text-12 text-muted tabular-nums">+{assigned.length - 1}</span>}
    </>
  )
  if (!canEdit) return <span className={CHIP}>{members || !first ? label : <Skeleton className="h-4 w-24" />}</span>
  return (
    <Popover
      label="Assign"
      align="start"
      className="w-64 p-1"
      trigger={
        <button
          type="button"
          aria-label={first ? `Assigned to ${assigned.map(({ name }) => name).join(', ')}` : 'Assign someone'}
          className={cx(CHIP, 'hover:bg-hover data-[state=open]:bg-hover')}
        >
          {members || !first ? label : <Skeleton className="h-4 w-24" />}
        </button>
      }
    >
      <ul aria-label="People" className="max-h-72 overflow-y-auto">
        {members?.map((person) => {
          const isAssigned = node.assignees.includes(person.id)
          return (
            <li key={person.id}>
              <button
                type="button"
                aria-pressed={isAssigned}
                onClick={() => (isAssigned ? actions.unassign : actions.assign)(node.id, person)}
                className="flex w-full items-center gap-2.5 rounded-6 px-2 py-1.5 text-left hover:bg-hover"
              >
                <Avatar name={person.name} src={person.avatar_url} />
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className="truncate text-13">{person.name}</span>
                  <span className="truncate text-12 text-muted">{person.email}</span>
                </span>
                {isAssigned && <Check size={14} aria-hidden className="shrink-0 text-accent-ink" />}
              </button>
            </li>
          )
        })}
      </ul>
    </Popover>
  )
}

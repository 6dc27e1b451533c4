import { LIMITS } from '@cairn/contract/api/common'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ArrowUpToLine, UserRound, UserRoundMinus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { membersQuery } from '../../data/members.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { Assignees } from '../../display/Assignees.tsx'
import { assignedTo } from '../../display/assignedTo.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type ListedPerson, PeopleList } from '../node-dialogs/PeopleList.tsx'
import { CHIP } from './DueDatePicker.tsx'

interface Props {
  planId: string
  node: StoredNode
  actions: NodeActions
  canEdit: boolean
}

/** The assignees. The first one is shown where there is room for one. Opens a panel to assign, unassign and order. */
export function AssigneePicker({ planId, node, actions, canEdit }: Props) {
  const { data: members } = useQuery(membersQuery(planId))
  const assigned = node.assignees.map(
    (id) => members?.find((person) => person.id === id) ?? { id, name: 'Former member', email: '', avatar_url: null },
  )
  const [first] = assigned
  const names = assigned.map(({ name }) => name)
  const label = first ? (
    <>
      <Assignees people={assigned} />
      {assigned.length === 1 && <span className="max-w-40 truncate">{first.name}</span>}
    </>
  ) : (
    <>
      <UserRound size={16} aria-hidden className="text-muted" />
      <span className="text-muted">Unassigned</span>
    </>
  )
  const shown = members || !first ? label : <Skeleton className="h-4 w-24" />
  if (!canEdit) return <span className={CHIP}>{shown}</span>
  return (
    <Popover
      label="Assign"
      align="start"
      className="w-72 p-2"
      trigger={
        <button
          type="button"
          aria-label={first ? assignedTo(names) : 'Unassigned, assign someone'}
          className={cx(CHIP, 'hover:bg-hover data-[state=open]:bg-hover')}
        >
          {shown}
        </button>
      }
    >
      <People node={node} actions={actions} planId={planId} assigned={members ? assigned : []} />
    </Popover>
  )
}

interface PeopleProps {
  node: StoredNode
  actions: NodeActions
  planId: string
  /** Empty until their names are known. */
  assigned: readonly ListedPerson[]
}

function People({ node, actions, planId, assigned }: PeopleProps) {
  const [said, setSaid] = useState('')
  const ids = node.assignees
  const isFull = ids.length >= LIMITS.assignees
  const place = ({ id, name }: ListedPerson, index: number) => {
    if (index < 0 || index >= ids.length || index === ids.indexOf(id)) return
    actions.placeAssignee(node.id, id, index)
    setSaid(`${name} is number ${index + 1} of ${ids.length}`)
  }
  const toggle = (person: ListedPerson) => {
    const isOn = ids.includes(person.id)
    if (!isOn && isFull) return setSaid(`A node can have at most ${LIMITS.assignees} assignees`)
    const act = isOn ? actions.unassign : actions.assign
    act(node.id, person)
    setSaid(`${person.name} ${isOn ? 'unassigned' : 'assigned'}`)
  }
  return (
    <>
      {assigned.length > 0 && (
        <ol aria-label="Assignees in order" className="mb-2 flex max-h-40 flex-wrap gap-1 overflow-y-auto">
          {assigned.map((person, index) => (
            <li key={person.id}>
              <AssigneeChip
                person={person}
                index={index}
                count={assigned.length}
                onPlace={(to) => place(person, to)}
                onRemove={() => toggle(person)}
              />
            </li>
          ))}
        </ol>
      )}
      <PeopleList
        planId={planId}
        assignedOf={({ id }) => (ids.includes(id) ? 'all' : 'none')}
        onToggle={toggle}
        onShift={(person, by) => place(person, ids.indexOf(person.id) + by)}
      />
      {isFull && <p className="px-2 pt-2 text-12 text-muted">{LIMITS.assignees} assignees are the most possible.</p>}
      {assigned.length > 1 && (
        <p className="px-2 pt-2 text-12 text-muted pointer-coarse:hidden">Alt+↑ and Alt+↓ change the order.</p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

interface ChipProps {
  person: ListedPerson
  index: number
  count: number
  onPlace: (index: number) => void
  onRemove: () => void
}

/** One assignee, with a menu to change the order. */
function AssigneeChip({ person, index, count, onPlace, onRemove }: ChipProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    onPlace(index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <span onKeyDownCapture={onKeyDown}>
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={`${person.name}, ${index + 1} of ${count}`}
            className="flex h-7 max-w-40 items-center gap-1.5 rounded-full border border-line bg-raised py-0.5 pr-2.5 pl-1 text-12 hover:bg-hover data-[state=open]:bg-hover pointer-coarse:h-10"
          >
            <Avatar name={person.name} src={person.avatar_url} size="sm" />
            <span className="truncate">{person.name}</span>
          </button>
        }
      >
        <MenuItem icon={<ArrowUpToLine size={16} aria-hidden />} disabled={index === 0} onSelect={() => onPlace(0)}>
          Make first
        </MenuItem>
        <MenuItem
          icon={<ArrowUp size={16} aria-hidden />}
          keys="Alt+↑"
          disabled={index === 0}
          onSelect={() => onPlace(index - 1)}
        >
          Move earlier
        </MenuItem>
        <MenuItem
          icon={<ArrowDown size={16} aria-hidden />}
          keys="Alt+↓"
          disabled={index === count - 1}
          onSelect={() => onPlace(index + 1)}
        >
          Move later
        </MenuItem>
        <MenuItem icon={<UserRoundMinus size={16} aria-hidden />} onSelect={onRemove}>
          Unassign
        </MenuItem>
      </Menu>
    </span>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BulkAction, BulkActions } from '../../actions/bulkActions.ts'
import { membersQuery } from '../../data/members.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { DayChooser } from '../../ui/DayChooser.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { Selection } from '../../view-state/selection.ts'
import { ToolButton } from './ToolButton.tsx'

export interface BulkProps {
  planId: string
  nodes: PlanNodes
  selection: Selection
  bulk: BulkActions
  onMove: (ids: readonly string[]) => void
}

/** The buttons of the bar after the first. Each one acts on all selected nodes. */
export function BulkTools({
  planId,
  nodes,
  onMove,
  picked,
  onRun,
}: BulkProps & { picked: ReadonlySet<string>; onRun: (action: BulkAction) => void }) {
  return (
    <>
      <AssignMenu planId={planId} nodes={nodes} picked={picked} onChoose={onRun} />
      <DueMenu onChoose={(due_date) => onRun({ kind: 'due', due_date })} />
      <Menu align="start" trigger={<ToolButton of="type" />}>
        {TYPE_CHOICES.filter(({ value }) => value !== 'root').map(({ value, label, icon }) => (
          <MenuItem key={value} icon={icon} onSelect={() => onRun({ kind: 'type', node_type: value })}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <ToolButton of="move" onClick={() => onMove([...picked])} />
      <ToolButton of="duplicate" onClick={() => onRun({ kind: 'duplicate' })} />
      <ToolButton of="delete" onClick={() => onRun({ kind: 'delete' })} />
    </>
  )
}

interface AssignProps extends Pick<BulkProps, 'planId' | 'nodes'> {
  picked: ReadonlySet<string>
  onChoose: (action: BulkAction) => void
}

/** Assigns a member to all selected nodes, or unassigns one from all of them. */
function AssignMenu({ planId, nodes, picked, onChoose }: AssignProps) {
  const { data: members } = useQuery(membersQuery(planId))
  const [open, setOpen] = useState(false)
  const assigned = new Set(open ? [...picked].flatMap((id) => nodes.get(id)?.assignees ?? []) : [])
  const people = members ?? []
  const off = people.filter(({ id }) => assigned.has(id))
  const item = (kind: 'assign' | 'unassign', person: (typeof people)[number], text: ReactNode) => (
    <MenuItem
      key={`${kind} ${person.id}`}
      icon={<Avatar name={person.name} src={person.avatar_url} size="sm" />}
      onSelect={() => onChoose({ kind, person })}
    >
      {text}
    </MenuItem>
  )
  return (
    <Menu align="start" open={open} onOpenChange={setOpen} trigger={<ToolButton of="assign" />}>
      {people.map((person) => item('assign', person, person.name))}
      {off.map((person) => item('unassign', person, `Unassign ${person.name}`))}
    </Menu>
  )
}

function DueMenu({ onChoose }: { onChoose: (day: string | null) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Due date"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-60"
      trigger={<ToolButton of="due" />}
    >
      <DayChooser
        day={null}
        canClear
        onChoose={(day) => {
          setOpen(false)
          onChoose(day)
        }}
      />
    </Popover>
  )
}

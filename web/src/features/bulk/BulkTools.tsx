import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { BulkAction, BulkActions } from '../../actions/bulkActions.ts'
import { NODE_ACTIONS, type NodeActionId } from '../../actions/nodeActionTable.ts'
import { membersQuery } from '../../data/members.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { STATUS_CHOICES, TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { DayChooser } from '../../ui/DayChooser.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { Selection } from '../../view-state/selection.ts'

export interface BulkProps {
  planId: string
  nodes: PlanNodes
  selection: Selection
  bulk: BulkActions
  onMove: (ids: readonly string[]) => void
}

/** The buttons of the bar. Each one acts on all selected nodes. */
export function BulkTools({
  planId,
  nodes,
  selection,
  bulk,
  onMove,
  picked,
}: BulkProps & { picked: ReadonlySet<string> }) {
  /** The element that had focus before the bar and gets it back. */
  const origin = useRef<HTMLElement | null>(null)
  // Removing the bar would lose the focus in it or in one of its menus.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) origin.current?.focus({ preventScroll: true })
      }, 0)
    },
    [],
  )
  const { clear } = selection
  const run = (action: BulkAction) => {
    void bulk.run(picked, action)
    clear()
  }
  return (
    <div
      role="toolbar"
      aria-label="Selected nodes"
      onFocus={({ relatedTarget, currentTarget }) => {
        const isInside = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role=menu], [role=dialog]')
        if (relatedTarget instanceof HTMLElement && !isInside) origin.current = relatedTarget
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        clear()
      }}
      className="@container absolute inset-x-3 bottom-16 z-25 flex justify-center max-sm:bottom-3 pointer-events-none"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-0.5 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 max-sm:gap-0 shadow-float">
        <span className="mr-1.5 whitespace-nowrap text-13 tabular-nums">{formatNumber(picked.size)} selected</span>
        <Menu align="start" trigger={<Action of="status" />}>
          {STATUS_CHOICES.map(({ value, label, icon }) => (
            <MenuItem key={value} icon={icon} onSelect={() => run({ kind: 'status', status: value })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
        <AssignMenu planId={planId} nodes={nodes} picked={picked} onChoose={run} />
        <DueMenu onChoose={(due_date) => run({ kind: 'due', due_date })} />
        <Menu align="start" trigger={<Action of="type" />}>
          {TYPE_CHOICES.filter(({ value }) => value !== 'root').map(({ value, label, icon }) => (
            <MenuItem key={value} icon={icon} onSelect={() => run({ kind: 'type', node_type: value })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
        <Action of="move" onClick={() => onMove([...picked])} />
        <Action of="duplicate" onClick={() => run({ kind: 'duplicate' })} />
        <Action of="delete" onClick={() => run({ kind: 'delete' })} />
        <IconButton size="sm" label="Clear selection" icon={<X size={15} aria-hidden />} onClick={clear} />
      </div>
    </div>
  )
}

/** A button of the bar. In a narrow bar only screen readers get its label. */
function Action({ of, ...rest }: { of: NodeActionId } & ComponentProps<'button'>) {
  const { label, Icon } = NODE_ACTIONS[of]
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<Icon size={15} aria-hidden />}
      title={label}
      className="@max-[760px]:px-2"
      {...rest}
    >
      <span className="@max-[760px]:sr-only">{label}</span>
    </Button>
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
    <Menu align="start" open={open} onOpenChange={setOpen} trigger={<Action of="assign" />}>
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
      trigger={<Action of="due" />}
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

import { useState } from 'react'
import type { BulkAction, BulkActions } from '../../actions/bulkActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { DayChooser } from '../../ui/DayChooser.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { Selection } from '../../view-state/selection.ts'
import { AssignMany } from '../node-dialogs/AssignMany.tsx'
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
  bulk,
  onMove,
  picked,
  onRun,
}: BulkProps & { picked: ReadonlySet<string>; onRun: (action: BulkAction) => void }) {
  return (
    <>
      <Popover label="Assign" align="start" className="w-72 p-2" trigger={<ToolButton of="assign" />}>
        <AssignMany planId={planId} nodes={nodes} bulk={bulk} ids={picked} />
      </Popover>
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

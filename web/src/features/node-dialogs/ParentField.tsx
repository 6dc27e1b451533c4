import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { Button } from '../../ui/Button.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { NodePicker } from './NodePicker.tsx'

interface ParentProps {
  nodes: PlanNodes
  rootId: string | null
  value: string | null
  onChange: (id: string | null) => void
}

/** Picks the parent of new nodes. */
export function ParentField({ nodes, rootId, value, onChange }: ParentProps) {
  const [open, setOpen] = useState(false)
  const parent = useNode(nodes, value)
  const root = useNode(nodes, rootId)
  const none = root ? `None (goes under “${titleOf(root)}”)` : 'None (top level)'
  if (nodes.counts.total === 0) return null
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-13">
        Parent<span className="font-normal text-muted"> (optional)</span>
      </span>
      <Popover
        label="Parent"
        align="start"
        open={open}
        onOpenChange={setOpen}
        className="w-[min(22.5rem,calc(100vw-2rem))]"
        trigger={
          <Button
            className="w-full justify-between! px-3 font-normal"
            aria-label={`Parent: ${parent ? titleOf(parent) : none}`}
          >
            <span className="truncate">{parent ? titleOf(parent) : none}</span>
            <ChevronDown size={14} aria-hidden className="text-faint" />
          </Button>
        }
      >
        <NodePicker
          nodes={nodes}
          label="Parent"
          none={none}
          value={value}
          onPick={(id) => {
            onChange(id)
            setOpen(false)
          }}
        />
      </Popover>
    </div>
  )
}

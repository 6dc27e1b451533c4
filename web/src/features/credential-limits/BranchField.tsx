import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { nodesQuery } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { NodePicker } from '../node-dialogs/NodePicker.tsx'
import type { LimitsDraft } from './limitsDraft.ts'

const WHOLE_PLAN = 'The whole plan'
const FAILURE = 'Failed to load nodes'

interface Props {
  planId: string
  value: LimitsDraft['branch']
  onChange: (branch: LimitsDraft['branch']) => void
}

const branchText = (title: string | null): string =>
  title === null ? 'A deleted branch' : `Only the branch “${title}”`

/** Picks the branch that may be changed. */
export function BranchField({ planId, value, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const chosen = value === null ? WHOLE_PLAN : branchText(value.title)
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-13">Can change</span>
      <Popover
        label="Branch"
        align="start"
        open={open}
        onOpenChange={setOpen}
        className="w-[min(22.5rem,calc(100vw-2rem))]"
        trigger={
          <Button className="w-full justify-between! px-3 font-normal" aria-label={`Can change: ${chosen}`}>
            <span className="truncate">{chosen}</span>
            <ChevronDown size={14} aria-hidden className="text-faint" />
          </Button>
        }
      >
        <Choices
          planId={planId}
          value={value?.id ?? null}
          onPick={(branch) => {
            onChange(branch)
            setOpen(false)
          }}
        />
      </Popover>
      {value !== null && (
        <p className="text-12 text-muted">
          It can change this node, the nodes below it, and their logs, files and links. It still reads the whole plan.
        </p>
      )}
    </div>
  )
}

function Choices({
  planId,
  value,
  onPick,
}: {
  planId: string
  value: string | null
  onPick: (branch: LimitsDraft['branch']) => void
}) {
  const { data: nodes, error } = useQuery(nodesQuery(planId))
  if (error) return <Notice look="error">{messageOf(error, FAILURE)}</Notice>
  if (!nodes)
    return (
      <p role="status" className="flex items-center gap-3 p-2 text-13 text-muted">
        <Spinner size={16} />
        Loading nodes...
      </p>
    )
  return (
    <NodePicker
      nodes={nodes}
      label="Branch"
      none={WHOLE_PLAN}
      value={value}
      onPick={(id) => {
        const node = id === null ? undefined : nodes.get(id)
        onPick(node ? { id: node.id, title: titleOf(node) } : null)
      }}
    />
  )
}

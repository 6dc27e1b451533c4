import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { nodeProgress } from '@cairn/contract/rules/progress'
import type { RefObject } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { titlePlace } from '../../actions/unsavedTitles.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import {
  NODE_STATUS,
  NODE_TYPE,
  STATUS_CHOICES,
  StatusIcon,
  TYPE_CHOICES,
  TypeIcon,
  titleOf,
} from '../../display/nodeDisplay.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { EditableTitle } from '../../ui/EditableTitle.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { AssigneePicker } from './AssigneePicker.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { DueDatePicker } from './DueDatePicker.tsx'

interface Props {
  planId: string
  node: StoredNode
  actions: NodeActions
  canEdit: boolean
  titleRef: RefObject<HTMLDivElement | null>
}

/** The header of the open node: title, type, status, progress, assignees and due date. */
export function PanelHeader({ planId, node, actions, canEdit, titleRef }: Props) {
  return (
    <header className="flex shrink-0 flex-col gap-2 border-line border-b px-4 pb-3">
      <div ref={titleRef} className="flex flex-col">
        <EditableTitle
          as="h2"
          wraps
          label="Title"
          title={node.title}
          place={titlePlace(planId, node.id)}
          shown={titleOf(node)}
          className={cx(
            '-mx-1.5 break-words rounded-6 px-1.5 py-0.5 text-left font-semibold text-20',
            canEdit && 'cursor-text!',
          )}
          fieldClassName="field-sizing-content resize-none bg-surface outline-2 outline-accent"
          onRename={canEdit ? (title, before) => actions.edit(node.id, { title }, { title: before }) : undefined}
        />
      </div>
      <ClaimBar nodeId={node.id} actions={actions} canEdit={canEdit} />
      <div className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1">
        <Status
          status={node.status}
          {...(canEdit ? { onChange: (next: NodeStatus) => actions.setStatus(node.id, next) } : {})}
        />
        <Type
          type={node.node_type}
          {...(canEdit ? { onChange: (next: NodeType) => actions.edit(node.id, { node_type: next }) } : {})}
        />
        <AssigneePicker planId={planId} node={node} actions={actions} canEdit={canEdit} />
        <DueDatePicker
          day={node.due_date}
          isDone={node.status === 'completed'}
          {...(canEdit ? { onChange: (due_date: string | null) => actions.edit(node.id, { due_date }) } : {})}
        />
        <Progress node={node} />
      </div>
    </header>
  )
}

function Status({ status, onChange }: { status: NodeStatus; onChange?: (status: NodeStatus) => void }) {
  const { label, tone } = NODE_STATUS[status]
  if (onChange)
    return <Select variant="quiet" label="Status" value={status} options={STATUS_CHOICES} onChange={onChange} />
  return (
    <span className="px-2">
      <Badge tone={tone} icon={<StatusIcon status={status} />}>
        {label}
      </Badge>
    </span>
  )
}

/** The type of a node. The root keeps its type, and no other node can become a root. */
function Type({ type, onChange }: { type: NodeType; onChange?: (type: NodeType) => void }) {
  if (onChange && type !== 'root')
    return (
      <Select
        variant="quiet"
        label="Type"
        value={type}
        options={TYPE_CHOICES.filter(({ value }) => value !== 'root')}
        onChange={onChange}
      />
    )
  return (
    <span className="flex h-8 items-center gap-2 px-2 text-13">
      <TypeIcon type={type} />
      {NODE_TYPE[type].label}
    </span>
  )
}

function Progress({ node }: { node: StoredNode }) {
  const { child_count, completed_child_count } = node.metadata
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  return (
    <span className="flex h-8 items-center gap-2 px-2 text-12 text-muted tabular-nums">
      <ProgressBar label="Progress" value={progress} tone={progress === 100 ? 'done' : 'accent'} className="w-16" />
      {child_count > 0 ? `${formatNumber(completed_child_count)} of ${formatNumber(child_count)} done` : `${progress}%`}
    </span>
  )
}

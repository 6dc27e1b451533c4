import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { nodeProgress } from '@cairn/contract/rules/progress'
import { ancestry } from '@cairn/contract/rules/tree'
import { ArrowLeft, Ellipsis, Link2, Sparkles, TextQuote, Trash2, X } from 'lucide-react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { titlePlace } from '../../actions/unsavedTitles.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
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
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { COPIED_LINK, copyText } from '../../ui/useCopy.ts'
import { AssigneePicker } from './AssigneePicker.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { DueDatePicker } from './DueDatePicker.tsx'
import { WatchMenu } from './WatchMenu.tsx'

interface Props {
  planId: string
  nodes: PlanNodes
  node: StoredNode
  actions: NodeActions
  canEdit: boolean
  isOverlay: boolean
  onSelect: (id: string) => void
  onClose: () => void
}

/** The header of the open node: breadcrumb, title, type, status, progress, assignees and due date. */
export function PanelHeader({ planId, nodes, node, actions, canEdit, isOverlay, onSelect, onClose }: Props) {
  return (
    <header className="flex shrink-0 flex-col gap-2 border-line border-b px-4 pt-2.5 pb-3">
      <div className="-mx-1.5 flex items-center gap-1">
        {isOverlay && <IconButton label="Back to tree" icon={<ArrowLeft size={18} aria-hidden />} onClick={onClose} />}
        <Path nodes={nodes} node={node} onSelect={onSelect} />
        {node.metadata.drafted_with_ai === true && (
          <Badge tone="accent" icon={<Sparkles size={12} aria-hidden />}>
            AI draft
          </Badge>
        )}
        <WatchMenu planId={planId} nodeId={node.id} />
        <NodeMenu node={node} actions={actions} canEdit={canEdit} />
        {!isOverlay && <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />}
      </div>
      <div className="flex flex-col">
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

function Path({ nodes, node, onSelect }: Pick<Props, 'nodes' | 'node' | 'onSelect'>) {
  const above = ancestry(nodes.all, node.id).slice(0, -1)
  // The names of more would be cut to a letter each.
  const isDeep = above.length > 3
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 flex-1 items-center px-0.5 text-12 text-muted">
      {above.map((ancestor, index) => (
        <span
          key={ancestor.id}
          className={cx('flex min-w-0 items-center', isDeep && index > 0 && index < above.length - 2 && 'hidden')}
        >
          {index > 0 && (
            <span aria-hidden className="shrink-0 whitespace-nowrap">
              {isDeep && index === above.length - 2 ? '/ … /' : '/'}
            </span>
          )}
          <button
            type="button"
            title={titleOf(ancestor)}
            onClick={() => onSelect(ancestor.id)}
            className="min-w-6 truncate rounded-6 px-1 py-0.5 hover:bg-hover hover:text-ink pointer-coarse:py-2"
          >
            {titleOf(ancestor)}
          </button>
        </span>
      ))}
    </nav>
  )
}

function NodeMenu({ node, actions, canEdit }: Pick<Props, 'node' | 'actions' | 'canEdit'>) {
  const copyLink = () => void copyText(window.location.href, COPIED_LINK)
  return (
    <Menu trigger={<IconButton label="Node actions" icon={<Ellipsis size={18} aria-hidden />} />}>
      <MenuItem icon={<Link2 size={16} aria-hidden />} onSelect={copyLink}>
        Copy link
      </MenuItem>
      {canEdit && (
        <>
          {actions.ai && (
            <MenuItem icon={<Sparkles size={16} aria-hidden />} onSelect={() => actions.ai?.breakDown(node.id)}>
              Break down…
            </MenuItem>
          )}
          {actions.ai && node.metadata.child_count > 0 && (
            <MenuItem icon={<TextQuote size={16} aria-hidden />} onSelect={() => actions.ai?.summarize(node.id)}>
              Summarize…
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem tone="danger" icon={<Trash2 size={16} aria-hidden />} onSelect={() => actions.remove(node.id)}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
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

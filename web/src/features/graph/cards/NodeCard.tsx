import type { NodeStatus, NodeType } from '@cairn/contract/api/nodes'
import { nodeProgress } from '@cairn/contract/rules/progress'
import type { Node, NodeProps } from '@xyflow/react'
import { MessageSquare, Paperclip } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import type { StoredNode } from '../../../data/nodeStore.ts'
import { useNode } from '../../../data/nodes.ts'
import { formatNumber } from '../../../lib/numbers.ts'
import { plainText } from '../../../lib/plainText.ts'
import { NODE_STATUS, NODE_TYPE, StatusIcon, titleOf } from '../../../look/nodeLook.tsx'
import { StatusCircle, toggled } from '../../../look/StatusCircle.tsx'
import { Count } from '../../../ui/Count.tsx'
import { cx } from '../../../ui/cx.ts'
import { DueDate } from '../../../ui/DueDate.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useGraphTools } from '../GraphContext.ts'
import { AddChildButton } from './AddChildButton.tsx'
import { CardHandles } from './CardHandles.tsx'
import { CardTitle } from './CardTitle.tsx'
import { FoldButton } from './FoldButton.tsx'

/** `isLinked` is true if an edge element touches this card. */
export type CardNode = Node<{ isLinked: boolean }, 'card'>

const FRAME: Record<NodeStatus, string> = {
  not_started: 'border-line-strong bg-surface',
  in_progress: 'border-progress-fill bg-surface',
  completed: 'border-done-fill bg-surface',
  blocked: 'border-blocked-fill bg-surface',
}

const STRIPE: Record<NodeStatus, string> = {
  not_started: 'bg-idle-fill',
  in_progress: 'bg-progress-fill',
  completed: 'bg-done-fill',
  blocked: 'bg-blocked-fill',
}

const SHAPE: Record<NodeType, string> = {
  root: 'rounded-10 px-5 py-3',
  phase: 'rounded-10 px-4 py-3',
  task: 'rounded-10 px-3.5 py-2.5',
  milestone: 'rounded-full px-5 py-2',
}

const TITLE: Record<NodeType, string> = {
  root: 'line-clamp-2 text-16',
  phase: 'line-clamp-2 text-14',
  task: 'truncate text-13',
  milestone: 'truncate text-13',
}

/** When zoomed out, the title takes the space of the hidden details. */
const PLAIN_TITLE: Record<NodeType, string> = {
  root: 'line-clamp-2 text-28',
  phase: 'line-clamp-3 text-20',
  task: 'line-clamp-2 text-20',
  milestone: 'truncate text-20',
}

/** A node as a card. Re-renders only for its own node and fills the box set by the layout. */
export const NodeCard = memo(function NodeCard({ id, selected, data }: NodeProps<CardNode>) {
  const { nodes, options, canEdit, isPlain, isConnecting, focus, tree } = useGraphTools()
  const node = useNode(nodes, id)
  const [isPointedAt, setPointedAt] = useState(false)
  useEffect(() => {
    focus.arrived(id)
    return focus.left
  }, [focus, id])
  if (!node) return null
  const { node_type, status } = node
  const needsHandles = data.isLinked || (canEdit && (isPointedAt || selected || isConnecting))
  const isFolded = node.metadata.child_count > 0 && tree.childrenOf(id).length === 0
  return (
    <article
      data-card={id}
      // The canvas handles the keys of all cards and is their only tab stop.
      tabIndex={-1}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      aria-label={`${titleOf(node)}, ${NODE_TYPE[node_type].label}, ${NODE_STATUS[status].label}${isFolded ? ', collapsed' : ''}${selected ? ', selected' : ''}`}
      className={cx(
        'group/card relative flex h-full w-full flex-col justify-center gap-1 border text-left focus-visible:outline-offset-4',
        FRAME[status],
        SHAPE[node_type],
        selected && 'ring-2 ring-accent ring-offset-2 ring-offset-canvas',
      )}
    >
      {node_type !== 'milestone' && (
        <span aria-hidden className={cx('absolute inset-y-3 left-0 w-1 rounded-r-full', STRIPE[status])} />
      )}
      <Head node={node} />
      {options.labels && !isPlain && node_type !== 'milestone' && node.description && (
        <p className="shrink-0 truncate text-12 text-muted">{plainText(node.description)}</p>
      )}
      {!isPlain && <Foot node={node} />}
      {node.metadata.child_count > 0 && <FoldButton id={id} />}
      {canEdit && (isPointedAt || selected) && !isConnecting && <AddChildButton id={id} />}
      {needsHandles && <CardHandles id={id} isConnectable={canEdit} />}
    </article>
  )
})

function Head({ node }: { node: StoredNode }) {
  const { renamingId, isPlain, canEdit, onRename, onRenamed, onStatus, onStatusMenu, options } = useGraphTools()
  const { Icon } = NODE_TYPE[node.node_type]
  const isLarge = node.node_type === 'root' || node.node_type === 'phase'
  return (
    <span className="flex items-start gap-2">
      {!isPlain && <Icon size={isLarge ? 17 : 15} aria-hidden className="mt-0.5 shrink-0 text-muted" />}
      {renamingId === node.id ? (
        <CardTitle
          title={node.title}
          onSave={(title, before) => onRename(node.id, title, before)}
          onClose={(end) => onRenamed(node.id, end)}
        />
      ) : (
        <span
          className={cx(
            'title-text min-w-0 flex-1 break-words font-medium',
            isPlain ? PLAIN_TITLE[node.node_type] : TITLE[node.node_type],
            node.node_type === 'root' && options.labels && !isPlain && node.description && 'line-clamp-1!',
            node.status === 'completed' && 'text-muted',
          )}
        >
          {titleOf(node)}
        </span>
      )}
      {canEdit ? (
        <StatusCircle
          status={node.status}
          size={isPlain ? 22 : 15}
          onToggle={() => onStatus(node.id, toggled(node.status))}
          onMenu={(at) => onStatusMenu(node.id, at)}
          className={cx('nodrag nopan -m-1.5', isPlain ? 'size-9' : 'size-7')}
        />
      ) : (
        <span className="mt-0.5 shrink-0">
          <StatusIcon status={node.status} size={isPlain ? 22 : 15} />
        </span>
      )}
    </span>
  )
}

/** Progress of the children, due date and counts. */
function Foot({ node }: { node: StoredNode }) {
  const { options } = useGraphTools()
  const { child_count, completed_child_count } = node.metadata
  const hasProgress = options.progress && child_count > 0 && node.node_type !== 'milestone'
  const hasBadges = options.labels && (node.due_date !== null || node.comment_count + node.artifact_count > 0)
  if (!hasProgress && !hasBadges) return null
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-12 text-muted tabular-nums">
      {hasProgress && (
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <ProgressBar
            label={`Progress of ${titleOf(node)}`}
            value={progress}
            tone={progress === 100 ? 'done' : 'accent'}
            className="h-1 min-w-8 flex-1"
          />
          <span>
            {formatNumber(completed_child_count)}/{formatNumber(child_count)}
          </span>
        </span>
      )}
      {hasBadges && (
        <span className="flex shrink-0 items-center gap-2.5">
          {node.due_date !== null && <DueDate day={node.due_date} isDone={node.status === 'completed'} />}
          {node.comment_count > 0 && (
            <Count value={node.comment_count} noun="comment" icon={<MessageSquare size={12} aria-hidden />} />
          )}
          {node.artifact_count > 0 && (
            <Count value={node.artifact_count} noun="file" icon={<Paperclip size={12} aria-hidden />} />
          )}
        </span>
      )}
    </span>
  )
}

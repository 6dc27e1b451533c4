import { Eye } from 'lucide-react'
import { memo, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useHold } from '../../../data/claims.ts'
import { useOthersAt } from '../../../data/liveStatus.ts'
import { useNode } from '../../../data/nodes.ts'
import { useRemoteChange } from '../../../data/remoteChanges.ts'
import { ChangeAuthor, ChangeMark } from '../../../display/ChangeMark.tsx'
import { ClaimMark } from '../../../display/ClaimMark.tsx'
import { NODE_STATUS, NODE_TYPE, titleOf } from '../../../display/nodeDisplay.tsx'
import { Viewers } from '../../../display/Viewers.tsx'
import { counted, formatNumber } from '../../../lib/numbers.ts'
import { cx } from '../../../ui/cx.ts'
import { useGraphTools } from '../GraphContext.ts'
import { AddChildButton } from './AddChildButton.tsx'
import { CardHandles } from './CardHandles.tsx'
import { CardMark } from './CardMark.tsx'
import { CollapseButton } from './CollapseButton.tsx'

interface Props {
  id: string
  selected: boolean
}

/** A node as a card. Re-renders only for its own node and what it waits for, and fills the box set by the layout. */
export const NodeCard = memo(function NodeCard({ id, selected }: Props) {
  const { nodes, canEdit, level, looks, watches, focus, tree } = useGraphTools()
  const node = useNode(nodes, id)
  const look = useSyncExternalStore(
    nodes.watchAll,
    useCallback(() => looks.of(id, level), [looks, id, level]),
  )
  const [isPointedAt, setPointedAt] = useState(false)
  const others = useOthersAt(id)
  useEffect(() => {
    focus.arrived(id)
    return focus.left
  }, [focus, id])
  if (!node || !look) return null
  const { node_type, status } = node
  const isActive = canEdit && (isPointedAt || selected)
  const isCollapsed = node.metadata.child_count > 0 && tree.childrenOf(id).length === 0
  const { waitsFor, waiting } = looks.waitingOf(id)
  const { blocked, overdue } = looks.stuckIn(id)
  const isWatched = watches.get(id) === 'watch'
  const states = [
    titleOf(node),
    NODE_TYPE[node_type].label,
    NODE_STATUS[status].label,
    ...(waitsFor > 0 ? [`waits for ${counted(waitsFor, 'node')}`] : []),
    ...(waiting > 0 ? [`${counted(waiting, 'node')} waiting`] : []),
    ...(isCollapsed ? ['collapsed'] : []),
    ...(blocked > 0 ? [`${formatNumber(blocked)} blocked inside`] : []),
    ...(overdue > 0 ? [`${formatNumber(overdue)} overdue inside`] : []),
    ...(isWatched ? ['watched by you'] : []),
    ...(selected ? ['selected'] : []),
  ]
  return (
    <article
      data-card={id}
      // The canvas handles the keys of all cards and is their only tab stop.
      tabIndex={-1}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      aria-label={states.join(', ')}
      className={cx(
        'group/card relative h-full w-full text-left focus-visible:outline-offset-4',
        node_type === 'milestone' ? 'rounded-full' : 'rounded-10',
        selected && 'ring-2 ring-accent ring-offset-2 ring-offset-canvas',
      )}
    >
      {look.marks.map((mark, index) => (
        // The same marks in the same order mean the same things.
        // biome-ignore lint/suspicious/noArrayIndexKey: a part may have several marks.
        <CardMark key={`${mark.part}-${index}`} node={node} mark={mark} />
      ))}
      {node.metadata.child_count > 0 && <CollapseButton id={id} marks={look.marks} />}
      {isActive && <AddChildButton id={id} />}
      <Changed id={id} />
      <span className="pointer-events-none absolute inset-x-3 -top-2.5 flex items-center justify-end gap-1.5">
        <ChangedBy id={id} />
        <span className="pointer-events-auto flex shrink-0 items-center gap-1.5">
          {isWatched && (
            <span title="Watched by you" className="rounded-full border border-line bg-surface p-1 text-muted">
              <Eye size={12} aria-hidden />
            </span>
          )}
          <Held id={id} />
          <Viewers people={others} />
        </span>
      </span>
      {isActive && <CardHandles />}
    </article>
  )
})

/** Re-renders without the card, as do `Changed` and `ChangedBy`. */
function Held({ id }: { id: string }) {
  return <ClaimMark hold={useHold(id)} look="card" />
}

function Changed({ id }: { id: string }) {
  return <ChangeMark change={useRemoteChange(id)} />
}

function ChangedBy({ id }: { id: string }) {
  return <ChangeAuthor change={useRemoteChange(id)} look="card" />
}

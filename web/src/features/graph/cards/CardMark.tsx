import type { CSSProperties, ReactNode } from 'react'
import { titlePlace } from '../../../actions/unsavedTitles.ts'
import type { StoredNode } from '../../../data/nodeStore.ts'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { NodeIcon } from '../../../display/nodeIcons.tsx'
import { StatusCircle, toggled } from '../../../display/StatusCircle.tsx'
import { counted } from '../../../lib/numbers.ts'
import { daysUntil, fullDay } from '../../../lib/relativeTime.ts'
import { cx } from '../../../ui/cx.ts'
import { useGraphTools } from '../GraphContext.ts'
import { CardTitle } from './CardTitle.tsx'
import type { BoxMark, IconMark, Mark, TextMark } from './marks.ts'
import { colorOf } from './tones.ts'

/** Draws a mark as an element. Some are controls, others say more than they show. */
export function CardMark({ node, mark }: { node: StoredNode; mark: Mark }) {
  switch (mark.kind) {
    case 'box':
      return <BoxElement node={node} mark={mark} />
    case 'icon':
      return mark.part === 'status' ? <Status node={node} mark={mark} /> : <IconElement mark={mark} />
    case 'text':
      return mark.part === 'title' ? <Title node={node} mark={mark} /> : <TextElement node={node} mark={mark} />
  }
}

/** The button of a branch draws this part. */
const isOfButton = ({ part }: Mark): boolean => part === 'fold'

function BoxElement({ node, mark }: { node: StoredNode; mark: BoxMark }) {
  if (isOfButton(mark)) return null
  const { child_count, completed_child_count } = node.metadata
  const { x, y, width, height, radius, fill, stroke } = mark
  const style: CSSProperties = {
    ...{ left: x, top: y, width, height, borderRadius: radius },
    ...(fill && { background: colorOf(fill) }),
    ...(stroke && { borderColor: colorOf(stroke) }),
  }
  const common = { 'data-mark': mark.part, className: cx('absolute', stroke && 'border'), style }
  if (mark.part !== 'track') return <span aria-hidden title={mark.label} {...common} />
  return (
    <span
      role="progressbar"
      aria-label={`Progress of ${titleOf(node)}`}
      aria-valuemin={0}
      aria-valuemax={child_count}
      aria-valuenow={completed_child_count}
      {...common}
    />
  )
}

function IconElement({ mark }: { mark: IconMark }) {
  if (isOfButton(mark)) return null
  const { part, icon, x, y, size, tone } = mark
  return (
    <span
      aria-hidden
      data-mark={part}
      className="absolute"
      style={{ left: x, top: y, width: size, height: size, color: colorOf(tone) }}
    >
      <NodeIcon icon={icon} size={size} />
    </span>
  )
}

const textStyle = ({ x, y, size, weight, lineHeight, tone }: TextMark): CSSProperties => ({
  ...{ left: x, top: y, fontSize: size, fontWeight: weight, color: colorOf(tone) },
  lineHeight: `${lineHeight}px`,
})

function TextElement({ node, mark }: { node: StoredNode; mark: TextMark }) {
  if (isOfButton(mark)) return null
  const common = { 'data-mark': mark.part, className: 'absolute whitespace-pre', style: textStyle(mark) }
  const text: ReactNode = mark.lines.join('\n')
  switch (mark.part) {
    case 'due':
      return (
        <time dateTime={node.due_date ?? ''} title={dueTitle(node)} {...common}>
          {text}
        </time>
      )
    case 'comments':
    case 'files': {
      const label =
        mark.part === 'comments' ? counted(node.comment_count, 'comment') : counted(node.artifact_count, 'file')
      return (
        <span role="img" aria-label={label} title={label} {...common}>
          {text}
        </span>
      )
    }
    default:
      return (
        <span title={mark.label} {...common}>
          {text}
        </span>
      )
  }
}

function dueTitle({ due_date, status }: StoredNode): string {
  if (due_date === null) return ''
  const isLate = status !== 'completed' && daysUntil(due_date) < 0
  return `${isLate ? 'Overdue: ' : 'Due '}${fullDay(due_date)}`
}

function Title({ node, mark }: { node: StoredNode; mark: TextMark }) {
  const { renamingId, onRename, onRenamed } = useGraphTools()
  if (renamingId === node.id)
    return (
      <span className="absolute right-3 z-1 flex" style={textStyle(mark)}>
        <CardTitle
          title={node.title}
          place={titlePlace(node.plan_id, node.id)}
          onSave={(title, before) => onRename(node.id, title, before)}
          onClose={(end) => onRenamed(node.id, end)}
        />
      </span>
    )
  const text = mark.lines.join('\n')
  return (
    <span
      data-mark="title"
      className="title-text absolute whitespace-pre"
      style={textStyle(mark)}
      {...(text.endsWith('…') ? { title: titleOf(node) } : {})}
    >
      {text}
    </span>
  )
}

/** More room for fingers than the icon has. */
const PRESS_PAD = 6.5

function Status({ node, mark }: { node: StoredNode; mark: IconMark }) {
  const { canEdit, onStatus, onStatusMenu } = useGraphTools()
  const { x, y, size } = mark
  const pad = canEdit ? PRESS_PAD : 0
  const side = size + 2 * pad
  return (
    <span
      data-mark="status"
      className="absolute flex"
      style={{ left: x - pad, top: y - pad, width: side, height: side, color: colorOf(mark.tone) }}
    >
      {canEdit ? (
        <StatusCircle
          status={node.status}
          size={size}
          onToggle={() => onStatus(node.id, toggled(node.status))}
          onMenu={(at) => onStatusMenu(node.id, at)}
          className="size-full"
        />
      ) : (
        <NodeIcon icon={mark.icon} size={size} />
      )}
    </span>
  )
}

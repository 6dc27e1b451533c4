import { Eye } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { useHold } from '../../data/claims.ts'
import { useOthersAt } from '../../data/liveStatus.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { useRemoteChange } from '../../data/remoteChanges.ts'
import { ChangeAuthor, ChangeMark } from '../../display/ChangeMark.tsx'
import { ClaimMark, holdText } from '../../display/ClaimMark.tsx'
import { NODE_STATUS, NODE_TYPE, TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { Viewers } from '../../display/Viewers.tsx'
import { listed } from '../../lib/listed.ts'
import { counted } from '../../lib/numbers.ts'
import { cx } from '../../ui/cx.ts'
import { dueText } from '../../ui/DueDate.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import { matchRange } from '../../view-state/nodeFilter.ts'
import { RowDetails } from './RowDetails.tsx'
import { RowStatus } from './RowStatus.tsx'
import { TitleEditor } from './TitleEditor.tsx'
import { type TreeTools, useTreeTools } from './TreeContext.ts'
import type { TreeRow as Row } from './treeRows.ts'
import type { OpenMenu } from './useTree.ts'

/** px per level. */
export const INDENT_PX = 20

interface Props extends Row {
  top: number
  height: number
  isActive: boolean
  isSelected: boolean
  isEditing: boolean
  isDragged: boolean
  menu: OpenMenu | null
  search: string
}

/** One node as a row. Renders only when its own node or position changes. */
export const TreeRow = memo(function TreeRow(props: Props) {
  const { id, level, top, height, isActive, isSelected, isEditing, isDragged, hasChildren, isOpen } = props
  const tools = useTreeTools()
  const node = useNode(tools.nodes, id)
  const hold = useHold(id)
  if (!node) return null
  const title = titleOf(node)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows.
    <div
      role="treeitem"
      data-id={id}
      ref={isEditing ? keepClearOfToasts : undefined}
      aria-label={rowLabel(node, tools, hold)}
      aria-level={level}
      aria-setsize={props.siblings}
      aria-posinset={props.position}
      aria-selected={isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isActive && !isEditing ? 0 : -1}
      onClick={(event) => !isEditing && handleClick(event, id, tools)}
      onFocus={(event) => event.target === event.currentTarget && tools.onFocusRow(id)}
      onContextMenu={(event) => {
        if (isEditing) return
        event.preventDefault()
        const { left, top: rowTop } = event.currentTarget.getBoundingClientRect()
        tools.onMenu({ id, kind: 'row', at: { x: event.clientX - left, y: event.clientY - rowTop } })
      }}
      className={cx(
        'group absolute inset-x-0 top-0 flex cursor-default select-none items-center gap-2 pr-2 focus-visible:-outline-offset-2',
        // The title input takes the space of the details. By class: a rule for what follows any `input` computes the style of every span
        // again when a menu opens or closes beside the app.
        '[&>.title-input+span]:hidden',
        'bg-(--row)',
        isSelected
          ? '[--row:var(--accent-soft)]'
          : '[--row:var(--surface)] not-in-data-dragging:hover:[--row:var(--sand-3)]',
        isDragged && 'opacity-40',
      )}
      style={{ height, transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * INDENT_PX }}
    >
      <Chevron {...{ id, level, hasChildren, isOpen }} />
      <TypeIcon type={node.node_type} />
      {isEditing ? (
        <TitleEditor id={id} title={node.title} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: F2 on the row does the same.
        <span
          className="title-text pointer-coarse:line-clamp-2 min-w-0 truncate pointer-coarse:whitespace-normal pointer-coarse:leading-tight"
          title={title}
          onDoubleClick={() => tools.canEdit && tools.onEdit({ kind: 'rename', id })}
        >
          <Marked text={title} search={props.search} />
        </span>
      )}
      {tools.watches.get(id) === 'watch' && (
        <Eye
          size={12}
          role="img"
          aria-label="Watched by you"
          // Beside an open panel on a tablet, the title needs the room.
          className="shrink-0 text-muted pointer-coarse:@max-[360px]:hidden"
        />
      )}
      <ClaimMark hold={hold} look="row" />
      <Viewing id={id} />
      <Changed id={id} />
      <RowDetails node={node} menu={props.menu?.kind === 'row' ? props.menu : null} />
      <RowStatus node={node} menu={props.menu?.kind === 'status' ? props.menu : null} />
    </div>
  )
})

/** What the row shows. Screen readers read this instead of what is in it. */
function rowLabel(node: StoredNode, { people, watches }: TreeTools, hold: ReturnType<typeof useHold>): string {
  const { status, due_date, comment_count, artifact_count } = node
  const assigned = node.assignees.flatMap((id) => people.get(id)?.name ?? [])
  return [
    titleOf(node),
    NODE_STATUS[status].label,
    ...(due_date === null ? [] : [dueText({ day: due_date, isDone: status === 'completed' })]),
    NODE_TYPE[node.node_type].label,
    ...(assigned.length > 0 ? [`assigned to ${listed(assigned)}`] : []),
    ...(hold ? [holdText(hold)] : []),
    ...(comment_count > 0 ? [counted(comment_count, 'comment')] : []),
    ...(artifact_count > 0 ? [counted(artifact_count, 'file')] : []),
    ...(watches.get(node.id) === 'watch' ? ['watched by you'] : []),
  ].join(', ')
}

function Changed({ id }: { id: string }) {
  const change = useRemoteChange(id)
  const holder = useHold(id)?.claim
  const isByHolder = holder !== undefined && holder.user.name === change?.name && holder.agent === change.agent
  return (
    <>
      <ChangeMark change={change} />
      {/* The row names its holder already. */}
      {!isByHolder && <ChangeAuthor change={change} look="row" />}
    </>
  )
}

function Viewing({ id }: { id: string }) {
  return <Viewers people={useOthersAt(id)} className="mx-1" />
}

/** A click opens the node. With Ctrl, Cmd or Shift it selects rows. */
function handleClick({ ctrlKey, metaKey, shiftKey }: MouseEvent, id: string, tools: TreeTools) {
  const hasMod = ctrlKey || metaKey
  if (!hasMod && !shiftKey) return tools.onSelect(id)
  tools.onPick(id, shiftKey ? (hasMod ? 'add-range' : 'range') : 'toggle')
  tools.onFocusRow(id)
}

// Icons that every row has are drawn by CSS, because a lucide icon costs a component and up to four elements.
const CHEVRON =
  'before:size-[7px] before:rounded-[1px] before:border-current before:border-r-[1.5px] before:border-b-[1.5px] before:transition-transform'

function Chevron({ id, level, hasChildren, isOpen }: Pick<Row, 'id' | 'level' | 'hasChildren' | 'isOpen'>) {
  const { onToggle } = useTreeTools()
  if (!hasChildren) return <span aria-hidden className="w-5 shrink-0 pointer-coarse:w-7" />
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isOpen ? 'Collapse' : 'Expand'}
      onClick={(event) => {
        event.stopPropagation()
        onToggle(id, level)
      }}
      className={cx(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-6 text-muted hover:bg-pressed hover:text-ink pointer-coarse:h-9 pointer-coarse:w-7',
        CHEVRON,
        isOpen ? 'before:-translate-y-[2px] before:rotate-45' : 'before:-translate-x-[2px] before:-rotate-45',
      )}
    />
  )
}

function Marked({ text, search }: { text: string; search: string }) {
  const range = search === '' ? null : matchRange(text, search)
  if (!range) return text
  const [from, to] = range
  return (
    <>
      {text.slice(0, from)}
      <mark className="rounded-[3px] bg-sequence-soft text-sequence-ink">{text.slice(from, to)}</mark>
      {text.slice(to)}
    </>
  )
}

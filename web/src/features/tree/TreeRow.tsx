import { nodeProgress } from '@cairn/contract/rules/progress'
import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { useHold } from '../../data/claims.ts'
import { unreadQuery } from '../../data/commentQueries.ts'
import { useOthersAt } from '../../data/liveStatus.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { useRemoteChange } from '../../data/remoteChanges.ts'
import { Assignees } from '../../display/Assignees.tsx'
import { ChangeAuthor, ChangeMark } from '../../display/ChangeMark.tsx'
import { ClaimMark } from '../../display/ClaimMark.tsx'
import { NODE_STATUS, STATUS_CHOICES, StatusIcon, TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { NodeIcon } from '../../display/nodeIcons.tsx'
import { StatusCircle, toggled } from '../../display/StatusCircle.tsx'
import { Viewers } from '../../display/Viewers.tsx'
import { Count } from '../../ui/Count.tsx'
import { cx } from '../../ui/cx.ts'
import { DueDate, dueText } from '../../ui/DueDate.tsx'
import { Menu, MenuChoice } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { matchRange } from '../../view-state/nodeFilter.ts'
import { RowMenu } from './RowMenu.tsx'
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
  if (!node) return null
  const title = titleOf(node)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows.
    <div
      role="treeitem"
      data-id={id}
      aria-label={rowLabel(node)}
      aria-level={level}
      aria-setsize={props.siblings}
      aria-posinset={props.position}
      aria-selected={isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isActive && !isEditing ? 0 : -1}
      onClick={(event) => !isEditing && handleClick(event, id, tools)}
      onFocus={(event) => event.target === event.currentTarget && tools.onFocusRow(id)}
      onContextMenu={(event) => {
        if (!tools.canEdit || isEditing) return
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
          className="title-text min-w-0 truncate"
          title={title}
          onDoubleClick={() => tools.canEdit && tools.onEdit({ kind: 'rename', id })}
        >
          <Marked text={title} search={props.search} />
        </span>
      )}
      {tools.watches.get(id) === 'watch' && (
        <Eye size={12} role="img" aria-label="Watched by you" className="shrink-0 text-muted" />
      )}
      <Held id={id} />
      <Viewing id={id} />
      <Changed id={id} />
      <Details node={node} menu={props.menu?.kind === 'row' ? props.menu : null} />
      <Status node={node} menu={props.menu?.kind === 'status' ? props.menu : null} />
    </div>
  )
})

function rowLabel(node: StoredNode): string {
  const label = `${titleOf(node)}, ${NODE_STATUS[node.status].label}`
  if (node.due_date === null) return label
  return `${label}, ${dueText({ day: node.due_date, isDone: node.status === 'completed' })}`
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

function Held({ id }: { id: string }) {
  return <ClaimMark hold={useHold(id)} look="row" />
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
/** A small arrow, visible while the row is hovered or focused. */
const ARROW =
  'after:size-[5px] after:-translate-y-[1px] after:rotate-45 after:border-current after:border-r-[1.5px] after:border-b-[1.5px] after:opacity-0 group-hover:after:opacity-100 group-focus-within:after:opacity-100'
const ELLIPSIS =
  'before:size-[3px] before:rounded-full before:bg-current before:shadow-[-5px_0_currentColor,5px_0_currentColor]'

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

// Details fill the space beside the title, in columns if there is enough. Those that do not fit wrap out of sight.
const DETAILS =
  'flex h-7 flex-row-reverse flex-wrap content-start items-center gap-x-2 overflow-hidden *:h-7 @min-[900px]:gap-x-4 ' +
  // An empty first item, so that the first detail wraps too.
  'before:-ml-2 before:h-7 before:w-0 @min-[900px]:before:-ml-4'

interface PartProps {
  node: StoredNode
  menu: OpenMenu | null
}

/** The details of a row; the title comes first. Not rendered again when the row only moves or the search changes. */
const Details = memo(function Details({ node, menu }: PartProps) {
  const { hasDetails, canEdit } = useTreeTools()
  return (
    <span className="relative ml-auto min-w-0 flex-[1_9999_0] pointer-coarse:flex pointer-coarse:items-center">
      <span className={cx(DETAILS, 'pointer-coarse:flex-1')}>
        <RowAssignees ids={node.assignees} />
        {hasDetails && (
          <>
            <Due node={node} />
            <Counts node={node} />
          </>
        )}
        <Progress node={node} />
      </span>
      {canEdit && <RowMenuButton id={node.id} title={titleOf(node)} menu={menu} />}
    </span>
  )
})

function Progress({ node }: { node: StoredNode }) {
  const { child_count, completed_child_count } = node.metadata
  if (child_count === 0) return null
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  return (
    <span
      className="flex w-10 shrink-0 items-center gap-2 @min-[900px]:w-28"
      title={`${completed_child_count} of ${child_count} done`}
    >
      <ProgressBar
        label={`Progress of ${titleOf(node)}`}
        value={progress}
        tone={progress === 100 ? 'done' : 'accent'}
        className="h-1 flex-1"
      />
      <span className="hidden w-10 text-right text-12 text-muted tabular-nums @min-[900px]:inline">{progress}%</span>
    </span>
  )
}

/** The number of comments, in color while some are unread. */
function CommentCount({ node: { id, plan_id, comment_count } }: { node: StoredNode }) {
  const { data: unread } = useQuery({
    ...unreadQuery(plan_id),
    select: (nodes) => nodes.find(({ node_id }) => node_id === id)?.count,
  })
  return (
    <span className={cx('flex', unread !== undefined && 'font-medium text-accent-ink')}>
      <Count
        value={comment_count}
        noun="comment"
        {...(unread ? { more: `${unread} unread` } : {})}
        icon={<NodeIcon icon="comments" size={12} />}
      />
    </span>
  )
}

function Counts({ node }: { node: StoredNode }) {
  const { comment_count, artifact_count } = node
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-2 text-12 text-muted tabular-nums @min-[900px]:w-18',
        comment_count + artifact_count === 0 && '@max-[900px]:hidden',
      )}
    >
      {comment_count > 0 && <CommentCount node={node} />}
      {artifact_count > 0 && <Count value={artifact_count} noun="file" icon={<NodeIcon icon="files" size={12} />} />}
    </span>
  )
}

function Due({ node: { due_date, status } }: { node: StoredNode }) {
  return (
    <span
      className={cx(
        'flex shrink-0 items-center whitespace-nowrap @min-[900px]:w-22',
        due_date === null && '@max-[900px]:hidden',
      )}
    >
      {due_date !== null && <DueDate day={due_date} isDone={status === 'completed'} />}
    </span>
  )
}

/** The circle completes the node. The label, or the arrow beside it, opens the status menu. */
const Status = memo(function Status({ node, menu }: PartProps) {
  const { actions, canEdit, hasDetails, onMenu, onFocusRow } = useTreeTools()
  const { label } = NODE_STATUS[node.status]
  const word = hasDetails && (
    <span className="hidden min-w-0 flex-1 truncate text-left @min-[900px]:inline">{label}</span>
  )
  const box = cx('relative inline-flex h-7 shrink-0 items-center text-12 text-muted', hasDetails && '@min-[900px]:w-32')
  if (!canEdit)
    return (
      <span role="img" aria-label={label} title={label} className={cx(box, 'gap-1.5 px-1.5')}>
        <StatusIcon status={node.status} />
        {word}
      </span>
    )
  const open = () => onMenu({ id: node.id, kind: 'status' })
  const arrow = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Status: ${label}`}
      aria-haspopup="menu"
      title="Change status"
      onClick={(event) => {
        event.stopPropagation()
        open()
      }}
      className={cx(
        'inline-flex h-7 min-w-4 items-center justify-between gap-1.5 rounded-6 px-1 hover:text-ink hover:shadow-[inset_0_0_0_99px_var(--pressed)] data-[state=open]:shadow-[inset_0_0_0_99px_var(--pressed)]',
        // Without a label the arrow covers the details. On touch a long press opens the menu, anchored here.
        '@max-[900px]:absolute @max-[900px]:right-full @max-[900px]:bg-(--row) @max-[900px]:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 data-[state=open]:opacity-100',
        'pointer-coarse:w-0 pointer-coarse:min-w-0 pointer-coarse:overflow-hidden pointer-coarse:px-0',
        hasDetails && '@min-[900px]:flex-1',
        ARROW,
      )}
    >
      {word}
    </button>
  )
  return (
    <span className={box}>
      <StatusCircle
        status={node.status}
        onToggle={() => actions.setStatus(node.id, toggled(node.status))}
        onMenu={open}
        className="size-7 pointer-coarse:size-9"
      />
      {menu ? (
        <Menu
          open
          onOpenChange={() => onMenu(null)}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onFocusRow(node.id)
          }}
          trigger={arrow}
        >
          <MenuChoice
            value={node.status}
            options={STATUS_CHOICES}
            onChange={(status) => actions.setStatus(node.id, status)}
          />
        </Menu>
      ) : (
        arrow
      )}
    </span>
  )
})

function RowAssignees({ ids }: { ids: readonly string[] }) {
  const { people } = useTreeTools()
  const assigned = ids.flatMap((id) => people.get(id) ?? [])
  return (
    <span
      className={cx(
        'flex shrink-0 items-center justify-end @min-[900px]:w-16',
        assigned.length === 0 && '@max-[900px]:hidden',
      )}
    >
      {assigned.length > 0 && <Assignees people={assigned} />}
    </span>
  )
}

function RowMenuButton({ id, title, menu }: { id: string; title: string; menu: OpenMenu | null }) {
  const { onMenu } = useTreeTools()
  const button = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Actions for ${title}`}
      aria-haspopup="menu"
      onClick={(event) => {
        event.stopPropagation()
        onMenu({ id, kind: 'row' })
      }}
      className={cx(
        // Covers the details, and only shows when it can be used. Always visible on touch.
        'absolute inset-y-0 right-0 @max-[900px]:right-2 inline-flex size-7 items-center justify-center rounded-6 bg-(--row) text-muted opacity-0 shadow-[-4px_0_6px_2px_var(--row)] hover:text-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:static pointer-coarse:size-9 pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none',
        ELLIPSIS,
      )}
    />
  )
  if (!menu) return button
  if (!menu.at) return <RowMenu id={id} trigger={button} />
  const here = <span aria-hidden className="absolute size-0" style={{ left: menu.at.x, top: menu.at.y }} />
  return (
    <>
      <RowMenu id={id} align="start" trigger={here} />
      {button}
    </>
  )
}

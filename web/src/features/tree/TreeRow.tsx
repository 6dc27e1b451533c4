import { nodeProgress } from '@cairn/contract/rules/progress'
import { MessageSquare, Paperclip } from 'lucide-react'
import { memo } from 'react'
import { NODE_STATUS, STATUS_CHOICES, StatusIcon, TypeIcon, titleOf } from '../../data/nodeLook.tsx'
import type { StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Count } from '../../ui/Count.tsx'
import { cx } from '../../ui/cx.ts'
import { DueDate } from '../../ui/DueDate.tsx'
import { Menu, MenuChoice } from '../../ui/Menu.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RowMenu } from './RowMenu.tsx'
import { TitleEditor } from './TitleEditor.tsx'
import { useTreeTools } from './TreeContext.ts'
import { matchRange } from './treeFilter.ts'
import type { TreeRow as Row } from './treeRows.ts'
import type { OpenMenu } from './useTree.ts'

/** Spec 9: px for each level. */
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

/** One node as a row of the tree. Renders for its own node and for its own place, never for the others'. */
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
      aria-label={`${title}, ${NODE_STATUS[node.status].label}`}
      aria-level={level}
      aria-setsize={props.siblings}
      aria-posinset={props.position}
      aria-selected={isSelected}
      {...(hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={isActive && !isEditing ? 0 : -1}
      onClick={() => !isEditing && tools.onSelect(id)}
      onFocus={(event) => event.target === event.currentTarget && tools.onFocusRow(id)}
      onContextMenu={(event) => {
        if (!tools.canEdit || isEditing) return
        event.preventDefault()
        const { left, top: rowTop } = event.currentTarget.getBoundingClientRect()
        tools.onMenu({ id, kind: 'row', at: { x: event.clientX - left, y: event.clientY - rowTop } })
      }}
      className={cx(
        'group absolute inset-x-0 top-0 flex cursor-default select-none items-center gap-2 pr-2 focus-visible:-outline-offset-2',
        // Without columns a title that is being written takes the room of what stands behind it.
        '@max-[640px]:[&>input~span]:hidden',
        isSelected ? 'bg-accent-soft' : 'not-in-data-dragging:hover:bg-hover',
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
          className="title-text min-w-18 flex-1 truncate"
          title={title}
          onDoubleClick={() => tools.canEdit && tools.onEdit({ kind: 'rename', id })}
        >
          <Marked text={title} search={props.search} />
        </span>
      )}
      <Progress node={node} />
      <StatusButton node={node} isOpen={props.menu?.kind === 'status'} />
      {tools.hasDetails && (
        <>
          <Due node={node} />
          <Counts node={node} />
        </>
      )}
      <Assignee id={node.assignees[0]} />
      {tools.canEdit && <RowMenuButton id={id} title={title} menu={props.menu?.kind === 'row' ? props.menu : null} />}
    </div>
  )
})

// What every row has, and some only show when they are pointed at, is drawn by CSS: an icon of lucide is a component and up to four elements more.
const CHEVRON =
  'before:size-[7px] before:rounded-[1px] before:border-current before:border-r-[1.5px] before:border-b-[1.5px] before:transition-transform'
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

// What a row tells at a glance stands in columns where there is room; else it follows the title, with the status last, and leaves the title
// enough to be told by.

function Progress({ node }: { node: StoredNode }) {
  const { child_count, completed_child_count } = node.metadata
  if (child_count === 0) return null
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  return (
    <span
      className="hidden w-10 shrink-0 items-center gap-2 @min-[420px]:flex @min-[640px]:w-28"
      title={`${completed_child_count} of ${child_count} done`}
    >
      <ProgressBar
        label={`Progress of ${titleOf(node)}`}
        value={progress}
        tone={progress === 100 ? 'done' : 'accent'}
        className="h-1 flex-1"
      />
      <span className="hidden w-8 text-right text-12 text-muted tabular-nums @min-[640px]:inline">{progress}%</span>
    </span>
  )
}

function Counts({ node: { comment_count, artifact_count } }: { node: StoredNode }) {
  return (
    <span
      className={cx(
        'flex shrink-0 items-center gap-2 text-12 text-muted tabular-nums @min-[640px]:w-18',
        comment_count + artifact_count === 0 ? '@max-[640px]:hidden' : '@max-[340px]:hidden',
      )}
    >
      {comment_count > 0 && (
        <Count value={comment_count} noun="comment" icon={<MessageSquare size={12} aria-hidden />} />
      )}
      {artifact_count > 0 && <Count value={artifact_count} noun="file" icon={<Paperclip size={12} aria-hidden />} />}
    </span>
  )
}

function Due({ node: { due_date, status } }: { node: StoredNode }) {
  return (
    <span
      className={cx(
        '@max-[640px]:truncate @min-[640px]:w-22 @min-[640px]:shrink-0',
        due_date === null && '@max-[640px]:hidden',
      )}
    >
      {due_date !== null && <DueDate day={due_date} isDone={status === 'completed'} />}
    </span>
  )
}

const STATUS_BOX =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-6 px-1.5 text-12 text-muted @max-[640px]:order-1 pointer-coarse:h-9'

function StatusButton({ node, isOpen }: { node: StoredNode; isOpen: boolean }) {
  const { actions, canEdit, hasDetails, onMenu, onFocusRow } = useTreeTools()
  const { label } = NODE_STATUS[node.status]
  const box = cx(STATUS_BOX, hasDetails && '@min-[640px]:w-27')
  const content = (
    <>
      <StatusIcon status={node.status} />
      {hasDetails && <span className="hidden truncate @min-[640px]:inline">{label}</span>}
    </>
  )
  if (!canEdit)
    return (
      <span role="img" aria-label={label} title={label} className={box}>
        {content}
      </span>
    )
  const button = (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Status: ${label}`}
      aria-haspopup="menu"
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        onMenu({ id: node.id, kind: 'status' })
      }}
      className={cx(box, 'hover:bg-pressed hover:text-ink data-[state=open]:bg-pressed')}
    >
      {content}
    </button>
  )
  if (!isOpen) return button
  return (
    <Menu
      open
      onOpenChange={() => onMenu(null)}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        onFocusRow(node.id)
      }}
      trigger={button}
    >
      <MenuChoice
        value={node.status}
        options={STATUS_CHOICES}
        onChange={(status) => actions.setStatus(node.id, status)}
      />
    </Menu>
  )
}

function Assignee({ id }: { id: string | undefined }) {
  const { people } = useTreeTools()
  const person = id === undefined ? undefined : people.get(id)
  return (
    <span
      className={cx(
        'flex shrink-0 justify-center @min-[640px]:w-6',
        person ? '@max-[420px]:hidden' : '@max-[640px]:hidden',
      )}
    >
      {person && <Avatar name={person.name} src={person.avatar_url} size="sm" />}
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
        'order-2 inline-flex size-7 shrink-0 items-center justify-center rounded-6 text-muted opacity-0 hover:bg-pressed hover:text-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:bg-pressed data-[state=open]:opacity-100 pointer-coarse:size-9 pointer-coarse:opacity-100',
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

import { nodeProgress } from '@cairn/contract/rules/progress'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { unreadQuery } from '../../data/commentQueries.ts'
import type { StoredNode } from '../../data/nodeStore.ts'
import { Assignees } from '../../display/Assignees.tsx'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { NodeIcon } from '../../display/nodeIcons.tsx'
import { Count } from '../../ui/Count.tsx'
import { cx } from '../../ui/cx.ts'
import { DueDate, isOverdue } from '../../ui/DueDate.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RowMenu } from './RowMenu.tsx'
import { useTreeTools } from './TreeContext.ts'
import type { OpenMenu } from './useTree.ts'

// Details fill the space beside the title, in columns if there is enough. Those that do not fit wrap out of sight.
const DETAILS =
  'flex h-7 flex-row-reverse flex-wrap content-start items-center gap-x-2 overflow-hidden @min-[900px]:gap-x-4 ' +
  // In a wide tree, there is room for the button of the menu beside them.
  'pointer-fine:@min-[900px]:pr-9 ' +
  // An empty first item, so that the first detail wraps too.
  'before:-ml-2 before:h-7 before:w-0 @min-[900px]:before:-ml-4'

// In a narrow tree, the button of the menu would cut through them.
const YIELDS = 'pointer-fine:@max-[900px]:group-hover:opacity-0 pointer-fine:@max-[900px]:group-focus-within:opacity-0'

interface Props {
  node: StoredNode
  menu: OpenMenu | null
}

/** The details of a row; the title comes first. Not rendered again when the row only moves or the search changes. */
export const RowDetails = memo(function RowDetails({ node, menu }: Props) {
  const { hasDetails } = useTreeTools()
  const isLate = hasDetails && isNodeLate(node)
  return (
    <span
      className={cx(
        'relative ml-auto min-h-7 min-w-0 flex-[1_9999_0] pointer-coarse:flex pointer-coarse:items-center',
        !isLate && 'pointer-coarse:min-w-9',
        // A title yields to what is overdue.
        isLate && '@max-[900px]:min-w-min',
      )}
    >
      <span className={cx(DETAILS, YIELDS, 'min-w-0 pointer-coarse:flex-1')}>
        {/* From right to left. The first is the last one to wrap out of sight. */}
        {hasDetails && <Due node={node} />}
        <RowAssignees ids={node.assignees} />
        {hasDetails && <Counts node={node} />}
        <Progress node={node} />
      </span>
      <RowMenuButton id={node.id} title={titleOf(node)} menu={menu} />
    </span>
  )
})

function Progress({ node }: { node: StoredNode }) {
  const { child_count, completed_child_count } = node.metadata
  if (child_count === 0) return null
  const progress = nodeProgress(node.status, child_count, completed_child_count)
  return (
    <span
      className="flex h-7 w-10 shrink-0 items-center gap-2 @min-[900px]:w-28"
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
        'flex h-7 shrink-0 items-center gap-2 text-12 text-muted tabular-nums @min-[900px]:w-18',
        comment_count + artifact_count === 0 && '@max-[900px]:hidden',
      )}
    >
      {comment_count > 0 && <CommentCount node={node} />}
      {artifact_count > 0 && <Count value={artifact_count} noun="file" icon={<NodeIcon icon="files" size={12} />} />}
    </span>
  )
}

const isNodeLate = ({ due_date, status }: StoredNode): boolean =>
  due_date !== null && isOverdue({ day: due_date, isDone: status === 'completed' })

function Due({ node }: { node: StoredNode }) {
  const { due_date, status } = node
  return (
    <span
      className={cx(
        'flex h-7 shrink-0 items-center whitespace-nowrap @min-[900px]:w-22',
        due_date === null && '@max-[900px]:hidden',
      )}
    >
      {due_date !== null && <DueDate day={due_date} isDone={status === 'completed'} />}
    </span>
  )
}

function RowAssignees({ ids }: { ids: readonly string[] }) {
  const { people } = useTreeTools()
  const assigned = ids.flatMap((id) => people.get(id) ?? [])
  return (
    <span
      className={cx(
        'flex h-7 shrink-0 items-center justify-end @min-[900px]:w-16',
        assigned.length === 0 && '@max-[900px]:hidden',
      )}
    >
      {assigned.length > 0 && <Assignees people={assigned} />}
    </span>
  )
}

// Drawn by CSS, like the other icons of a row.
const ELLIPSIS =
  'before:size-[3px] before:rounded-full before:bg-current before:shadow-[-5px_0_currentColor,5px_0_currentColor]'

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
        'absolute inset-y-0 right-0 @max-[900px]:right-2 inline-flex size-7 items-center justify-center rounded-6 bg-(--row) text-muted opacity-0 shadow-[-4px_0_6px_2px_var(--row)] hover:text-ink focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:static pointer-coarse:size-9 pointer-coarse:shrink-0 pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none',
        ELLIPSIS,
      )}
    />
  )
  if (!menu) return button
  if (!menu.at) return <RowMenu id={id} trigger={button} />
  // `fixed` is within the row, which is moved by `transform`, and not within the details.
  const here = <span aria-hidden className="fixed size-0" style={{ left: menu.at.x, top: menu.at.y }} />
  return (
    <>
      <RowMenu id={id} trigger={here} />
      {button}
    </>
  )
}

import { memo } from 'react'
import type { StoredNode } from '../../data/nodeStore.ts'
import { NODE_STATUS, STATUS_CHOICES, StatusIcon } from '../../display/nodeDisplay.tsx'
import { StatusCircle, toggled } from '../../display/StatusCircle.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuChoice } from '../../ui/Menu.tsx'
import { useTreeTools } from './TreeContext.ts'
import type { OpenMenu } from './useTree.ts'

/** A small arrow, visible while the row is hovered or focused. */
const ARROW =
  'after:size-[5px] after:-translate-y-[1px] after:rotate-45 after:border-current after:border-r-[1.5px] after:border-b-[1.5px] after:opacity-0 group-hover:after:opacity-100 group-focus-within:after:opacity-100'

interface Props {
  node: StoredNode
  menu: OpenMenu | null
}

/** The circle completes the node. The label, or the arrow beside it, opens the status menu. */
export const RowStatus = memo(function RowStatus({ node, menu }: Props) {
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

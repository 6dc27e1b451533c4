import { type MouseEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { isTouch } from '../../lib/mediaQuery.ts'
import { useLongPress } from '../../lib/useLongPress.ts'
import { cx } from '../../ui/cx.ts'
import { type Selection, usePicked } from '../../view-state/selection.ts'
import { DraftRow } from './DraftRow.tsx'
import { useTreeTools } from './TreeContext.ts'
import { INDENT_PX, TreeRow } from './TreeRow.tsx'
import { handleTreeKey } from './treeKeys.ts'
import { useLostFocus } from './useLostFocus.ts'
import { useRememberedScroll } from './useRememberedScroll.ts'
import { useRowWindow } from './useRowWindow.ts'
import { useScrollAnchor } from './useScrollAnchor.ts'
import { DRAFT_ID, type Tree } from './useTree.ts'
import { useTreeDrag } from './useTreeDrag.ts'

/** px; larger for touch. */
const ROW_HEIGHT = 36
const TOUCH_ROW_HEIGHT = 46
/** px; the line starts below the icons of its level. */
const DROP_LINE_LEFT = 40

export interface ListHandle {
  /** Scrolls a row into view. */
  show: (id: string) => void
  /** Scrolls a row into view and focuses it. */
  focus: (id: string) => void
}

interface Props {
  ref: Ref<ListHandle>
  planId: string
  tree: Tree
  nodes: PlanNodes
  selection: Selection
  selectedId: string | null
}

/** Renders the visible rows only. One row is reachable by Tab. */
export function TreeList({ ref, planId, tree, nodes, selection, selectedId }: Props) {
  const tools = useTreeTools()
  const scroller = useRef<HTMLDivElement>(null)
  const { rows, activeId, editing, menu } = tree
  const picked = usePicked(selection)
  const isPicking = selection.isOpen
  const rowHeight = useRef(isTouch() ? TOUCH_ROW_HEIGHT : ROW_HEIGHT).current
  const found = activeId === null ? -1 : rows.findIndex(({ id }) => id === activeId)
  /** Where the active row was last: if it is deleted, the row in its place is active. */
  const lastActive = useRef(0)
  useEffect(() => {
    if (found >= 0) lastActive.current = found
  }, [found])
  const active = found >= 0 ? found : Math.min(lastActive.current, Math.max(rows.length - 1, 0))
  // The focused row stays rendered when scrolled away, or it would lose the focus.
  const editedId = editing?.kind === 'rename' ? editing.id : null
  const draft = editing?.kind === 'draft' ? rows.findIndex(({ id }) => id === DRAFT_ID) : -1

  // Before the first rows are chosen.
  useRememberedScroll(scroller, planId)
  const { indexes, show: showRow } = useRowWindow({ scroller, count: rows.length, rowHeight, always: [active, draft] })

  useScrollAnchor(scroller, rows, rowHeight)

  const wanted = useRef<string | null>(null)
  const show = (id: string) => {
    const index = rows.findIndex((row) => row.id === id)
    if (index >= 0) showRow(index)
  }
  useImperativeHandle(ref, () => ({
    show,
    focus: (id) => {
      wanted.current = id
      tree.setActiveId(id)
      // Already active, so no render follows that would move the focus.
      focusWanted()
    },
  }))
  const focusWanted = () => {
    const row = wanted.current && scroller.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"]`)
    if (!row) return
    show(row.dataset.id ?? '')
    row.focus({ preventScroll: true })
    wanted.current = null
  }
  useEffect(() => focusWanted())
  const lostFocus = useLostFocus(rows, tools.onFocusRow)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when a draft appears or goes elsewhere.
  useEffect(() => {
    if (draft >= 0) showRow(draft)
  }, [draft])

  useLongPress(scroller, {
    selector: '[role=treeitem]',
    onLongPress: (row, at) => {
      const { id = '' } = row.dataset
      if (id === editedId) return
      const { left, top } = row.getBoundingClientRect()
      tools.onMenu({ id, kind: 'row', at: { x: at.x - left, y: at.y - top } })
    },
  })

  const { drag, handlePointerDown } = useTreeDrag({
    nodes,
    structure: tree.structure,
    rows,
    rowHeight,
    scroller,
    isEnabled: tools.canEdit && editing === null,
    onDrop: (id, place) => {
      tools.onMove(id, place)
      if (place.parent_id !== null) tree.reveal(place.parent_id, true)
    },
    onOpen: (id, level) => tree.setOpen(id, level, true),
  })

  /**
   * What the first click of a double click hit, unless it was a control. The second may hit another row because the list
   * has moved.
   */
  const clicked = useRef<{ id: string; isTitle: boolean } | null>(null)
  const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[role=treeitem]')?.dataset.id
  /** Whether this click belongs to a row that is no longer under the pointer. Menus are rendered elsewhere. */
  const isStray = ({ target, currentTarget }: MouseEvent<HTMLElement>) =>
    clicked.current !== null && currentTarget.contains(target as Node) && rowOf(target) !== clicked.current.id

  return (
    <div
      {...lostFocus}
      onClickCapture={(event) => {
        const target = event.target as Element
        const id = rowOf(target)
        const isControl = target.closest('button, input') !== null
        if (event.detail >= 2) isStray(event) && event.stopPropagation()
        else
          clicked.current =
            id === undefined || isControl ? null : { id, isTitle: target.closest('.title-text') !== null }
      }}
      onDoubleClickCapture={(event) => {
        if (!isStray(event)) return
        event.stopPropagation()
        const { id, isTitle } = clicked.current ?? {}
        if (id !== undefined && isTitle && tools.canEdit && rows.some((row) => row.id === id))
          tools.onEdit({ kind: 'rename', id })
      }}
      onFocus={(event) => {
        lostFocus.onFocus(event)
        // A click on a row's button focuses the button only; the keys then apply to that row.
        const id = rowOf(event.target)
        if (id !== undefined) tree.setActiveId(id)
      }}
      ref={scroller}
      role="tree"
      aria-label="Plan Structure"
      aria-multiselectable
      data-dragging={drag ? '' : undefined}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain outline-none"
      onPointerDown={handlePointerDown}
      onKeyDown={(event) => {
        const activeRow = rows[active]
        if (activeRow && handleTreeKey(event, { rows, activeId: activeRow.id, nodes, tools })) event.preventDefault()
      }}
    >
      <div
        role="presentation"
        // The bar of a selection covers the lower edge.
        className={cx('relative w-full', isPicking && 'mb-28')}
        style={{ height: rows.length * rowHeight }}
      >
        {indexes.map((index) => {
          const row = rows[index]
          if (!row) return null
          const top = index * rowHeight
          if (row.id === DRAFT_ID && editing?.kind === 'draft')
            return <DraftRow key={row.id} draft={editing} level={row.level} top={top} height={rowHeight} />
          return (
            <TreeRow
              key={row.id}
              {...row}
              top={top}
              height={rowHeight}
              isActive={index === active}
              isSelected={picked.has(row.id) || (!isPicking && row.id === selectedId)}
              isEditing={row.id === editedId}
              isDragged={drag?.id === row.id}
              menu={menu?.id === row.id ? menu : null}
              search={tree.search}
            />
          )
        })}
        {drag?.drop && (
          <div
            aria-hidden
            data-testid="drop-line"
            className="-mt-px pointer-events-none absolute right-2 h-0.5 rounded-full bg-accent before:absolute before:-top-[3px] before:-left-1 before:size-2 before:rounded-full before:border-2 before:border-accent before:bg-surface"
            style={{ top: drag.drop.index * rowHeight, left: DROP_LINE_LEFT + (drag.drop.level - 1) * INDENT_PX }}
          />
        )}
      </div>
    </div>
  )
}

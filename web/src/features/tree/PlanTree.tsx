import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { membersQuery } from '../../data/members.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useWatches } from '../../data/watches.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { isWithin } from '../../view-state/branch.ts'
import { likelyType } from '../../view-state/likelyType.ts'
import { NO_FILTER } from '../../view-state/nodeFilter.ts'
import type { PlanFilter } from '../../view-state/planFilter.ts'
import type { Selection } from '../../view-state/selection.ts'
import { TreeContext, type TreeTools } from './TreeContext.ts'
import { TreeHeader } from './TreeHeader.tsx'
import { type ListHandle, TreeList } from './TreeList.tsx'
import { placeBehind } from './treePlaces.ts'
import { endOfSubtree } from './treeRows.ts'
import { usePicking } from './usePicking.ts'
import { type Tree, useTree } from './useTree.ts'

const MoveDialog = lazyPart(() => import('../node-dialogs/MoveDialog.tsx'), 'MoveDialog')

interface Props {
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  bulk: BulkActions
  selection: Selection
  /** The branch to show, or null for the whole plan. */
  branchId: string | null
  onBranch: (id: string) => void
  filter: PlanFilter
  selectedId: string | null
  /** A node that was just created or opened elsewhere: its row gets the focus. A new object each time. */
  focus: { id: string } | null
  /** Whether rows show due dates and counts. */
  hasDetails: boolean
  onDetails: (hasDetails: boolean) => void
  onSelect: (id: string) => void
  /** Opens the dialog that links this node to another. */
  onLink: (id: string) => void
  /** Opens the preview of nodes that pasted text makes in a parent. */
  onPaste: (text: string, under: string | null) => void
  /** Opens the panel that creates a node. Undefined if another button does. */
  onAdd?: (() => void) | undefined
}

/** The plan's nodes as a tree, with editing, selection and drag and drop. */
export function PlanTree({
  plan,
  nodes,
  actions,
  bulk,
  selection,
  branchId,
  filter,
  selectedId,
  focus,
  hasDetails,
  onDetails,
  ...props
}: Props) {
  const { onBranch, onSelect, onLink, onPaste, onAdd } = props
  const tree = useTree(plan.id, nodes, { branchId, filter })
  const list = useRef<ListHandle>(null)
  const search = useRef<HTMLInputElement>(null)
  const clear = useFocusWhenEmptied(tree.rows.length === 0)
  const [moving, setMoving] = useState<Moving | null>(null)
  const canEdit = can(plan.role, 'plan.edit')
  const tools = useTools({
    ...{ plan, nodes, actions, bulk, selection, canEdit, hasDetails, tree, list },
    ...{ onBranch, onSelect, onLink, onPaste, setMoving },
  })
  const latest = useLatest({ tree, onSelect })
  const openFirstMatch = useCallback(() => {
    const { tree: shown, onSelect: open } = latest.current
    const first = shown.rows.find(({ id }) => shown.matches?.has(id))
    if (!first) return
    open(first.id)
    list.current?.focus(first.id)
  }, [])
  useReveal(selectedId, { nodes, tree, branchId }, (id) => list.current?.show(id))
  useReveal(focus, { nodes, tree, branchId }, (id) => list.current?.focus(id))

  return (
    <TreeContext value={tools}>
      <section aria-label="Plan Structure" className="@container flex min-h-0 flex-1 flex-col bg-surface">
        <TreeHeader
          search={search}
          nodes={nodes}
          branchId={branchId}
          filter={tree.filter}
          matchCount={tree.matches?.size ?? null}
          controls={tree.controls}
          hasDetails={hasDetails}
          onDetails={onDetails}
          onFirstMatch={openFirstMatch}
          {...(canEdit && onAdd ? { onAdd } : {})}
        />
        {tree.retryEdges && (
          <div className="px-4 py-3">
            <ErrorNotice title="Dependencies, which this filter needs, failed to load" onRetry={tree.retryEdges} />
          </div>
        )}
        {tree.rows.length > 0 && (
          <TreeList
            ref={list}
            planId={plan.id}
            tree={tree}
            nodes={nodes}
            selection={selection}
            selectedId={selectedId}
          />
        )}
        {tree.rows.length === 0 && !tree.filtering && (
          <p className="px-4 py-10 text-center text-13 text-muted">No nodes in this plan yet</p>
        )}
        {tree.rows.length === 0 && tree.filtering && !tree.retryEdges && (
          <EmptyState icon={<SearchX size={20} />} title="No nodes found" text="Try adjusting your search or filters">
            <Button
              ref={clear}
              size="sm"
              onClick={() => {
                tree.controls.setFilter(NO_FILTER)
                search.current?.focus()
              }}
            >
              Clear filters
            </Button>
          </EmptyState>
        )}
      </section>
      {moving && (
        <Suspense>
          <MoveDialog
            nodes={nodes}
            actions={actions}
            bulk={bulk}
            ids={moving.ids}
            onMoved={() => tools.onReveal(moving.from)}
            onClose={() => {
              setMoving(null)
              tools.onFocusRow(moving.from)
            }}
          />
        </Suspense>
      )}
    </TreeContext>
  )
}

/** For the element that gets the focus when the last row disappears with it. */
function useFocusWhenEmptied(isEmpty: boolean): RefObject<HTMLButtonElement | null> {
  const element = useRef<HTMLButtonElement>(null)
  const hadRows = useRef(false)
  useEffect(() => {
    if (isEmpty && hadRows.current && document.activeElement === document.body) element.current?.focus()
    hadRows.current = !isEmpty
  }, [isEmpty])
  return element
}

/** The nodes that the dialog moves, and the row from which it was opened. */
interface Moving {
  ids: string[]
  from: string
}

interface ToolsOptions
  extends Pick<
    Props,
    'plan' | 'nodes' | 'actions' | 'bulk' | 'selection' | 'hasDetails' | 'onBranch' | 'onSelect' | 'onLink' | 'onPaste'
  > {
  canEdit: boolean
  tree: Tree
  list: React.RefObject<ListHandle | null>
  setMoving: (moving: Moving) => void
}

/** Tools with a stable identity. They read the latest tree when called. */
function useTools({
  plan,
  nodes,
  actions,
  bulk,
  selection,
  canEdit,
  hasDetails,
  tree,
  list,
  onBranch,
  onSelect,
  onLink,
  onPaste,
  setMoving,
}: ToolsOptions): TreeTools {
  const { data: members } = useQuery(membersQuery(plan.id))
  const people = useMemo(() => new Map((members ?? []).map((person) => [person.id, person])), [members])
  const watches = useWatches(plan.id)
  const picking = usePicking(selection, tree)
  const latest = useLatest({ tree, onSelect })
  const focusRow = useCallback((id: string) => list.current?.focus(id), [list])

  return useMemo(() => {
    const current = () => latest.current.tree
    const startDraft = (parent_id: string | null, after_id: string | null) => {
      const get = (id: string | null) => (id === null ? undefined : nodes.get(id))
      const { rows, controls } = current()
      const isShown = (id: string | null) => id === null || rows.some((row) => row.id === id)
      if (!isShown(parent_id) || !isShown(after_id)) controls.setFilter(NO_FILTER)
      if (parent_id !== null) current().reveal(parent_id, true)
      const node_type = likelyType(get(parent_id), get(after_id))
      current().setEditing({ kind: 'draft', parent_id, after_id, node_type })
    }
    return {
      nodes,
      actions,
      selection,
      canEdit,
      hasDetails,
      people,
      watches,
      onSelect: (id) => {
        if (selection.takesTaps) return selection.toggle(id)
        picking.only(id)
        latest.current.onSelect(id)
      },
      ...picking.tools,
      onToggle: (id, level) => {
        const row = current().rows.find((known) => known.id === id)
        current().setOpen(id, level, !row?.isOpen)
      },
      onEdit: (editing) => current().setEditing(editing),
      onCreated: (id) => current().keep(id),
      onMenu: (menu) => current().setMenu(menu),
      onFocusRow: focusRow,
      onAddChild: (id) => startDraft(id, null),
      onAddSibling: (id) => startDraft(nodes.get(id)?.parent_id ?? null, id),
      onMoveTo: (id) => setMoving({ ids: [...(selection.severalWith(id) ?? [id])], from: id }),
      onMove: (id, place) => {
        const several = selection.severalWith(id)
        if (several) void bulk.run(several, { kind: 'move', ...placeBehind(nodes, several, id, place) })
        else actions.move(id, place)
      },
      onLink,
      onPaste,
      onReveal: (id) => current().reveal(id),
      onBranch,
      structure: () => ({ children: nodes.structure.children, rootId: current().structure.rootId }),
      onRemove: (id) => {
        const { rows } = current()
        const index = rows.findIndex((row) => row.id === id)
        const several = selection.severalWith(id)
        const isLeft = (row: { id: string }) => !several?.has(row.id)
        const next = rows.slice(endOfSubtree(rows, index)).find(isLeft) ?? rows.slice(0, index).findLast(isLeft)
        if (several) void bulk.run(several, { kind: 'delete' })
        else actions.remove(id, () => current().activeId === next?.id && focusRow(id))
        if (next) focusRow(next.id)
      },
    }
  }, [
    nodes,
    actions,
    bulk,
    selection,
    picking,
    canEdit,
    hasDetails,
    people,
    watches,
    focusRow,
    setMoving,
    onBranch,
    onLink,
    onPaste,
  ])
}

interface Reveal {
  nodes: PlanNodes
  tree: Tree
  branchId: string | null
}

/**
 * Expands the ancestors of a node that was opened or created elsewhere, then shows its row. Waits until the focused
 * branch has been widened, if the node is outside.
 */
function useReveal(
  wanted: string | { id: string } | null,
  { nodes, tree, branchId }: Reveal,
  show: (id: string) => void,
) {
  const latest = useLatest(show)
  const shown = useRef<typeof wanted>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for another node or request, not whenever the tree changes.
  useEffect(() => {
    if (wanted === null) shown.current = null
    if (wanted === null || wanted === shown.current) return
    const id = typeof wanted === 'string' ? wanted : wanted.id
    if (!nodes.get(id)) return
    if (branchId !== null && !isWithin(nodes, id, branchId)) return
    tree.reveal(id)
    tree.setActiveId(id)
    const frame = requestAnimationFrame(() => {
      shown.current = wanted
      latest.current(id)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, branchId])
}

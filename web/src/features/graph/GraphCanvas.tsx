import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, type Ref, useCallback, useRef, useState } from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { edgesQuery } from '../../data/edges.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useWatches } from '../../data/watches.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { useLongPress } from '../../lib/useLongPress.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { NO_FILTER } from '../../view-state/nodeFilter.ts'
import type { PlanFilter } from '../../view-state/planFilter.ts'
import { type Selection, usePicked } from '../../view-state/selection.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import { BackToPlan } from './BackToPlan.tsx'
import { DependenciesFailedBar, FilterBar } from './CanvasBars.tsx'
import { useCardFocus } from './cards/useCardFocus.ts'
import { useCardKeys } from './cards/useCardKeys.ts'
import { useCardTools } from './cards/useCardTools.ts'
import type { ExportFormat } from './export/exportGraph.ts'
import { GraphContext } from './GraphContext.ts'
import { GraphControls } from './GraphControls.tsx'
import { GraphMenus } from './GraphMenus.tsx'
import { DraftCard } from './gestures/DraftCard.tsx'
import { DropPreview } from './gestures/DropPreview.tsx'
import { HandPan } from './gestures/HandPan.tsx'
import { useClicks } from './gestures/useClicks.ts'
import { useCreation } from './gestures/useCreation.ts'
import { useDrafts } from './gestures/useDrafts.ts'
import { useDropOnCard } from './gestures/useDropOnCard.ts'
import { usePane } from './gestures/usePane.ts'
import { useWheelZoom } from './gestures/useWheelZoom.ts'
import { Legend, useLegend } from './Legend.tsx'
import type { Direction, Size } from './layout/geometry.ts'
import { CanvasLayer } from './paint/CanvasLayer.tsx'
import { DotGrid } from './paint/DotGrid.tsx'
import { Minimap } from './paint/Minimap.tsx'
import { PaintedChanges } from './paint/PaintedChanges.tsx'
import { PathBar } from './path/PathBar.tsx'
import { GraphSurface } from './surface/GraphSurface.tsx'
import type { DragActions } from './surface/useDrags.ts'
import { useDrawing } from './useDrawing.ts'
import { useEmphasis } from './useEmphasis.ts'
import { useFitBranch, useShowSelected } from './useFollow.ts'
import { type GraphHandle, useGraphCommands, useGraphHandle } from './useGraphCommands.ts'
import { useMenu } from './useMenu.ts'
import { useScene } from './useScene.ts'
import { useViewport } from './useViewport.ts'
import { useViewStore } from './view/ViewContext.ts'

export interface GraphCanvasProps {
  /** The size of the canvas. */
  viewport: Size
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  bulk: BulkActions
  selection: Selection
  /** The bulk action bar. */
  bar?: ReactNode
  /** The branch to show, or null for the whole plan. */
  branchId: string | null
  onBranch: (id: string) => void
  filter: PlanFilter
  /** Whether the graph says that a filter is active, because no tree does. */
  hasFilterBar: boolean
  selectedId: string | null
  options: ViewOptions
  onSelect: (id: string) => void
  onAdd: () => void
  onAddChild: (id: string) => void
  onMove: (ids: readonly string[]) => void
  onLink: (id: string) => void
  /** Defined in full screen. */
  onExitFull: (() => void) | undefined
  ref?: Ref<GraphHandle>
}

/** The canvas of a plan: cards and lines near the view as elements, everything else painted under them. */
export function GraphCanvas({
  viewport,
  plan,
  nodes,
  actions,
  bulk,
  selection,
  bar,
  branchId,
  onBranch,
  filter,
  hasFilterBar,
  selectedId,
  options,
  onSelect,
  onAdd,
  onAddChild,
  onMove,
  onLink,
  onExitFull,
  ref,
}: GraphCanvasProps) {
  const canEdit = can(plan.role, 'plan.edit')
  const { scene, structure, levels, glides, controls } = useScene(plan.id, nodes, { viewport, branchId })
  const links = useQuery(edgesQuery(plan.id))
  const edges = links.data
  const hasFailed = links.isError && !edges
  const watches = useWatches(plan.id)
  const emphasis = useEmphasis({
    ...{ nodes, structure, scene, edges, branchId, filter, selectedId },
    showsEdges: options.dependencies,
  })
  const { path, pinned } = emphasis
  const picked = usePicked(selection)
  const drop = useDropOnCard({ scene, nodes, actions, bulk })
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const legend = useLegend()
  const view = useViewport(scene, { viewport, legend: legend.size, matchesExtent: emphasis.extent })
  const drawing = useDrawing({
    ...{ planId: plan.id, nodes, structure, scene, glides, options, emphasis, picked, selectedId, renamingId },
    legend: legend.size,
    hasBegun: view.hasBegun,
  })
  const { painting, wholePainting, coloring } = drawing
  const wheel = useWheelZoom()
  const { toCanvas } = useViewStore()
  const drafts = useDrafts({ nodes, scene, topId: structure.rootId, view, onAddChild })
  const menu = useMenu({
    ...{ edges, canEdit },
    onDrawnIntoVoid: (line, at) => drafts.addAtLine(line, toCanvas(at)),
  })
  const area = useRef<HTMLElement>(null)
  useLongPress(area, {
    selector: '[data-card]',
    onLongPress: ({ dataset: { card: id = '' } }, at) => menu.ref.current?.open({ of: 'node', id, at }),
  })
  /** Whether the space bar has moved the canvas since it was pressed. */
  const hasPanned = useRef(false)
  const show = useCallback(
    (id: string) => {
      controls.reveal(id)
      view.show(id)
    },
    [controls, view],
  )
  useFitBranch(branchId, view.fitNext)
  useShowSelected(selectedId, { show, bringIn: view.bringIn })
  const setOpen = useCallback(
    (id: string, open: boolean) => {
      view.keepInPlace(id)
      controls.setOpen(id, open)
    },
    [controls, view],
  )
  const { cards, props: focusProps } = useCardFocus({
    ...{ scene, selectedId, show: view.zoomIntoView },
    parentOf: (id) => nodes.get(id)?.parent_id ?? null,
  })
  const { togglePath, exportAs } = useGraphCommands({ plan, nodes, branchId, scene, emphasis, drawing })
  useGraphHandle(ref, { view, controls, cards, show, togglePath, exportAs })
  const keys = useCardKeys({
    ...{ scene, nodes, structure, actions, bulk, canEdit, picked, cards, setOpen, onSelect },
    onPick: selection.set,
    onRename: setRenamingId,
    onMenu: menu.openNodeAt,
    onCanvasMenu: (canvas) => {
      const { left, top, width, height } = canvas.getBoundingClientRect()
      menu.openCanvas({ x: left + width / 2, y: top + height / 2 })
    },
    hasPanned,
  })
  const tools = useCardTools({
    ...{ nodes, tree: scene.tree, looks: drawing.looks, level: drawing.level, direction: scene.layout.direction },
    ...{ watches, canEdit, setOpen, onAddChild: drafts.addChild, renamingId, focus: cards },
    ...{ actions, menu: menu.ref, setRenamingId },
  })
  const pane = usePane({
    ...{ scene, painting, view, selection, menu, onSelect },
    onAdd: canEdit ? drafts.addAt : undefined,
  })
  const clicks = useClicks({ area, pane, menu, selection, onSelect, onRename: canEdit ? setRenamingId : undefined })
  const drags: DragActions = {
    onDragStart: () => emphasis.hover(null),
    leadersOf: controls.leadersOf,
    hasDropTarget: drop.hasTarget,
    onCards: ({ ids, moved }, pointer) => {
      controls.moveTo(moved, { isOver: false })
      drop.handleDrag(ids, pointer)
    },
    onCardsDropped: ({ ids, moved }) => {
      if (drop.takeDrop([...ids])) controls.endDragInto(ids)
      else controls.moveTo(moved, { isOver: true })
    },
    onCardsCancelled: () => {
      drop.cancel()
      controls.cancelDrag()
    },
    onLineDropped: menu.endLine,
  }
  const extent = scene.extents.get(null)
  const create = useCreation({ planId: plan.id, actions, drafts, controls, cards, view, menu })

  return (
    <section
      ref={area}
      data-moving={drawing.isMoving ? '' : undefined}
      data-dimming={emphasis.filterDimming && !emphasis.drawnPath ? '' : undefined}
      data-path={emphasis.drawnPath ? '' : undefined}
      aria-label="Plan graph"
      className="@container relative isolate min-h-0 min-w-0 flex-1 overflow-clip bg-canvas"
    >
      <DotGrid />
      <CanvasLayer painting={painting} nodes={nodes} />
      <GraphContext value={tools}>
        <GraphSurface
          {...focusProps}
          aria-label="Plan nodes. Use the arrow keys to move between them."
          onKeyDown={(event) => {
            if (event.key === 'Escape' && path.pinnedId !== null) path.unpin()
            else keys.handleKey(event)
          }}
          onKeyUp={keys.handleKey}
          scene={scene}
          cards={drawing.cardElements}
          edges={drawing.edgeElements}
          selection={selection}
          canEdit={canEdit}
          wheelZooms={wheel.wheelZooms}
          drags={drags}
          {...clicks}
          onHover={emphasis.hover}
        >
          {drafts.open.map((draft) => (
            <DraftCard key={draft.key} planId={plan.id} draft={draft} onCreate={create} onClose={drafts.end} />
          ))}
          {drop.target && <DropPreview target={drop.target} scene={scene} nodes={nodes} />}
        </GraphSurface>
      </GraphContext>
      <PaintedChanges painting={painting} />
      <HandPan area={area} hasPanned={hasPanned} />
      {/* Left of the minimap, which narrow windows do not show. */}
      <div className="pointer-events-none absolute inset-0 max-sm:bottom-14 @min-[701px]:right-53">{bar}</div>
      {canEdit && (
        <Button
          size="sm"
          icon={<Plus size={16} aria-hidden />}
          onClick={onAdd}
          data-tour="add-node"
          className="absolute top-3 right-3 z-10 shadow-float"
        >
          Add Node
        </Button>
      )}
      {extent && drafts.open.length === 0 && (
        <BackToPlan
          extent={extent}
          onClick={() => {
            cards.hold()
            view.fit()
          }}
        />
      )}
      {pinned && path.shown && <PathBar title={titleOf(pinned)} path={path.shown} onClose={path.unpin} />}
      {!pinned && (
        <div
          className={cx(
            'absolute top-3 left-3 z-10 flex flex-col items-start gap-2',
            // Below the button beside it.
            hasFailed && '@max-[560px]:top-14',
          )}
        >
          {hasFilterBar && emphasis.matches && (
            <FilterBar
              count={emphasis.matches.size}
              onClear={() => {
                filter.set(NO_FILTER)
                cards.hold()
              }}
            />
          )}
          {hasFailed && (
            <DependenciesFailedBar
              onRetry={() => {
                cards.hold()
                void links.refetch()
              }}
            />
          )}
        </div>
      )}
      <GraphControls
        layout={scene.layout}
        levels={levels}
        scene={controls}
        view={view}
        wheel={wheel}
        legend={legend}
        onExitFull={onExitFull}
      />
      {legend.isOpen && (
        <Legend
          nodes={nodes}
          coloring={coloring}
          branchId={branchId}
          matches={emphasis.matches}
          edges={emphasis.shownEdges}
          ref={legend.measure}
        />
      )}
      <Minimap painting={wholePainting} nodes={nodes} />
      <GraphMenus
        planId={plan.id}
        nodes={nodes}
        actions={actions}
        ref={menu.ref}
        selection={selection}
        canEdit={canEdit}
        topId={structure.rootId}
        ways={{
          open: onSelect,
          focus: onBranch,
          path: (id) => togglePath.current(id),
          addChild: onAddChild,
          rename: setRenamingId,
          move: (id) => onMove([...(selection.severalWith(id) ?? [id])]),
          select: selection.toggle,
          link: onLink,
          delete: keys.remove,
        }}
        onFocus={cards.focus}
        canvas={{
          direction: scene.layout.direction,
          onFocus: cards.hold,
          ways: {
            add: canEdit ? (at) => drafts.addAt(toCanvas(at)) : undefined,
            selectAll: canEdit ? () => selection.set(new Set(scene.layout.boxes.keys())) : undefined,
            fit: view.fit,
            tidyUp: () => view.fitAfter(controls.tidyUp),
            showAll: levels.shown === levels.count ? undefined : () => view.fitAfter(controls.expandAll),
            export: (format: ExportFormat) => void exportAs.current(format),
            setDirection: (direction: Direction) => view.fitAfter(() => controls.setDirection(direction)),
          },
        }}
      />
    </section>
  )
}

import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { type OnConnectEnd, ReactFlow, useReactFlow } from '@xyflow/react'
import { Plus } from 'lucide-react'
import { type MouseEvent, type ReactNode, type Ref, useCallback, useRef, useState } from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { edgesQuery } from '../../data/edges.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useWatches } from '../../data/watches.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { useStableHandlers } from '../../lib/useStableHandlers.ts'
import { Button } from '../../ui/Button.tsx'
import { NO_FILTER } from '../../view-state/nodeFilter.ts'
import type { PlanFilter } from '../../view-state/planFilter.ts'
import { type Selection, usePicked } from '../../view-state/selection.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import { type CardNode, NodeCard } from './cards/NodeCard.tsx'
import { useCardChanges } from './cards/useCardChanges.ts'
import { useCardFocus } from './cards/useCardFocus.ts'
import { useCardKeys } from './cards/useCardKeys.ts'
import { useCardTools } from './cards/useCardTools.ts'
import type { ExportFormat } from './export/exportGraph.ts'
import { FilterBar } from './FilterBar.tsx'
import { GraphContext } from './GraphContext.ts'
import { GraphControls } from './GraphControls.tsx'
import { GraphMenus } from './GraphMenus.tsx'
import { DraftCard } from './gestures/DraftCard.tsx'
import { DropPreview } from './gestures/DropPreview.tsx'
import { HandPan } from './gestures/HandPan.tsx'
import { useCreation } from './gestures/useCreation.ts'
import { useDrafts } from './gestures/useDrafts.ts'
import { useDropOnCard } from './gestures/useDropOnCard.ts'
import { useLongPress } from './gestures/useLongPress.ts'
import { usePane } from './gestures/usePane.ts'
import { usePinch } from './gestures/usePinch.ts'
import { useWheelZoom } from './gestures/useWheelZoom.ts'
import { KindEdge } from './KindEdge.tsx'
import { Legend, useLegend } from './Legend.tsx'
import type { Direction, Size } from './layout/geometry.ts'
import { CanvasLayer } from './paint/CanvasLayer.tsx'
import { DotGrid } from './paint/DotGrid.tsx'
import { Minimap } from './paint/Minimap.tsx'
import { PaintedChanges } from './paint/PaintedChanges.tsx'
import { PathBar } from './path/PathBar.tsx'
import { useDrawing } from './useDrawing.ts'
import { useEmphasis } from './useEmphasis.ts'
import { useFitBranch, useShowSelected } from './useFollow.ts'
import { type GraphHandle, useGraphCommands, useGraphHandle } from './useGraphCommands.ts'
import { useMenu } from './useMenu.ts'
import { useScene } from './useScene.ts'
import { useViewport, ZOOM } from './useViewport.ts'
import '@xyflow/react/dist/base.css'

/** Defined outside the component, because new objects would make React Flow remount every card. */
const nodeTypes = { card: NodeCard }
const edgeTypes = { kind: KindEdge }

export interface GraphFlowProps {
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

/** The canvas of a plan: cards and lines as elements of React Flow, everything else painted under them. */
export function GraphFlow({
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
}: GraphFlowProps) {
  const canEdit = can(plan.role, 'plan.edit')
  const { scene, structure, levels, glides, controls } = useScene(plan.id, nodes, { viewport, branchId })
  const edges = useQuery(edgesQuery(plan.id)).data
  const watches = useWatches(plan.id)
  const emphasis = useEmphasis({
    ...{ nodes, structure, scene, edges, branchId, filter, selectedId },
    showsEdges: options.dependencies,
  })
  const { path, pinned } = emphasis
  const picked = usePicked(selection)
  const drop = useDropOnCard({ scene, nodes, actions, bulk })
  const handleChanges = useCardChanges(controls, selection, drop.takeDrop)
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
  const flow = useReactFlow()
  const drafts = useDrafts({ nodes, scene, topId: structure.rootId, view, onAddChild })
  const menu = useMenu({
    ...{ edges, canEdit },
    onDrawnIntoVoid: (line, at) => drafts.addAtLine(line, flow.screenToFlowPosition(at)),
  })
  const [isConnecting, setConnecting] = useState(false)
  const area = useRef<HTMLElement>(null)
  usePinch(area)
  useLongPress(area, (id, at) => menu.ref.current?.open({ of: 'node', id, at }))
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
  useShowSelected(selectedId, show)
  const setOpen = useCallback(
    (id: string, open: boolean) => {
      view.keepInPlace(id)
      controls.setOpen(id, open)
    },
    [controls, view],
  )
  const { cards, props: focusProps } = useCardFocus({ scene, selectedId, show: view.zoomIntoView })
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
    ...{ watches, canEdit, isConnecting, setOpen, onAddChild: drafts.addChild, renamingId, focus: cards },
    ...{ actions, menu: menu.ref, setRenamingId },
  })
  const pane = usePane({
    ...{ scene, painting, view, selection, menu, onSelect },
    onAdd: canEdit ? drafts.addAt : undefined,
  })
  // New handlers would render every card again.
  const handlers = useStableHandlers({
    ...pane,
    onNodesChange: handleChanges,
    onNodeClick: (event: MouseEvent, { id }: CardNode) => {
      if (event.shiftKey || event.metaKey || event.ctrlKey) return
      if (selection.takesTaps) return selection.toggle(id)
      // React Flow only deselects mounted cards.
      selection.only(id)
      onSelect(id)
    },
    onNodeMouseEnter: (_event: MouseEvent, { id }: CardNode) => emphasis.hover(id),
    onNodeMouseLeave: () => emphasis.hover(null),
    onNodeDragStart: () => emphasis.hover(null),
    onNodeDoubleClick: (_event: MouseEvent, { id }: CardNode) => canEdit && setRenamingId(id),
    onNodeContextMenu: menu.openNode,
    onEdgeClick: menu.openEdge,
    onNodeDrag: drop.handleDrag,
    onConnect: menu.drawEdge,
    onConnectStart: () => {
      setConnecting(true)
      emphasis.hover(null)
    },
    onConnectEnd: ((event, end) => {
      setConnecting(false)
      menu.endEdge(event, end)
    }) satisfies OnConnectEnd,
  })
  const create = useCreation({ planId: plan.id, actions, drafts, controls, cards, view, menu })

  return (
    <section
      ref={area}
      data-moving={drawing.isMoving ? '' : undefined}
      data-dimming={emphasis.filterDimming && !emphasis.drawnPath ? '' : undefined}
      data-path={emphasis.drawnPath ? '' : undefined}
      aria-label="Plan graph"
      className="@container relative isolate min-h-0 min-w-0 flex-1 overflow-hidden bg-canvas"
      onPointerMove={menu.followPointer}
      onPointerUp={menu.followPointer}
    >
      <DotGrid />
      <CanvasLayer painting={painting} nodes={nodes} />
      <GraphContext value={tools}>
        <ReactFlow
          {...focusProps}
          className="focus-visible:-outline-offset-2"
          aria-label="Plan nodes. Use the arrow keys to move between them."
          onKeyDown={(event) => {
            if (event.key === 'Escape' && path.pinnedId !== null) path.unpin()
            else keys.handleKey(event)
          }}
          onKeyUp={keys.handleKey}
          nodes={drawing.flowNodes}
          edges={drawing.flowEdges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          minZoom={view.zoomMin}
          maxZoom={ZOOM.max}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          nodesFocusable={false}
          edgesFocusable={false}
          disableKeyboardA11y
          panActivationKeyCode={null}
          panOnScroll={!wheel.wheelZooms}
          panOnScrollSpeed={1}
          zoomOnScroll={wheel.wheelZooms}
          multiSelectionKeyCode={MULTI_SELECTION_KEYS}
          elementsSelectable
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          {...handlers}
          proOptions={{ hideAttribution: true }}
        >
          {drafts.open.map((draft) => (
            <DraftCard key={draft.key} planId={plan.id} draft={draft} onCreate={create} onClose={drafts.end} />
          ))}
          {drop.target && <DropPreview target={drop.target} scene={scene} nodes={nodes} />}
        </ReactFlow>
      </GraphContext>
      <PaintedChanges painting={painting} />
      <HandPan area={area} hasPanned={hasPanned} />
      {/* Left of the minimap, which narrow windows do not show. */}
      <div className="pointer-events-none absolute inset-0 @min-[541px]:right-53">{bar}</div>
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
      {pinned && path.shown && <PathBar title={titleOf(pinned)} path={path.shown} onClose={path.unpin} />}
      {hasFilterBar && emphasis.matches && !pinned && (
        <FilterBar count={emphasis.matches.size} onClear={() => filter.set(NO_FILTER)} />
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
        <Legend nodes={nodes} coloring={coloring} branchId={branchId} matches={emphasis.matches} ref={legend.measure} />
      )}
      <Minimap painting={wholePainting} nodes={nodes} />
      <GraphMenus
        planId={plan.id}
        nodes={nodes}
        actions={actions}
        ref={menu.ref}
        canEdit={canEdit}
        topId={structure.rootId}
        ways={{
          open: onSelect,
          focus: onBranch,
          path: (id) => togglePath.current(id),
          addChild: onAddChild,
          rename: setRenamingId,
          move: (id) => onMove([id]),
          link: onLink,
          delete: keys.remove,
        }}
        onFocus={cards.focus}
        canvas={{
          direction: scene.layout.direction,
          onFocus: cards.hold,
          ways: {
            add: canEdit ? (at) => drafts.addAt(flow.screenToFlowPosition(at)) : undefined,
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

/** With these, clicks select several cards. */
const MULTI_SELECTION_KEYS = ['Shift', 'Control', 'Meta']

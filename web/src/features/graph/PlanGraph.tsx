import type { PlanEdge } from '@cairn/contract/api/edges'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useQuery } from '@tanstack/react-query'
import { ReactFlow, ReactFlowProvider, useReactFlow, useStore } from '@xyflow/react'
import { Plus } from 'lucide-react'
import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { edgesQuery } from '../../data/edges.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { shorten } from '../../lib/shorten.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { NO_FILTER } from '../../view-state/nodeFilter.ts'
import { type PlanFilter, useMatches } from '../../view-state/planFilter.ts'
import { type Selection, usePicked } from '../../view-state/selection.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import { NodeCard } from './cards/NodeCard.tsx'
import { useCardChanges } from './cards/useCardChanges.ts'
import { useCardDescriptions } from './cards/useCardDescriptions.ts'
import { useCardFocus } from './cards/useCardFocus.ts'
import { useCardKeys } from './cards/useCardKeys.ts'
import { countedEntries } from './coloring.ts'
import { dimmingOf, extentOf } from './dimming.ts'
import type { ExportFormat } from './export/exportGraph.ts'
import { exportPicture } from './exportPicture.ts'
import { FilterBar } from './FilterBar.tsx'
import { GraphContext, type GraphTools } from './GraphContext.ts'
import { GraphControls } from './GraphControls.tsx'
import { GraphMenus } from './GraphMenus.tsx'
import { DraftCard } from './gestures/DraftCard.tsx'
import { DropPreview } from './gestures/DropPreview.tsx'
import { HandPan } from './gestures/HandPan.tsx'
import { useDrafts } from './gestures/useDrafts.ts'
import { useDropOnCard } from './gestures/useDropOnCard.ts'
import { useLongPress } from './gestures/useLongPress.ts'
import { usePinch } from './gestures/usePinch.ts'
import { useWheelZoom } from './gestures/useWheelZoom.ts'
import { hitTest } from './hitTest.ts'
import { KindEdge } from './KindEdge.tsx'
import { Legend, useLegend } from './Legend.tsx'
import { routeEdges } from './layout/edgeRoutes.ts'
import type { Direction, Point, Size } from './layout/geometry.ts'
import { CanvasLayer } from './paint/CanvasLayer.tsx'
import { DotGrid } from './paint/DotGrid.tsx'
import { Minimap } from './paint/Minimap.tsx'
import { namedAt } from './paint/paint.ts'
import { TILE_BELOW, usePainting } from './paint/usePainting.ts'
import { PathBar } from './path/PathBar.tsx'
import { drawPath, type Path } from './path/path.ts'
import { usePath } from './path/usePath.ts'
import { useColoring } from './useColoring.ts'
import { useGlide } from './useGlide.ts'
import { useMenu } from './useMenu.ts'
import { useScene } from './useScene.ts'
import { useViewport, ZOOM } from './useViewport.ts'
import { useVisibleElements } from './useVisibleElements.ts'
import { FAR_ZOOM } from './zoomLevels.ts'
import '@xyflow/react/dist/base.css'

/** Defined outside the component, because new objects would make React Flow remount every card. */
const nodeTypes = { card: NodeCard }
const edgeTypes = { kind: KindEdge }

/** The methods that page commands call. */
export interface GraphHandle {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  tidyUp: () => void
  expandAll: () => void
  /** Highlights what a node waits for and what waits for it, or ends that. */
  togglePath: (id: string) => void
  exportAs: (format: ExportFormat) => void
  /** Centers a node and expands the branches above it. */
  show: (id: string) => void
  /** Like `show`, and focuses the card. */
  focus: (id: string) => void
}

interface Props {
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

/** The plan as a graph. Visible nodes are React Flow cards, everything else is painted on one canvas. */
export function PlanGraph(props: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [viewport, setViewport] = useState<Size | null>(null)
  // The opening layout depends on the size of the canvas, so measure it first.
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setViewport({ width: element.offsetWidth || 1, height: element.offsetHeight || 1 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-1">
      {viewport && (
        <ReactFlowProvider>
          <GraphFlow {...props} viewport={viewport} />
        </ReactFlowProvider>
      )}
    </div>
  )
}

function GraphFlow({
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
}: Props & { viewport: Size }) {
  const canEdit = can(plan.role, 'plan.edit')
  const { scene, structure, levels, glides, controls } = useScene(plan.id, nodes, { viewport, branchId })
  const edges = useQuery(edgesQuery(plan.id)).data
  const allEdges = edges ?? NO_EDGES
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const path = usePath({ nodes, structure, tree: scene.tree, edges: allEdges, selectedId, hoveredId })
  const parentOf = useCallback((id: string) => nodes.get(id)?.parent_id ?? null, [nodes])
  const drawnPath = useMemo(() => path.shown && drawPath(path.shown, scene, parentOf), [path.shown, scene, parentOf])
  const shownEdges = useMemo(() => {
    if (options.dependencies) return allEdges
    return drawnPath ? allEdges.filter((edge) => drawnPath.sideOfEdge(edge)) : NO_EDGES
  }, [options.dependencies, allEdges, drawnPath])
  const picked = usePicked(selection)
  const { matches } = useMatches(filter, { nodes, structure, branchId, edges })
  const filterDimming = useMemo(() => (matches ? dimmingOf(matches, scene.tree) : null), [matches, scene.tree])
  const dimming = drawnPath ?? filterDimming
  const drop = useDropOnCard({ scene, nodes, actions, bulk })
  const handleChanges = useCardChanges(controls, selection, drop.takeDrop)
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const legend = useLegend()
  const view = useViewport(scene, {
    viewport,
    legend: legend.size,
    matchesExtent: () => {
      const ids = path.pinnedId !== null && path.shown ? nodesOf(path.shown) : matches?.ids
      return ids && extentOf(scene, ids, parentOf)
    },
  })
  const drawn = useGlide(scene, glides)
  const lines = routeEdges(shownEdges, drawn.layout)
  const { flowNodes, flowEdges, cardIds, otherEdges, isMoving, level } = useVisibleElements({
    ...{ scene: drawn, picked, selectedId, renamingId, dimming, path: drawnPath },
    ...{ edges: shownEdges, lines, hoveredId },
    hasBegun: view.hasBegun,
  })
  const coloring = useColoring(plan.id, nodes, options.colorBy)
  const looks = useCardDescriptions({
    ...{ planId: plan.id, nodes, tree: scene.tree, structure, options, coloring },
    edges: shownEdges,
  })
  const wholePainting = usePainting({ scene, nodes, looks, coloring, dimming: filterDimming })
  // Moving DOM elements costs more than painting.
  const paintedEdges = isMoving ? shownEdges : otherEdges
  const paintedLines = useMemo(() => paintedEdges.flatMap(({ id }) => lines.get(id) ?? []), [paintedEdges, lines])
  const painting = usePainting({
    ...{ scene: drawn, nodes, looks, coloring, dimming, path: drawnPath, cardIds, picked, selectedId, hoveredId },
    edges: paintedLines,
    legend: legend.size,
  })
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
  const pinned = path.pinnedId === null ? undefined : nodes.get(path.pinnedId)
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
  const togglePath = useLatest((id: string) => {
    if (path.toggle(id)) return
    const node = nodes.get(id)
    if (node) toast(`“${shorten(titleOf(node), 60)}” has no dependencies`)
  })
  const exportAs = useLatest((format: ExportFormat) =>
    exportPicture(format, {
      title: branchId === null ? plan.title : `${plan.title}: ${titleOf(nodes.get(branchId) ?? plan)}`,
      legend: countedEntries(nodes, coloring, branchId, null),
      scene,
      painting: {
        ...wholePainting,
        dimming,
        path: drawnPath,
        edges: [...routeEdges(shownEdges, scene.layout).values()],
      },
    }),
  )
  useImperativeHandle(ref, () => {
    const { zoomIn, zoomOut, fit, fitAfter } = view
    const { tidyUp, expandAll } = controls
    const focus = (id: string) => {
      controls.reveal(id)
      cards.focus(id)
    }
    return {
      ...{ zoomIn, zoomOut, fit, show, focus },
      togglePath: (id) => togglePath.current(id),
      exportAs: (format) => void exportAs.current(format),
      tidyUp: () => fitAfter(tidyUp),
      expandAll: () => fitAfter(expandAll),
    }
  }, [view, show, controls, cards])
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

  const tools = useMemo(
    (): GraphTools => ({
      nodes,
      tree: scene.tree,
      looks,
      level,
      canEdit,
      isConnecting,
      direction: scene.layout.direction,
      setOpen,
      onAddChild: drafts.addChild,
      renamingId,
      onRename: (id, title, before) => actions.edit(id, { title }, { title: before }),
      onRenamed: (id, { byKey }) => {
        if (byKey) cards.want(id)
        setRenamingId(null)
      },
      onStatus: actions.setStatus,
      onStatusMenu: (id, at) => menu.ref.current?.open({ of: 'status', id, at }),
      focus: cards,
    }),
    [
      actions,
      menu.ref,
      renamingId,
      nodes,
      scene.tree,
      scene.layout.direction,
      looks,
      level,
      canEdit,
      isConnecting,
      setOpen,
      drafts.addChild,
      cards,
    ],
  )

  const paintedAt = (at: Point) =>
    hitTest(scene, flow.screenToFlowPosition(at), { zoom: view.view().zoom, tileBelow: TILE_BELOW })
  /** Handles clicks on painted nodes. Returns whether there was one. */
  const handlePainted = ({ currentTarget, clientX, clientY }: MouseEvent): boolean => {
    const frame = currentTarget.getBoundingClientRect()
    const namedId = namedAt(painting, { x: clientX - frame.left, y: clientY - frame.top })
    const namedBranch = namedId === undefined ? undefined : scene.extents.get(namedId)
    const pointed = namedBranch ? { branch: namedBranch } : paintedAt({ x: clientX, y: clientY })
    if (!pointed) return false
    if ('branch' in pointed) view.showRegion(pointed.branch)
    else onSelect(pointed.id)
    return true
  }
  /** Whether the first click of a double click was on the empty canvas. */
  const isOnEmpty = useRef(false)
  const handlePaneClick = (event: MouseEvent) => {
    selection.clear()
    const isPainted = handlePainted(event)
    if (event.detail < 2) isOnEmpty.current = !isPainted
  }
  const handleDoubleClick = ({ target, clientX, clientY }: MouseEvent) => {
    if (canEdit && isPane(target) && isOnEmpty.current)
      drafts.addAt(flow.screenToFlowPosition({ x: clientX, y: clientY }))
  }
  const handlePaneMenu = (event: MouseEvent | globalThis.MouseEvent) => {
    event.preventDefault()
    const at = { x: event.clientX, y: event.clientY }
    const pointed = paintedAt(at)
    if (!pointed || !('id' in pointed)) menu.openCanvas(at)
    else menu.ref.current?.open({ of: 'node', id: pointed.id, at })
  }
  const handleCreated = ({ id }: { id: string }, { byKey }: { byKey: boolean }) => {
    const { draft } = drafts
    drafts.end()
    if (!draft) return
    if (draft.isPlaced) controls.put(id, { x: draft.box.x, y: draft.box.y })
    controls.reveal(id)
    // Not `focus`, which moves the view to the place that the node had before.
    if (byKey) cards.want(id)
    // From far away there is no card to focus.
    if (byKey && view.view().zoom < FAR_ZOOM) cards.hold()
    if (!draft.drawn) return
    const { nodeId, end } = draft.drawn
    const at = flow.flowToScreenPosition({ x: draft.box.x, y: draft.box.y + draft.box.height })
    const [source_id, target_id] = end === 'source' ? [nodeId, id] : [id, nodeId]
    menu.ref.current?.open({ of: 'edge', source_id, target_id, at })
  }

  return (
    <section
      ref={area}
      data-moving={isMoving ? '' : undefined}
      data-dimming={filterDimming && !drawnPath ? '' : undefined}
      data-path={drawnPath ? '' : undefined}
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
          onDoubleClick={handleDoubleClick}
          nodes={flowNodes}
          edges={flowEdges}
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
          onNodesChange={handleChanges}
          onNodeClick={(event, { id }) => {
            if (event.shiftKey || event.metaKey || event.ctrlKey) return
            if (selection.takesTaps) return selection.toggle(id)
            // React Flow only deselects mounted cards.
            selection.only(id)
            onSelect(id)
          }}
          onNodeMouseEnter={(_event, { id }) => setHoveredId(id)}
          onNodeMouseLeave={() => setHoveredId(null)}
          onNodeDragStart={() => setHoveredId(null)}
          onNodeDoubleClick={(_event, { id }) => canEdit && setRenamingId(id)}
          onNodeContextMenu={menu.openNode}
          onEdgeClick={menu.openEdge}
          onNodeDrag={drop.handleDrag}
          onPaneClick={handlePaneClick}
          onPaneContextMenu={handlePaneMenu}
          onConnect={menu.drawEdge}
          onConnectStart={() => {
            setConnecting(true)
            setHoveredId(null)
          }}
          onConnectEnd={(event, end) => {
            setConnecting(false)
            menu.endEdge(event, end)
          }}
          proOptions={{ hideAttribution: true }}
        >
          {drafts.draft && (
            <DraftCard draft={drafts.draft} actions={actions} onCreated={handleCreated} onClose={drafts.end} />
          )}
          {drop.target && <DropPreview target={drop.target} scene={scene} nodes={nodes} />}
        </ReactFlow>
      </GraphContext>
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
      {hasFilterBar && matches && !pinned && (
        <FilterBar count={matches.ids.size} onClear={() => filter.set(NO_FILTER)} />
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
          matches={matches?.ids ?? null}
          ref={legend.measure}
        />
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

/** Fits the canvas to a branch when it becomes the focus, and to the whole plan afterwards. */
function useFitBranch(branchId: string | null, fitNext: () => void): void {
  const last = useRef(branchId)
  // Before the effect that moves the viewport to the new scene.
  useLayoutEffect(() => {
    if (branchId !== last.current) fitNext()
    last.current = branchId
  }, [branchId, fitNext])
}

/** Scrolls the selected node into view, and again when its panel narrows the canvas. */
function useShowSelected(selectedId: string | null, show: (id: string) => void): void {
  const width = useStore((state) => state.width)
  const last = useRef<{ id: string | null; width: number }>({ id: null, width })
  useEffect(() => {
    const isNew = selectedId !== last.current.id
    const isNarrower = width < last.current.width
    last.current = { id: selectedId, width }
    if (selectedId !== null && (isNew || isNarrower)) show(selectedId)
  }, [selectedId, width, show])
}

/** With these, clicks select several cards. */
const MULTI_SELECTION_KEYS = ['Shift', 'Control', 'Meta']

const isPane = (target: EventTarget): boolean => target instanceof Element && target.matches('.react-flow__pane')

const NO_EDGES: readonly PlanEdge[] = []

const nodesOf = ({ start, before, after }: Path) => [...start, ...before, ...after]

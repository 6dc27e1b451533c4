import type { PlanEdge } from '@cairn/contract/api/edges'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { nodeProgress } from '@cairn/contract/rules/progress'
import { useQuery } from '@tanstack/react-query'
import {
  Background,
  BackgroundVariant,
  type Connection,
  type NodeChange,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { Plus } from 'lucide-react'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { edgesQuery } from '../../data/edges.ts'
import type { NodeActions } from '../../data/nodeActions.ts'
import { titleOf } from '../../data/nodeLook.tsx'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import type { ViewOptions } from '../../data/viewOptions.ts'
import { Button } from '../../ui/Button.tsx'
import { BulkBar } from './BulkBar.tsx'
import { overlap } from './boxIndex.ts'
import { CanvasLayer } from './CanvasLayer.tsx'
import { EdgeMenu, type OpenEdgeMenu } from './EdgeMenu.tsx'
import { GraphContext, type GraphTools } from './GraphContext.ts'
import { GraphControls } from './GraphControls.tsx'
import type { Box, Point } from './geometry.ts'
import { KindEdge } from './KindEdge.tsx'
import { Minimap } from './Minimap.tsx'
import { type CardNode, NodeCard } from './NodeCard.tsx'
import { NodeMenu, type OpenNodeMenu } from './NodeMenu.tsx'
import type { Painting } from './paint.ts'
import { usePalette } from './palette.ts'
import { useScene } from './useScene.ts'
import { useShown } from './useShown.ts'
import { useViewport, ZOOM } from './useViewport.ts'
import { walkRegion } from './visible.ts'
import '@xyflow/react/dist/base.css'

/** Outside of the component: new objects would make React Flow mount every card again. */
const nodeTypes = { card: NodeCard }
const edgeTypes = { kind: KindEdge }

const TILE_BELOW = 40

/** What the page may ask of the canvas, for its shortcuts. */
export interface GraphHandle {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Brings a node into the middle, opening the branches above it. */
  show: (id: string) => void
}

interface Props {
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  selectedId: string | null
  options: ViewOptions
  onSelect: (id: string) => void
  onAdd: () => void
  onAddChild: (id: string) => void
  onMove: (ids: readonly string[]) => void
  ref?: Ref<GraphHandle>
}

/** The plan as a graph: cards near the eye, one drawing for everything else, and at ten thousand nodes as quick as at ten. */
export function PlanGraph(props: Props) {
  return (
    <ReactFlowProvider>
      <GraphFlow {...props} />
    </ReactFlowProvider>
  )
}

function GraphFlow({ plan, nodes, actions, selectedId, options, onSelect, onAdd, onAddChild, onMove, ref }: Props) {
  const canEdit = can(plan.role, 'plan.edit')
  const { scene, structure, kind, controls } = useScene(plan.id, nodes)
  const edges = useQuery(edgesQuery(plan.id)).data
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [edgeMenu, setEdgeMenu] = useState<OpenEdgeMenu | null>(null)
  const [nodeMenu, setNodeMenu] = useState<OpenNodeMenu | null>(null)
  const [renamingId, setRenamingId] = useState<string | null>(null)
  const palette = usePalette()
  const flow = useReactFlow()
  const shownEdges = options.dependencies ? (edges ?? NO_EDGES) : NO_EDGES
  const { flowNodes, flowEdges, otherEdges, isFar } = useShown({ scene, edges: shownEdges, picked, selectedId })
  const view = useViewport(scene)
  const show = useCallback(
    (id: string) => {
      controls.reveal(id)
      view.show(id)
    },
    [controls, view],
  )
  useImperativeHandle(ref, () => ({ zoomIn: view.zoomIn, zoomOut: view.zoomOut, fit: view.fit, show }), [view, show])
  useEffect(() => {
    if (selectedId !== null) show(selectedId)
  }, [selectedId, show])

  const painting = useMemo(
    (): Painting => ({
      scene,
      palette,
      edges: otherEdges,
      withNodes: isFar,
      tileBelow: TILE_BELOW,
      nodeOf: (id) => {
        const node = nodes.get(id)
        if (!node) return undefined
        const { child_count, completed_child_count } = node.metadata
        return {
          title: titleOf(node),
          status: node.status,
          progress: nodeProgress(node.status, child_count, completed_child_count),
          selected: id === selectedId || picked.has(id),
        }
      },
    }),
    [scene, palette, otherEdges, isFar, nodes, selectedId, picked],
  )

  const tools = useMemo(
    (): GraphTools => ({
      nodes,
      tree: scene.tree,
      options,
      canEdit,
      setOpen: (id, open) => {
        view.hold(id)
        controls.setOpen(id, open)
      },
      countBelow: (id) => countBelow(structure.children, id),
      renamingId,
      onRename: (id, title) => actions.edit(id, { title }),
      onRenamed: () => setRenamingId(null),
    }),
    [actions, renamingId, nodes, scene.tree, options, canEdit, controls, view, structure],
  )

  const handleChanges = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      const moved = new Map<string, Point>()
      let isOver = false
      for (const change of changes) {
        if (change.type === 'position' && change.position) moved.set(change.id, change.position)
        if (change.type === 'position' && change.dragging === false) isOver = true
      }
      if (moved.size > 0 || isOver) controls.moveTo(moved, { keep: isOver })
      const selections = changes.filter((change) => change.type === 'select')
      if (selections.length > 0)
        setPicked((before) => {
          const next = new Set(before)
          for (const { id, selected } of selections) {
            if (selected) next.add(id)
            else next.delete(id)
          }
          return next
        })
    },
    [controls],
  )

  const last = useRef<Point>({ x: 0, y: 0 })
  const handleConnect = ({ source, target }: Connection) => {
    if (source !== target) setEdgeMenu({ source_id: source, target_id: target, at: last.current })
  }
  const pointAt = (event: { clientX: number; clientY: number }) => {
    last.current = { x: event.clientX, y: event.clientY }
  }

  /** Far away there are no cards to be clicked: the place says which node was meant, or which branch to look at. */
  const goTo = (event: { clientX: number; clientY: number }) => {
    const place = { ...flow.screenToFlowPosition({ x: event.clientX, y: event.clientY }), width: 1, height: 1 }
    const { zoom } = view.view()
    let branch: Box | undefined
    const hit: string[] = []
    walkRegion(scene, place, (id, box, extent) => {
      if (overlap(box, place)) hit.push(id)
      if (Math.max(extent.width, extent.height) * zoom < TILE_BELOW) branch ??= extent
      return true
    })
    const id = hit.at(-1)
    if (branch) view.showRegion(branch)
    else if (id !== undefined) onSelect(id)
  }

  return (
    <section
      aria-label="Plan graph"
      className="relative min-h-0 min-w-0 flex-1 overflow-hidden bg-canvas"
      onPointerMove={pointAt}
      onPointerUp={pointAt}
    >
      <CanvasLayer painting={painting} nodes={nodes} />
      <GraphContext value={tools}>
        <ReactFlow
          nodes={flowNodes}
          edges={flowEdges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          nodesDraggable={canEdit}
          nodesConnectable={canEdit}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable
          deleteKeyCode={null}
          zoomOnDoubleClick={false}
          onNodesChange={handleChanges}
          onNodeClick={(event, node) => {
            if (!event.shiftKey && !event.metaKey && !event.ctrlKey) onSelect(node.id)
          }}
          onNodeDoubleClick={(_event, node) => canEdit && setRenamingId(node.id)}
          onNodeContextMenu={(event, node) => {
            event.preventDefault()
            if (canEdit) setNodeMenu({ id: node.id, at: { x: event.clientX, y: event.clientY } })
          }}
          onEdgeClick={(event, edge) => {
            const row = edges?.find(({ id }) => id === edge.id)
            if (row && canEdit) setEdgeMenu({ ...row, at: { x: event.clientX, y: event.clientY } })
          }}
          onPaneClick={(event) => isFar && goTo(event)}
          onConnect={handleConnect}
          proOptions={{ hideAttribution: true }}
        >
          <Background variant={BackgroundVariant.Dots} gap={20} size={1.2} color="var(--line-strong)" />
        </ReactFlow>
      </GraphContext>
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
      <GraphControls
        kind={kind}
        onKind={(next) => {
          view.fitNext()
          controls.setKind(next)
        }}
        onZoomIn={view.zoomIn}
        onZoomOut={view.zoomOut}
        onFit={view.fit}
        onTidyUp={() => {
          view.fitNext()
          controls.tidyUp()
        }}
        onExpandAll={() => {
          view.fitNext()
          controls.expandAll()
        }}
      />
      <Minimap painting={painting} nodes={nodes} />
      {canEdit && picked.size > 1 && (
        <BulkBar ids={[...picked]} actions={actions} onMove={onMove} onClear={() => setPicked(new Set())} />
      )}
      {nodeMenu && (
        <NodeMenu
          nodes={nodes}
          actions={actions}
          menu={nodeMenu}
          onSelect={onSelect}
          onAddChild={onAddChild}
          onRename={setRenamingId}
          onMove={onMove}
          onClose={() => setNodeMenu(null)}
        />
      )}
      {edgeMenu && <EdgeMenu planId={plan.id} nodes={nodes} menu={edgeMenu} onClose={() => setEdgeMenu(null)} />}
    </section>
  )
}

const NO_EDGES: readonly PlanEdge[] = []

function countBelow(children: Structure['children'], id: string): number {
  let count = 0
  for (const childId of children.get(id) ?? []) count += 1 + countBelow(children, childId)
  return count
}

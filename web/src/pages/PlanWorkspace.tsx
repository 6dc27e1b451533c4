import type { Plan, PlanTemplate } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type LayoutMode, useLayoutMode } from '../data/layoutMode.ts'
import { useLive } from '../data/live.ts'
import { useNodeActions } from '../data/nodeActions.ts'
import { titleOf } from '../data/nodeLook.tsx'
import type { PlanNodes } from '../data/nodeStore.ts'
import { useNode, useNodeCounts } from '../data/nodes.ts'
import { ALL_SHOWN } from '../data/viewOptions.ts'
import type { GraphHandle } from '../features/graph/PlanGraph.tsx'
import { InsightsPanel } from '../features/insights/InsightsPanel.tsx'
import { NodePanel } from '../features/node-panel/NodePanel.tsx'
import { PlanHeader } from '../features/plan-header/PlanHeader.tsx'
import { ViewTools } from '../features/plan-header/ViewTools.tsx'
import { ShareDialog } from '../features/share/ShareDialog.tsx'
import { ShortcutsDialog } from '../features/shortcuts/ShortcutsDialog.tsx'
import { Tour } from '../features/tour/Tour.tsx'
import { hasSeenTour } from '../features/tour/tourState.ts'
import { CreateNodeDialog } from '../features/tree/CreateNodeDialog.tsx'
import { MoveDialog } from '../features/tree/MoveDialog.tsx'
import { PlanTree } from '../features/tree/PlanTree.tsx'
import { PlanWelcome } from '../features/tree/PlanWelcome.tsx'
import { useMediaQuery } from '../lib/mediaQuery.ts'
import { useSession } from '../lib/session.ts'
import { useEscape, useShortcut } from '../lib/shortcuts.ts'
import { cx } from '../ui/cx.ts'
import { LoadingView } from '../ui/Spinner.tsx'
import { useSelectedNode } from './selectedNode.ts'

/** The canvas is the largest part of the workspace, and not every layout shows it. */
const PlanGraph = lazy(async () => ({ default: (await import('../features/graph/PlanGraph.tsx')).PlanGraph }))

/** How long a connection may be missing before anybody is told. */
const OFFLINE_MS = 4_000

/** What stands above the workspace. */
type Open =
  | { kind: 'create'; under: string | null }
  | { kind: 'move'; ids: readonly string[] }
  | { kind: 'share' | 'help' | 'tour' }

/** A plan that has loaded: its graph and tree, and one column at the right for the open node, else for the insights. */
export function PlanWorkspace({ plan, nodes }: { plan: Plan; nodes: PlanNodes }) {
  const myId = useSession()?.user.id
  const actions = useNodeActions(plan.id, nodes)
  const { selectedId, open: openNode, close } = useSelectedNode()
  const live = useLive(plan.id, nodes, selectedId)
  const isEmpty = useNodeCounts(nodes).total === 0
  const isWide = useMediaQuery('(min-width: 64rem)')
  const isOffline = useLasting(live.state === 'offline' || live.state === 'ended', OFFLINE_MS)
  const canEdit = can(plan.role, 'plan.edit')
  const [freshId, setFreshId] = useState<string | null>(null)
  const [above, setAbove] = useState<Open | null>(() =>
    isEmpty && canEdit && !hasSeenTour() ? { kind: 'tour' } : null,
  )
  const [chosenLayout, setLayout] = useLayoutMode(plan.id, isWide ? 'split' : 'tree')
  const layout: LayoutMode = isWide || chosenLayout !== 'split' ? chosenLayout : 'tree'
  const [options, setOptions] = useState(ALL_SHOWN)
  const [isSidebarOpen, setSidebarOpen] = useState(true)
  const graph = useRef<GraphHandle>(null)
  const hasGraph = layout !== 'tree' && !isEmpty

  const closeAbove = useCallback(() => setAbove(null), [])
  const openCreate = useCallback(() => setAbove({ kind: 'create', under: null }), [])
  const addChild = useCallback((under: string) => setAbove({ kind: 'create', under }), [])
  const moveNodes = useCallback((ids: readonly string[]) => setAbove({ kind: 'move', ids }), [])
  const select = useCallback(
    (id: string) => {
      setSidebarOpen(true)
      openNode(id)
    },
    [openNode],
  )
  const fillFromTemplate = async (template: PlanTemplate) => {
    await actions.applyTemplate(template)
    setFreshId(nodes.structure.rootId)
  }
  useShortcut('n', canEdit ? openCreate : undefined)
  useShortcut('s', () => setSidebarOpen(!isSidebarOpen))
  useShortcut('t', () => setLayout('tree'))
  useShortcut('g', () => setLayout('graph'))
  useShortcut('d', isWide ? () => setLayout('split') : undefined)
  useShortcut('?', () => setAbove({ kind: 'help' }))
  useShortcut('+', hasGraph ? () => graph.current?.zoomIn() : undefined)
  useShortcut('=', hasGraph ? () => graph.current?.zoomIn() : undefined)
  useShortcut('-', hasGraph ? () => graph.current?.zoomOut() : undefined)
  useShortcut('0', hasGraph ? () => graph.current?.fit() : undefined)
  useEscape(selectedId === null ? undefined : close)
  useCloseWhenGone(nodes, selectedId, close)

  const people = useMemo(
    () =>
      live.people
        .filter(({ id }) => id !== myId)
        .map(({ node_id, ...person }) => {
          const node = node_id === null ? undefined : nodes.get(node_id)
          return { ...person, at: node ? titleOf(node) : null }
        }),
    [live.people, myId, nodes],
  )

  const hasPanel = selectedId !== null && (isSidebarOpen || !isWide)
  const hasInsights = selectedId === null && isSidebarOpen && isWide && !isEmpty
  // In tree mode the open node takes the room that the graph leaves.
  const panelFills = layout === 'tree' || isEmpty
  const treeFills = layout === 'tree' && !(hasPanel && isWide) && !isEmpty

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PlanHeader
        plan={plan}
        people={people}
        isOffline={isOffline}
        onShare={() => setAbove({ kind: 'share' })}
        tools={
          <ViewTools
            layout={layout}
            onLayout={setLayout}
            hasSplit={isWide}
            options={options}
            onOptions={setOptions}
            isSidebarOpen={isSidebarOpen}
            onSidebar={() => setSidebarOpen(!isSidebarOpen)}
            onHelp={() => setAbove({ kind: 'help' })}
          />
        }
      />
      <div data-tour="canvas" className="flex min-h-0 flex-1">
        {(layout !== 'graph' || isEmpty) && (
          <div
            inert={hasPanel && !isWide}
            className={cx(
              'flex min-h-0 min-w-0 flex-col',
              treeFills && 'flex-1',
              !treeFills && 'lg:shrink-0 lg:border-line lg:border-r',
              !treeFills &&
                (layout === 'split' && !isEmpty
                  ? 'lg:w-[clamp(19rem,26vw,28rem)]'
                  : 'lg:w-[clamp(22.5rem,36vw,36rem)]'),
              isEmpty ? 'max-lg:hidden' : 'max-lg:flex-1',
            )}
          >
            <PlanTree
              plan={plan}
              nodes={nodes}
              actions={actions}
              selectedId={selectedId}
              freshId={freshId}
              onSelect={select}
              onAdd={hasGraph ? undefined : openCreate}
            />
          </div>
        )}
        {hasGraph && (
          <Suspense fallback={<LoadingView text="Loading your plan..." />}>
            <PlanGraph
              ref={graph}
              plan={plan}
              nodes={nodes}
              actions={actions}
              selectedId={selectedId}
              options={options}
              onSelect={select}
              onAdd={openCreate}
              onAddChild={addChild}
              onMove={moveNodes}
            />
          </Suspense>
        )}
        {hasPanel && (
          <NodePanel
            key={selectedId}
            plan={plan}
            nodes={nodes}
            actions={actions}
            nodeId={selectedId}
            isOverlay={!isWide}
            fills={panelFills}
            onSelect={select}
            onClose={close}
          />
        )}
        {hasInsights && <InsightsPanel plan={plan} nodes={nodes} onSelect={select} />}
        {selectedId === null && isEmpty && (
          <PlanWelcome isAlone={!isWide} {...(canEdit ? { onCreate: openCreate, onTemplate: fillFromTemplate } : {})} />
        )}
      </div>
      {above?.kind === 'create' && (
        <CreateNodeDialog
          nodes={nodes}
          actions={actions}
          under={above.under}
          onClose={closeAbove}
          onCreated={(node) => {
            closeAbove()
            setFreshId(node.id)
            graph.current?.show(node.id)
          }}
        />
      )}
      {above?.kind === 'move' && <MoveDialog nodes={nodes} actions={actions} ids={above.ids} onClose={closeAbove} />}
      {above?.kind === 'share' && <ShareDialog plan={plan} onClose={closeAbove} />}
      {above?.kind === 'help' && <ShortcutsDialog onClose={closeAbove} onTour={() => setAbove({ kind: 'tour' })} />}
      {above?.kind === 'tour' && <Tour onClose={closeAbove} />}
    </div>
  )
}

/** Whether something has held for a while; short interruptions are nobody's business. */
function useLasting(holds: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return setLasting(false)
    const timer = setTimeout(() => setLasting(true), ms)
    return () => clearTimeout(timer)
  }, [holds, ms])
  return lasting
}

/** A node that is deleted while it is open closes; one that never was there says so. */
function useCloseWhenGone(nodes: PlanNodes, id: string | null, close: () => void): void {
  const isThere = useNode(nodes, id) !== undefined
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (isThere) setSeen(id)
    else if (id !== null && seen === id) close()
  }, [isThere, id, seen, close])
}

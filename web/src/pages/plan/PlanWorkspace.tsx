import type { Plan, PlanTemplate } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useBulkActions } from '../../actions/bulkActions.ts'
import { usePlanActions } from '../../actions/planActions.ts'
import { forSelection } from '../../actions/selectedActions.ts'
import { useUndo } from '../../actions/useUndo.ts'
import { useWatchAction } from '../../actions/watchAction.ts'
import { ClaimsContext } from '../../data/claims.ts'
import { useLive } from '../../data/live.ts'
import { LiveContext } from '../../data/liveStatus.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useIsEmpty } from '../../data/nodes.ts'
import { RemoteChanges, RemoteChangesContext } from '../../data/remoteChanges.ts'
import { useWatches } from '../../data/watches.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { BranchBar } from '../../features/branch/BranchBar.tsx'
import { BulkBar } from '../../features/bulk/BulkBar.tsx'
import { InsightsPanel } from '../../features/insights/InsightsPanel.tsx'
import { PanelFrame } from '../../features/node-panel/PanelFrame.tsx'
import { PlanHeader } from '../../features/plan-header/PlanHeader.tsx'
import { PlanMenu } from '../../features/plan-header/PlanMenu.tsx'
import { ViewTools } from '../../features/plan-header/ViewTools.tsx'
import { hasSeenTour } from '../../features/tour/tourState.ts'
import { PlanTree } from '../../features/tree/PlanTree.tsx'
import { TreeFilterChoices } from '../../features/tree/TreeFilterMenu.tsx'
import { UndoButtons } from '../../features/undo/UndoButtons.tsx'
import { lazyPart, preloadWhenIdle } from '../../lib/lazyPart.ts'
import { usePageTitle } from '../../lib/pageTitle.ts'
import { useSession } from '../../lib/session.ts'
import { useEscape } from '../../lib/shortcuts.ts'
import { useBlockFileDrops } from '../../lib/useBlockFileDrops.ts'
import { LoadingPart } from '../../ui/LoadingPart.tsx'
import { MenuPanel } from '../../ui/Menu.tsx'
import { PopoverPanel } from '../../ui/Popover.tsx'
import { LoadingView } from '../../ui/Spinner.tsx'
import { toasts } from '../../ui/Toast.tsx'
import { TooltipPanel } from '../../ui/Tooltip.tsx'
import { FilterInAddress } from '../../view-state/filterInAddress.ts'
import { useClaimsFilter, usePlanFilter, useUnreadFilter, useWatchedFilter } from '../../view-state/planFilter.ts'
import { useSelection } from '../../view-state/selection.ts'
import { useOutlineClipboard } from '../outlineClipboard.ts'
import { FollowFrame } from './FollowFrame.tsx'
import { useFocusedBranch } from './focusedBranch.ts'
import { useFollow } from './followPerson.ts'
import { useMiddleClick } from './middleClick.ts'
import type { DialogState } from './OpenDialog.tsx'
import { useOpenedNode } from './openedNode.ts'
import { PlanPresence } from './PlanPresence.tsx'
import { usePanelFocus } from './panelFocus.ts'
import { usePlanCommands } from './planCommands.tsx'
import { dismissDeletedToasts, showNodeDeletedToast, useRoleChangeToast } from './remoteChangeToasts.ts'
import { useSelectedNode } from './selectedNode.ts'
import { TreePane } from './TreePane.tsx'
import { OpenDialog, openDialogs, WorkspaceDialogs } from './WorkspaceDialogs.tsx'
import { useWorkspaceActions } from './workspaceActions.ts'
import { useWorkspaceFocus } from './workspaceFocus.ts'
import { useWorkspaceView } from './workspaceView.ts'

// The largest parts of the workspace. Not every visit shows them.
const PlanGraph = lazyPart(() => import('../../features/graph/PlanGraph.tsx'), 'PlanGraph')
const NodePanel = lazyPart(() => import('../../features/node-panel/NodePanel.tsx'), 'NodePanel')
const UndoBlockedDialog = lazyPart(() => import('../../features/undo/UndoBlockedDialog.tsx'), 'UndoBlockedDialog')
const PlanWelcome = lazyPart(() => import('../../features/tree/PlanWelcome.tsx'), 'PlanWelcome')

/** What people open in a plan, most frequent first. Loaded once the plan is shown, so that nothing waits for code. */
const OPENED_LATER = [
  toasts,
  MenuPanel,
  NodePanel,
  PopoverPanel,
  TreeFilterChoices,
  OpenDialog,
  TooltipPanel,
  openDialogs,
]

/** The workspace of a loaded plan: graph, tree, and a right column with the open node or the insights. */
export function PlanWorkspace({ plan, nodes }: { plan: Plan; nodes: PlanNodes }) {
  const canEdit = can(plan.role, 'plan.edit')
  const [dialog, setDialog] = useState<DialogState | null>(() =>
    nodes.all.size === 0 && canEdit && !hasSeenTour() ? { kind: 'tour' } : null,
  )
  const selection = useSelection(nodes)
  const { actions, claims, claimActions } = useWorkspaceActions(plan, nodes, { selection, onOpen: setDialog })
  const bulk = useBulkActions(plan.id, nodes, actions)
  const viewActions = useMemo(() => forSelection(actions, bulk, selection), [actions, bulk, selection])
  const filter = usePlanFilter()
  const watches = useWatches(plan.id)
  useWatchedFilter(filter, watches)
  useClaimsFilter(filter, claims)
  useUnreadFilter(filter, plan.id)
  const { selectedId, open: openNode, close } = useSelectedNode(nodes)
  const focus = useFocusedBranch({ nodes, selection, selectedId })
  const { branchId } = focus
  const isEmpty = useIsEmpty(nodes)
  const view = useWorkspaceView(plan.id, { isEmpty, isNodeOpen: selectedId !== null })
  const { isWide, layout, hasGraph, options, setOptions, showPanel } = view
  const [changes] = useState(() => new RemoteChanges())
  const undo = useUndo({
    planId: plan.id,
    nodes,
    onShow: (ids) => showNodes(ids),
    onUndone: (ids, change) => changes.addUndone(ids, change),
  })
  const myId = useSession()?.user.id ?? null
  useEffect(() => () => changes.stop(), [changes])
  const live = useLive(plan.id, nodes, {
    nodeId: selectedId,
    onEvents: (events) => {
      undo.describe(events)
      dismissDeletedToasts(events)
      changes.add(events, myId)
    },
    onNodeDeleted: (event) =>
      showNodeDeletedToast(event, {
        myId,
        watches,
        restore: canEdit ? actions.restore : undefined,
        openId: selectedId,
      }),
  })
  useRoleChangeToast(plan.role)
  const { row, focusRow, focusNode, graph, connectGraph } = useWorkspaceFocus(view)

  /** Goes to the first of the nodes that is there. */
  const showNodes = (ids: readonly string[]) => {
    const present = ids.find((id) => nodes.get(id))
    if (present !== undefined) focusNode(present)
  }

  const openCreate = useCallback(() => setDialog({ kind: 'create', under: branchId }), [branchId])
  const addChild = useCallback((under: string) => setDialog({ kind: 'create', under }), [])
  const moveNodes = useCallback((ids: readonly string[]) => setDialog({ kind: 'move', ids }), [])
  const setDetails = useCallback((details: boolean) => setOptions({ details }), [setOptions])
  const linkNode = useCallback((id: string) => setDialog({ kind: 'link', id }), [])
  const paste = useCallback((text: string, under: string | null) => setDialog({ kind: 'paste', text, under }), [])
  const select = useCallback(
    (id: string) => {
      showPanel()
      openNode(id)
    },
    [openNode, showPanel],
  )
  const goTo = (id: string) => {
    select(id)
    focusNode(id)
  }
  const follow = useFollow(live, goTo)
  const fillFromTemplate = async (template: PlanTemplate) => {
    await actions.applyTemplate(template)
    const { rootId } = nodes.structure
    if (rootId !== null) focusRow(rootId)
  }
  const setWatch = useWatchAction(plan.id)
  const navigate = useNavigate()
  const planActions = usePlanActions(plan, {
    onOpen: (id) => void navigate(`/plans/${id}`),
    away: () => navigate('/plans'),
  })
  const openRuns = () => void navigate(`/plans/${plan.id}/runs`)
  usePlanCommands({
    ...{ plan, planActions, nodes, actions, undo, selectedId, selection, view, graph, focus, watches, claims },
    ...{ onOpen: setDialog, onGoTo: goTo, onWatch: setWatch, onRuns: openRuns },
  })
  useEscape(selectedId === null ? undefined : close)
  useBlockFileDrops()
  useMiddleClick(plan.id)
  useEffect(() => preloadWhenIdle(hasGraph ? [PlanGraph, ...OPENED_LATER] : OPENED_LATER), [hasGraph])
  useOutlineClipboard({
    ...{ nodes, selection, selectedId: selectedId ?? branchId },
    onPaste: canEdit ? paste : undefined,
  })

  // The selection ring renders immediately, the expensive panel when it is ready.
  const panelId = useDeferredValue(selectedId)
  usePanelFocus(panelId)
  useOpenedNode(nodes, changes, selection, panelId)
  const opened = panelId === null ? undefined : nodes.get(panelId)
  usePageTitle(opened ? `${titleOf(opened)} · ${plan.title}` : plan.title)
  const hasPanel = panelId !== null && (view.hasPanel || !isWide)
  /** In full screen the canvas takes the space of the header and the insights, and its toolbar has the way back. */
  const isCanvasFull = view.isFull && hasGraph
  const hasInsights = panelId === null && view.hasInsights && isWide && !isEmpty && !isCanvasFull
  // In tree mode the panel takes the space of the graph.
  const panelFills = layout === 'tree' || isEmpty
  // With tree, graph and panel side by side, the graph would be too narrow to use.
  const coversGraph = layout === 'split' && hasGraph && hasPanel && isWide && !view.hasRoomForThree
  const frame = { isOverlay: !isWide, fills: panelFills || coversGraph }
  const bulkBar = canEdit && (
    <BulkBar planId={plan.id} nodes={nodes} selection={selection} bulk={bulk} onMove={moveNodes} />
  )
  const treeFills = layout === 'tree' && !(hasPanel && isWide) && !isEmpty

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* On a small screen the panel gets the focus instead. */}
      <p role="status" className="sr-only">
        {hasPanel && isWide && opened && `“${titleOf(opened)}” opened`}
      </p>
      <div className={isCanvasFull ? 'hidden' : 'contents'}>
        <PlanHeader
          plan={plan}
          here={<PlanPresence live={live} nodes={nodes} follow={follow} />}
          undo={canEdit && <UndoButtons undo={undo.undo} redo={undo.redo} />}
          onShare={() => setDialog({ kind: 'share' })}
          tools={
            <ViewTools
              layout={layout}
              onLayout={view.setLayout}
              hasSplit={isWide}
              options={options}
              onOptions={setOptions}
              isFull={view.isFull}
              onFull={view.toggleFull}
              isSidebarOpen={view.isSidebarOpen}
              onSidebar={isEmpty && selectedId === null ? undefined : view.toggleSidebar}
              onHelp={() => setDialog({ kind: 'help' })}
            />
          }
          menu={
            <PlanMenu
              undo={canEdit && !isWide ? undo : undefined}
              isFull={view.isFull}
              onFull={view.toggleFull}
              onInsights={isWide ? undefined : () => setDialog({ kind: 'insights' })}
              onActivity={() => setDialog({ kind: 'activity' })}
              onRuns={openRuns}
              onTrash={() => setDialog({ kind: 'trash' })}
              onCalendar={() => setDialog({ kind: 'calendar' })}
              onWebhooks={can(plan.role, 'webhook.manage') ? () => setDialog({ kind: 'webhooks' }) : undefined}
              onSave={() => setDialog({ kind: 'export' })}
              onOutline={canEdit ? () => setDialog({ kind: 'outline' }) : undefined}
              onReport={actions.ai && (() => setDialog({ kind: 'report' }))}
              onExport={hasGraph ? (format) => graph.current?.exportAs(format) : undefined}
              onHelp={() => setDialog({ kind: 'help' })}
              onDuplicate={planActions.duplicate}
              onDelete={can(plan.role, 'plan.own') ? planActions.moveToTrash : undefined}
            />
          }
        />
      </div>
      <FilterInAddress filter={filter} />
      <BranchBar plan={plan} nodes={nodes} branchId={branchId} onShow={focus.show} />
      <LiveContext value={live}>
        <RemoteChangesContext value={changes}>
          <ClaimsContext value={claims}>
            <div data-tour="canvas" className="relative flex min-h-0 flex-1">
              <FollowFrame follow={follow} />
              {(layout !== 'graph' || isEmpty) && (
                <TreePane fills={treeFills} isBesideGraph={hasGraph} isEmpty={isEmpty} isCovered={hasPanel && !isWide}>
                  <PlanTree
                    plan={plan}
                    nodes={nodes}
                    actions={viewActions}
                    bulk={bulk}
                    selection={selection}
                    branchId={branchId}
                    onBranch={focus.enter}
                    filter={filter}
                    selectedId={selectedId}
                    focus={row}
                    hasDetails={options.details}
                    onDetails={setDetails}
                    onSelect={select}
                    onLink={linkNode}
                    onPaste={paste}
                    onAdd={hasGraph ? undefined : openCreate}
                  />
                  {(!hasGraph || coversGraph) && bulkBar}
                </TreePane>
              )}
              <div className={hasGraph || (hasPanel && isWide) ? 'relative flex min-w-0 flex-1' : 'contents'}>
                {hasGraph && (
                  <div inert={coversGraph} className="contents">
                    <Suspense fallback={<LoadingView text="Loading your plan..." />}>
                      <PlanGraph
                        ref={connectGraph}
                        plan={plan}
                        nodes={nodes}
                        actions={viewActions}
                        bulk={bulk}
                        selection={selection}
                        bar={coversGraph ? null : bulkBar}
                        branchId={branchId}
                        onBranch={focus.enter}
                        filter={filter}
                        hasFilterBar={layout === 'graph'}
                        selectedId={selectedId}
                        options={options}
                        onSelect={select}
                        onAdd={openCreate}
                        onAddChild={addChild}
                        onMove={moveNodes}
                        onLink={linkNode}
                        onExitFull={isCanvasFull ? view.toggleFull : undefined}
                      />
                    </Suspense>
                  </div>
                )}
                {hasPanel && (
                  <div className={coversGraph ? 'absolute inset-0 z-30 flex' : 'contents'}>
                    <Suspense
                      fallback={
                        <PanelFrame {...frame} aria-label="Node">
                          <LoadingPart onClose={close} />
                        </PanelFrame>
                      }
                    >
                      <NodePanel
                        key={panelId}
                        plan={plan}
                        nodes={nodes}
                        actions={actions}
                        nodeId={panelId}
                        {...frame}
                        onSelect={select}
                        onLink={linkNode}
                        onClose={close}
                      />
                    </Suspense>
                  </div>
                )}
              </div>
              {hasInsights && (
                <InsightsPanel
                  plan={plan}
                  nodes={nodes}
                  branchId={branchId}
                  onSelect={select}
                  onActivity={() => setDialog({ kind: 'activity' })}
                />
              )}
              {panelId === null && isEmpty && (
                <Suspense fallback={<LoadingView text="Loading your plan..." />}>
                  <PlanWelcome
                    isAlone={!isWide}
                    {...(canEdit ? { onCreate: openCreate, onTemplate: fillFromTemplate } : {})}
                  />
                </Suspense>
              )}
            </div>
          </ClaimsContext>
        </RemoteChangesContext>
      </LiveContext>
      {undo.blocked && (
        <Suspense>
          <UndoBlockedDialog state={undo.blocked} onClose={undo.closeBlocked} />
        </Suspense>
      )}
      <ClaimsContext value={claims}>
        <WorkspaceDialogs
          dialog={dialog}
          plan={plan}
          nodes={nodes}
          actions={actions}
          claims={claimActions}
          bulk={bulk}
          selection={selection}
          hasSplit={isWide}
          branchId={branchId}
          onOpen={setDialog}
          onCreated={({ id }, goesOn) => {
            focus.include(id)
            if (!goesOn) focusNode(id)
          }}
          onShow={(id) => {
            setDialog(null)
            goTo(id)
          }}
        />
      </ClaimsContext>
    </div>
  )
}

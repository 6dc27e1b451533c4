import type { PlanNode } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { type RefObject, useEffect } from 'react'
import type { BulkActions } from '../../actions/bulkActions.ts'
import type { ClaimActions } from '../../actions/claimActions.ts'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { CreateNodeDialog } from '../../features/node-dialogs/CreateNodeDialog.tsx'
import { MoveDialog } from '../../features/node-dialogs/MoveDialog.tsx'
import { lazyPart, type Preloadable } from '../../lib/lazyPart.ts'
import type { Selection } from '../../view-state/selection.ts'

const AssignDialog = lazyPart(() => import('../../features/node-dialogs/AssignDialog.tsx'), 'AssignDialog')
const DueDateDialog = lazyPart(() => import('../../features/node-dialogs/DueDateDialog.tsx'), 'DueDateDialog')
const BreakDownDialog = lazyPart(() => import('../../features/ai-draft/BreakDownDialog.tsx'), 'BreakDownDialog')
const CalendarDialog = lazyPart(() => import('../../features/calendar/CalendarDialog.tsx'), 'CalendarDialog')
const ExportDialog = lazyPart(() => import('../../features/transfer/ExportDialog.tsx'), 'ExportDialog')
const HandOverDialog = lazyPart(() => import('../../features/node-dialogs/HandOverDialog.tsx'), 'HandOverDialog')
const InsightsDialog = lazyPart(() => import('../../features/insights/InsightsDialog.tsx'), 'InsightsDialog')
const LinkDialog = lazyPart(() => import('../../features/node-dialogs/LinkDialog.tsx'), 'LinkDialog')
const RenameNodeDialog = lazyPart(() => import('../../features/node-dialogs/RenameNodeDialog.tsx'), 'RenameNodeDialog')
const PlanActivityDialog = lazyPart(
  () => import('../../features/plan-activity/PlanActivityDialog.tsx'),
  'PlanActivityDialog',
)
const OutlineDialog = lazyPart(() => import('../../features/transfer/OutlineDialog.tsx'), 'OutlineDialog')
const PasteDialog = lazyPart(() => import('../../features/tree/PasteDialog.tsx'), 'PasteDialog')
const ShareDialog = lazyPart(() => import('../../features/share/ShareDialog.tsx'), 'ShareDialog')
const ShortcutsDialog = lazyPart(() => import('../../features/shortcuts/ShortcutsDialog.tsx'), 'ShortcutsDialog')
const TextDraftDialog = lazyPart(() => import('../../features/ai-draft/TextDraftDialog.tsx'), 'TextDraftDialog')
const TrashDialog = lazyPart(() => import('../../features/trash/TrashDialog.tsx'), 'TrashDialog')
const WebhooksDialog = lazyPart(() => import('../../features/webhooks/WebhooksDialog.tsx'), 'WebhooksDialog')
const UndoRunDialog = lazyPart(() => import('../../features/undo/UndoRunDialog.tsx'), 'UndoRunDialog')

/** The dialogs whose code loads when they open, most frequent first. */
export const DIALOGS: readonly Preloadable[] = [
  ...[
    ShareDialog,
    RenameNodeDialog,
    AssignDialog,
    DueDateDialog,
    LinkDialog,
    PlanActivityDialog,
    TrashDialog,
    ShortcutsDialog,
  ],
  ...[PasteDialog, ExportDialog, OutlineDialog, InsightsDialog, HandOverDialog, BreakDownDialog, TextDraftDialog],
  ...[UndoRunDialog, CalendarDialog, WebhooksDialog],
]

/** The dialog that is open over the workspace. */
export type DialogState =
  | { kind: 'create'; under: string | null }
  | { kind: 'assign' | 'due' | 'move'; ids: readonly string[] }
  | { kind: 'rename'; id: string }
  | { kind: 'paste'; text: string; under: string | null }
  | { kind: 'link' | 'hand-over' | 'break-down' | 'summarize'; id: string }
  | { kind: 'undo-run'; run: { id: string; agent: string } }
  | {
      kind:
        | 'share'
        | 'activity'
        | 'insights'
        | 'trash'
        | 'calendar'
        | 'webhooks'
        | 'export'
        | 'outline'
        | 'report'
        | 'help'
        | 'tour'
    }

export interface DialogsProps {
  dialog: DialogState | null
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  claims: ClaimActions
  bulk: BulkActions
  selection: Selection
  /** Whether the window fits two panes side by side. */
  hasSplit: boolean
  /** The branch that tree and graph show, or null for the whole plan. */
  branchId: string | null
  onOpen: (dialog: DialogState | null) => void
  /** `goesOn`: a dialog stays open for another node. */
  onCreated: (node: Pick<PlanNode, 'id'>, goesOn?: boolean) => void
  /** Closes the dialog and goes to a node. */
  onShow: (id: string) => void
}

/** The open dialog. The two that people open most come with it. */
export function OpenDialog({
  dialog,
  plan,
  nodes,
  actions,
  bulk,
  selection,
  typed,
  ...props
}: DialogsProps & { typed: RefObject<string> }) {
  const { branchId, onOpen, onCreated, onShow } = props
  const shared = { nodes, actions, onClose: () => onOpen(null) }
  switch (dialog?.kind) {
    case 'create':
      return (
        <CreateNodeDialog
          {...shared}
          planId={plan.id}
          under={dialog.under}
          getTypedText={() => {
            const text = typed.current
            typed.current = ''
            return text
          }}
          onCreated={(node, goesOn) => {
            if (!goesOn) onOpen(null)
            onCreated(node, goesOn)
          }}
        />
      )
    case 'assign':
      return <AssignDialog planId={plan.id} nodes={nodes} bulk={bulk} ids={dialog.ids} onClose={shared.onClose} />
    case 'due':
      return <DueDateDialog {...shared} bulk={bulk} ids={dialog.ids} />
    case 'move':
      return (
        <MoveDialog
          {...shared}
          bulk={bulk}
          ids={dialog.ids}
          onMoved={() => dialog.ids.length > 1 && selection.settle()}
        />
      )
    case 'paste':
      return (
        <PasteDialog
          {...shared}
          planId={plan.id}
          text={dialog.text}
          under={dialog.under}
          onCreated={(id) => onCreated({ id })}
        />
      )
    case 'rename':
      return <RenameNodeDialog {...shared} id={dialog.id} />
    case 'link':
      return <LinkDialog planId={plan.id} nodes={nodes} id={dialog.id} onClose={shared.onClose} />
    case 'hand-over':
      return (
        <HandOverDialog planId={plan.id} nodes={nodes} claims={props.claims} id={dialog.id} onClose={shared.onClose} />
      )
    case 'break-down':
      return <BreakDownDialog {...shared} planId={plan.id} id={dialog.id} onCreated={(id) => onCreated({ id })} />
    case 'summarize':
      return (
        <TextDraftDialog
          draft={{ kind: 'summary', planId: plan.id, nodeId: dialog.id }}
          logNodeId={dialog.id}
          onClose={shared.onClose}
        />
      )
    case 'report':
      return (
        <TextDraftDialog
          draft={{ kind: 'report', planId: plan.id }}
          logNodeId={nodes.structure.rootId}
          onClose={shared.onClose}
        />
      )
    case 'share':
      return <ShareDialog plan={plan} onClose={shared.onClose} />
    case 'activity':
      return (
        <PlanActivityDialog
          plan={plan}
          onShow={onShow}
          onUndoRun={(run) => onOpen({ kind: 'undo-run', run })}
          onClose={shared.onClose}
        />
      )
    case 'undo-run':
      return (
        <UndoRunDialog
          planId={plan.id}
          runId={dialog.run.id}
          agent={dialog.run.agent}
          onClose={() => onOpen({ kind: 'activity' })}
        />
      )
    case 'insights':
      return (
        <InsightsDialog
          plan={plan}
          nodes={nodes}
          branchId={branchId}
          onSelect={onShow}
          onActivity={() => onOpen({ kind: 'activity' })}
          onClose={shared.onClose}
        />
      )
    case 'trash':
      return <TrashDialog plan={plan} nodes={nodes} onShow={onShow} onClose={shared.onClose} />
    case 'calendar':
      return <CalendarDialog plan={plan} onClose={shared.onClose} />
    case 'webhooks':
      // The role may change while it is open.
      if (!can(plan.role, 'webhook.manage')) return <Ended onEnd={shared.onClose} />
      return <WebhooksDialog plan={plan} onClose={shared.onClose} />
    case 'export':
      return <ExportDialog plan={plan} onClose={shared.onClose} />
    case 'outline':
      return <OutlineDialog plan={plan} onClose={shared.onClose} onReopen={() => onOpen({ kind: 'outline' })} />
    case 'help':
      return <ShortcutsDialog role={plan.role} onClose={shared.onClose} onTour={() => onOpen({ kind: 'tour' })} />
    default:
      return null
  }
}

/** A dialog that the user may no longer use. It must not open again with the role. */
function Ended({ onEnd }: { onEnd: () => void }) {
  useEffect(onEnd, [onEnd])
  return null
}

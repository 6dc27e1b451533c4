// The commands of a plan, in the order in which the palette and the help list them.
import { can } from '@cairn/contract/rules/permissions'
import { ancestry } from '@cairn/contract/rules/tree'
import {
  Activity,
  Bot,
  CalendarDays,
  ChartNoAxesColumn,
  CircleHelp,
  ClipboardPaste,
  Copy,
  Download,
  FilePenLine,
  NotebookPen,
  Plus,
  Redo2,
  Route,
  Share2,
  Trash2,
  Undo2,
  Webhook,
} from 'lucide-react'
import { useSyncExternalStore } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { NODE_STATUS, StatusIcon, TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import { type Command, useCommands } from '../../lib/commands.ts'
import { MOD } from '../../lib/shortcuts.ts'
import { findNodes } from '../../view-state/nodeFilter.ts'
import { nodeAt } from '../nodeAt.ts'
import { type CommandTargets, ICON } from './commandTargets.ts'
import { nodeCommands, takeOverCommand, watchCommands } from './nodeCommands.tsx'
import { focusCommands, graphCommands, viewCommands } from './viewCommands.tsx'

/** Matches shown at most. Typing more narrows them down. */
const NODES_MAX = 20

export function usePlanCommands(targets: CommandTargets): void {
  const { nodes, selectedId, onGoTo } = targets
  const selected = selectedId === null ? undefined : nodes.get(selectedId)
  const canEdit = can(targets.plan.role, 'plan.edit')
  const isHeld = useSyncExternalStore(targets.claims.watchAll, () => targets.claims.nodes.held.size > 0)
  // The actions of the selected node depend on who holds it.
  useSyncExternalStore(targets.claims.watchAll, () => selected && targets.actions.claims?.holderOf(selected.id))
  useCommands(
    [
      ...(canEdit && selected ? nodeCommands(targets, selected) : []),
      ...(selected ? watchCommands(targets, selected) : []),
      ...planCommands(targets, canEdit),
      ...viewCommands(targets),
      ...focusCommands(targets),
      ...graphCommands(targets),
      // Last: it needs a held task, so it is not what the palette offers first.
      ...(canEdit ? [takeOverCommand(targets, isHeld)] : []),
    ],
    (typed) =>
      findNodes(nodes.all.values(), typed, NODES_MAX).map((node) => ({
        id: node.id,
        group: 'Nodes',
        label: titleOf(node),
        icon: <TypeIcon type={node.node_type} />,
        path: ancestry(nodes.all, node.id).slice(0, -1).map(titleOf).join(' / '),
        aside: (
          <span className="flex items-center gap-1.5">
            <StatusIcon status={node.status} size={14} />
            <span className="max-sm:sr-only">{NODE_STATUS[node.status].label}</span>
          </span>
        ),
        run: () => onGoTo(node.id),
      })),
  )
}

function planCommands(
  { plan, planActions, nodes, view, focus, undo, actions, onOpen, onRuns, selectedId }: CommandTargets,
  canEdit: boolean,
): Command[] {
  const group = 'Plan'
  const add: Command = {
    group,
    label: 'Add Node',
    also: 'create new',
    icon: <Plus {...ICON} />,
    keys: ['N'],
    run: () =>
      onOpen({
        kind: 'create',
        under: parentAt(nodes, nodeAt(document.activeElement) ?? selectedId) ?? focus.branchId,
      }),
  }
  const paste: Command = {
    group,
    label: 'Paste outline…',
    also: 'import list markdown spreadsheet',
    icon: <ClipboardPaste {...ICON} />,
    run: () => onOpen({ kind: 'paste', text: '', under: selectedId ?? focus.branchId }),
  }
  const outline: Command = {
    group,
    label: 'Edit as outline…',
    also: 'markdown text reimport many',
    icon: <FilePenLine {...ICON} />,
    run: () => onOpen({ kind: 'outline' }),
  }
  const report: Command = {
    group,
    label: 'Draft weekly report…',
    also: 'ai summary status update',
    icon: <NotebookPen {...ICON} />,
    run: actions.ai && (() => onOpen({ kind: 'report' })),
  }
  const steps: Command[] = [
    {
      id: 'undo',
      group,
      label: undo.undo?.label ?? 'Undo',
      icon: <Undo2 {...ICON} />,
      keys: [`${MOD} Z`],
      run: undo.undo?.run,
    },
    {
      id: 'redo',
      group,
      label: undo.redo?.label ?? 'Redo',
      icon: <Redo2 {...ICON} />,
      keys: [`${MOD} Shift Z`, `${MOD} Y`],
      run: undo.redo?.run,
    },
  ]
  return [
    ...(canEdit ? [add, paste, outline, report, ...steps] : []),
    {
      group,
      label: 'Share',
      also: 'invite people members leave',
      icon: <Share2 {...ICON} />,
      run: () => onOpen({ kind: 'share' }),
    },
    {
      group,
      label: 'Plan activity',
      also: 'history access security log',
      icon: <Activity {...ICON} />,
      run: () => onOpen({ kind: 'activity' }),
    },
    {
      group,
      label: 'Agent runs',
      also: 'assistant changes undo history',
      icon: <Bot {...ICON} />,
      run: onRuns,
    },
    {
      group,
      label: 'Plan insights',
      also: 'statistics progress sidebar',
      icon: <ChartNoAxesColumn {...ICON} />,
      run: view.isWide ? undefined : () => onOpen({ kind: 'insights' }),
    },
    {
      group,
      label: 'Trash',
      also: 'deleted nodes restore recover',
      icon: <Trash2 {...ICON} />,
      run: () => onOpen({ kind: 'trash' }),
    },
    {
      group,
      label: 'Plan calendar…',
      also: 'icalendar ics feed due dates subscribe',
      icon: <CalendarDays {...ICON} />,
      run: () => onOpen({ kind: 'calendar' }),
    },
    {
      group,
      label: 'Webhooks…',
      also: 'integration events http url notify',
      icon: <Webhook {...ICON} />,
      run: can(plan.role, 'webhook.manage') ? () => onOpen({ kind: 'webhooks' }) : undefined,
    },
    {
      group,
      label: 'Export plan…',
      also: 'download save file json zip markdown csv',
      icon: <Download {...ICON} />,
      run: () => onOpen({ kind: 'export' }),
    },
    {
      group,
      label: 'Duplicate plan',
      also: 'copy clone',
      icon: <Copy {...ICON} />,
      run: planActions.duplicate,
    },
    {
      group,
      label: 'Delete plan',
      also: 'remove trash',
      icon: <Trash2 {...ICON} />,
      run: can(plan.role, 'plan.own') ? planActions.moveToTrash : undefined,
    },
    {
      group,
      label: 'Help',
      also: 'keyboard shortcuts',
      icon: <CircleHelp {...ICON} />,
      keys: ['?'],
      run: () => onOpen({ kind: 'help' }),
    },
    {
      group,
      label: 'Take the tour',
      also: 'help',
      icon: <Route {...ICON} />,
      run: () => onOpen({ kind: 'tour' }),
    },
  ]
}

/** Where a new node belongs when it is added at another one: in it, or beside a task that has no children. */
function parentAt(nodes: PlanNodes, id: string | null): string | null {
  const node = id === null ? undefined : nodes.get(id)
  if (!node) return null
  const isContainer = node.node_type === 'root' || node.node_type === 'phase' || node.metadata.child_count > 0
  return isContainer ? node.id : node.parent_id
}

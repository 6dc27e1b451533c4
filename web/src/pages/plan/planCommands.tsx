// The commands of a plan, in the order in which the palette and the help list them.
import { NODE_STATUSES } from '@cairn/contract/api/nodes'
import type { Plan } from '@cairn/contract/api/plans'
import type { WatchLevel } from '@cairn/contract/api/watches'
import { can } from '@cairn/contract/rules/permissions'
import { ancestry } from '@cairn/contract/rules/tree'
import {
  Activity,
  ArrowUpFromLine,
  BellOff,
  Bot,
  CalendarDays,
  ChartNoAxesColumn,
  CircleHelp,
  ClipboardPaste,
  Columns2,
  Download,
  Eye,
  EyeOff,
  FileImage,
  FilePenLine,
  Hand,
  ImageDown,
  LayoutDashboard,
  ListTree,
  Maximize,
  Minus,
  Network,
  NotebookPen,
  Palette as PaletteIcon,
  PanelRight,
  Plus,
  Printer,
  Redo2,
  Route,
  Scan,
  ScanSearch,
  Share2,
  Trash2,
  Undo2,
  UnfoldVertical,
  Waypoints,
  Webhook,
} from 'lucide-react'
import { type RefObject, useSyncExternalStore } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { nodeActionsFor } from '../../actions/nodeActionTable.ts'
import type { Undo } from '../../actions/useUndo.ts'
import type { Claims } from '../../data/claims.ts'
import type { PlanNodes, StoredNode } from '../../data/nodeStore.ts'
import type { Watches } from '../../data/watches.ts'
import { NODE_STATUS, StatusIcon, TypeIcon, titleOf } from '../../display/nodeDisplay.tsx'
import type { GraphHandle } from '../../features/graph/useGraphCommands.ts'
import { type Command, useCommands } from '../../lib/commands.ts'
import { MOD } from '../../lib/shortcuts.ts'
import { toast } from '../../ui/Toast.tsx'
import { findNodes } from '../../view-state/nodeFilter.ts'
import type { Selection } from '../../view-state/selection.ts'
import { COLOR_BY, COLOR_BY_LABEL, VIEW_OPTION_LABEL, VIEW_OPTIONS } from '../../view-state/viewOptions.ts'
import { nodeAt } from '../nodeAt.ts'
import type { FocusedBranch } from './focusedBranch.ts'
import type { DialogState } from './WorkspaceDialogs.tsx'
import type { WorkspaceView } from './workspaceView.ts'

/** Matches shown at most. Typing more narrows them down. */
const NODES_MAX = 20
const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const

interface Place {
  plan: Plan
  nodes: PlanNodes
  actions: NodeActions
  undo: Pick<Undo, 'undo' | 'redo'>
  selectedId: string | null
  selection: Selection
  view: WorkspaceView
  graph: RefObject<GraphHandle | null>
  focus: FocusedBranch
  watches: Watches
  claims: Claims
  onWatch: (nodeId: string, level: WatchLevel | null) => void
  onOpen: (dialog: DialogState) => void
  onGoTo: (nodeId: string) => void
  onRuns: () => void
}

export function usePlanCommands(place: Place): void {
  const { nodes, selectedId, onGoTo } = place
  const selected = selectedId === null ? undefined : nodes.get(selectedId)
  const canEdit = can(place.plan.role, 'plan.edit')
  const isHeld = useSyncExternalStore(place.claims.watchAll, () => place.claims.nodes.held.size > 0)
  // The actions of the selected node depend on who holds it.
  useSyncExternalStore(place.claims.watchAll, () => selected && place.actions.claims?.holderOf(selected.id))
  useCommands(
    [
      ...(canEdit && selected ? nodeCommands(place, selected) : []),
      ...(canEdit ? [takeOverCommand(place, isHeld)] : []),
      ...(selected ? watchCommands(place, selected) : []),
      ...planCommands(place, canEdit),
      ...viewCommands(place),
      ...focusCommands(place),
      ...graphCommands(place),
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

function nodeCommands({ actions, selection, onOpen }: Place, node: StoredNode): Command[] {
  const group = `Selected: ${titleOf(node)}`
  const offered = nodeActionsFor(node, actions, {
    addChild: (id) => onOpen({ kind: 'create', under: id }),
    rename: (id) => onOpen({ kind: 'rename', id }),
    // Like the selection bar, it acts on all selected nodes.
    assign: (id) => onOpen({ kind: 'assign', ids: selection.ids.size > 1 ? [...selection.ids] : [id] }),
    move: (id) => onOpen({ kind: 'move', ids: [id] }),
    link: (id) => onOpen({ kind: 'link', id }),
  })
  return offered.flatMap((action): Command[] => {
    if ('setStatus' in action)
      return NODE_STATUSES.filter((status) => status !== action.status).map((status) => ({
        group,
        label: `Change status to ${NODE_STATUS[status].label}`,
        icon: <StatusIcon status={status} />,
        run: () => action.setStatus(status),
      }))
    const { label, paletteLabel = label, also, Icon, run } = action
    return [{ group, label: paletteLabel, icon: <Icon {...ICON} />, run, ...(also ? { also } : {}) }]
  })
}

/** For the shortcut. The palette lists the action of the selected node. */
function takeOverCommand({ actions: { claims }, selectedId }: Place, isHeld: boolean): Command {
  return {
    id: 'take-over',
    group: 'Tree and graph',
    label: 'Take over held task',
    also: 'claim lease agent',
    icon: <Hand {...ICON} />,
    keys: ['O'],
    run: isHeld
      ? () => {
          const id = nodeAt(document.activeElement) ?? selectedId
          if (id !== null && claims?.holderOf(id) === 'other') void claims.ways.takeOver(id)
          else toast(id === null ? 'Select a task to take it over' : 'No one else holds this', { id: 'take-over-none' })
        }
      : undefined,
  }
}

const WATCHING = [
  { level: 'watch', label: 'Watch', icon: <Eye {...ICON} /> },
  { level: null, label: 'Stop watching', icon: <EyeOff {...ICON} /> },
  { level: 'mute', label: 'Mute', icon: <BellOff {...ICON} /> },
] as const

function watchCommands({ watches, onWatch }: Place, node: StoredNode): Command[] {
  const now = watches.get(node.id) ?? null
  return WATCHING.flatMap(({ level, label, icon }) =>
    level === now
      ? []
      : [
          {
            group: `Selected: ${titleOf(node)}`,
            label: level === null && now === 'mute' ? 'Unmute' : label,
            also: 'follow notifications subscribe',
            icon,
            run: () => onWatch(node.id, level),
          },
        ],
  )
}

function planCommands(
  { plan, view, focus, undo, actions, onOpen, onRuns, selectedId }: Place,
  canEdit: boolean,
): Command[] {
  const group = 'Plan'
  const add: Command = {
    group,
    label: 'Add Node',
    also: 'create new',
    icon: <Plus {...ICON} />,
    keys: ['N'],
    run: () => onOpen({ kind: 'create', under: focus.branchId }),
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

const LAYOUTS = [
  { mode: 'tree', label: 'Tree', keys: ['T'], icon: <ListTree {...ICON} /> },
  { mode: 'graph', label: 'Graph', keys: ['G'], icon: <Network {...ICON} /> },
  { mode: 'split', label: 'Split', keys: ['D'], icon: <Columns2 {...ICON} /> },
] as const

function viewCommands({ view }: Place): Command[] {
  const group = 'View'
  const { options } = view
  return [
    ...LAYOUTS.map(({ mode, ...look }) => ({
      group,
      ...look,
      also: 'layout',
      run: mode === view.layout || (mode === 'split' && !view.isWide) ? undefined : () => view.setLayout(mode),
    })),
    {
      group,
      label: 'Toggle sidebar',
      also: 'insights panel',
      icon: <PanelRight {...ICON} />,
      keys: ['S'],
      run: view.isWide ? view.toggleSidebar : undefined,
    },
    {
      group,
      label: view.isFull ? 'Exit full screen' : 'Full screen',
      also: 'fullscreen',
      icon: <Maximize {...ICON} />,
      run: view.toggleFull,
    },
    ...COLOR_BY.map((colorBy) => ({
      group,
      label: `Color by ${COLOR_BY_LABEL[colorBy].toLowerCase()}`,
      also: 'view options legend',
      icon: <PaletteIcon {...ICON} />,
      run: view.hasGraph && options.colorBy !== colorBy ? () => view.setOptions({ colorBy }) : undefined,
    })),
    ...VIEW_OPTIONS.map((option) => ({
      group,
      label: `${options[option] ? 'Hide' : 'Show'} ${VIEW_OPTION_LABEL[option].toLowerCase()}`,
      also: 'view options',
      icon: options[option] ? <EyeOff {...ICON} /> : <Eye {...ICON} />,
      run: (option === 'details' ? view.hasTree : view.hasGraph)
        ? () => view.setOptions({ [option]: !options[option] })
        : undefined,
    })),
  ]
}

/** Commands that show one branch instead of the whole plan. */
function focusCommands({ view, focus, selectedId }: Place): Command[] {
  const group = 'View'
  const { goUp, branchId } = focus
  return [
    {
      group,
      label: 'Focus on branch',
      also: 'zoom into subtree only',
      icon: <ScanSearch {...ICON} />,
      keys: ['Z'],
      run: view.hasGraph || view.hasTree ? () => focus.enter(nodeAt(document.activeElement) ?? selectedId) : undefined,
    },
    { group, label: 'Up one level', also: 'focus parent', icon: <ArrowUpFromLine {...ICON} />, keys: ['U'], run: goUp },
    {
      group,
      label: 'Show whole plan',
      also: 'leave focus branch',
      icon: <Network {...ICON} />,
      run: branchId === null ? undefined : () => focus.show(null),
    },
  ]
}

const EXPORTS = [
  { format: 'png', label: 'Export graph as PNG', icon: <ImageDown {...ICON} /> },
  { format: 'svg', label: 'Export graph as SVG', icon: <FileImage {...ICON} /> },
  { format: 'print', label: 'Print graph', icon: <Printer {...ICON} /> },
] as const

function graphCommands({ view, graph, selectedId }: Place): Command[] {
  const onGraph = (run: (handle: GraphHandle) => void) =>
    view.hasGraph ? () => graph.current && run(graph.current) : undefined
  const group = 'Graph'
  return [
    {
      group,
      label: 'Zoom in',
      icon: <Plus {...ICON} />,
      keys: ['+', '='],
      repeats: true,
      run: onGraph((handle) => handle.zoomIn()),
    },
    {
      group,
      label: 'Zoom out',
      icon: <Minus {...ICON} />,
      keys: ['-'],
      repeats: true,
      run: onGraph((handle) => handle.zoomOut()),
    },
    {
      group,
      label: 'Fit view',
      icon: <Scan {...ICON} />,
      keys: ['0'],
      run: onGraph((handle) => handle.fit()),
    },
    {
      group,
      label: 'Highlight dependencies',
      also: 'path blocked by waiting for',
      icon: <Waypoints {...ICON} />,
      keys: ['P'],
      run: onGraph((handle) => {
        const id = nodeAt(document.activeElement) ?? selectedId
        if (id === null) toast('Select a node to highlight its dependencies', { id: 'path-none' })
        else handle.togglePath(id)
      }),
    },
    {
      group,
      label: 'Tidy up',
      also: 'lay out again',
      icon: <LayoutDashboard {...ICON} />,
      run: onGraph((handle) => handle.tidyUp()),
    },
    ...EXPORTS.map(({ format, ...look }) => ({
      group,
      ...look,
      also: 'export download save image picture',
      run: onGraph((handle) => handle.exportAs(format)),
    })),
    {
      group,
      label: 'Expand all branches',
      icon: <UnfoldVertical {...ICON} />,
      run: onGraph((handle) => handle.expandAll()),
    },
  ]
}

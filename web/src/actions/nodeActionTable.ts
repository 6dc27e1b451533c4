// The node actions, in the order in which menus, the selection bar and the palette list them.
// Those that are not for viewers require permission to edit the plan.
import type { NodeStatus } from '@cairn/contract/api/nodes'
import {
  ArrowDown,
  ArrowRightToLine,
  ArrowUp,
  CalendarDays,
  CircleDot,
  Copy,
  CornerDownRight,
  ExternalLink,
  Hand,
  HandHelping,
  Link2,
  ListChecks,
  ListPlus,
  type LucideIcon,
  PanelRightOpen,
  PencilLine,
  ScanSearch,
  Shapes,
  Sparkles,
  Spline,
  TextQuote,
  Trash2,
  Unlock,
  UserRound,
  Waypoints,
} from 'lucide-react'
import type { StoredNode } from '../data/nodeStore.ts'
import type { NodeActions } from './nodeActions.ts'
import { copyNodeLink, openInTab } from './nodeLinks.ts'

export interface NodeAction {
  label: string
  /** The label where a dialog follows: in the palette, and in menus if it `opensDialog` there. */
  dialogLabel?: string
  Icon: LucideIcon
  /** The shortcut in tree and graph. */
  keys?: string
  /** More search terms for the palette. */
  also?: string
  forViewers?: true
  notForRoot?: true
  /** Only for nodes with children. */
  onlyForBranches?: true
  /** Like `onlyForBranches`, but also for the root. */
  hasChildren?: true
  /** Only for tasks that someone holds: the user, or another person or an agent. */
  onlyIfHeldBy?: readonly ('me' | 'other')[]
  /** The action continues in an editor or another node, which takes the focus. */
  movesFocus?: true
  opensDialog?: true
  /** The action is for all selected nodes if the node is one of several. */
  forSeveral?: true
}

export const NODE_ACTIONS = {
  open: { label: 'Open', Icon: PanelRightOpen, forViewers: true },
  focus: { label: 'Focus on branch', Icon: ScanSearch, keys: 'Z', forViewers: true, onlyForBranches: true },
  path: {
    label: 'Highlight dependencies',
    also: 'path blocked by waiting',
    Icon: Waypoints,
    keys: 'P',
    forViewers: true,
  },
  addChild: { label: 'Add child', dialogLabel: 'Add child…', Icon: CornerDownRight, movesFocus: true },
  addSibling: { label: 'Add sibling', Icon: ListPlus, notForRoot: true, movesFocus: true },
  rename: { label: 'Rename', dialogLabel: 'Rename…', Icon: PencilLine, keys: 'F2', movesFocus: true },
  status: { label: 'Status', Icon: CircleDot, forSeveral: true },
  assign: {
    label: 'Assign',
    dialogLabel: 'Assign to…',
    also: 'assignee people person owner',
    Icon: UserRound,
    opensDialog: true,
    forSeveral: true,
  },
  takeOver: { label: 'Take over', also: 'claim hold lease agent', Icon: Hand, keys: 'O', onlyIfHeldBy: ['other'] },
  handOver: {
    label: 'Hand over…',
    also: 'claim hold lease give person',
    Icon: HandHelping,
    onlyIfHeldBy: ['me', 'other'],
    opensDialog: true,
  },
  release: { label: 'Release', also: 'claim hold lease let go', Icon: Unlock, onlyIfHeldBy: ['me'] },
  due: {
    label: 'Due date',
    dialogLabel: 'Set due date…',
    also: 'deadline day calendar',
    Icon: CalendarDays,
    opensDialog: true,
    forSeveral: true,
  },
  type: { label: 'Type', Icon: Shapes },
  moveUp: { label: 'Move up', Icon: ArrowUp, keys: 'Alt ↑', notForRoot: true },
  moveDown: { label: 'Move down', Icon: ArrowDown, keys: 'Alt ↓', notForRoot: true },
  move: { label: 'Move to…', Icon: ArrowRightToLine, notForRoot: true, opensDialog: true, forSeveral: true },
  duplicate: { label: 'Duplicate', also: 'copy clone', Icon: Copy, notForRoot: true, forSeveral: true },
  select: { label: 'Select', Icon: ListChecks },
  link: {
    label: 'Link to…',
    also: 'dependency depends on reference sequence edge connect',
    Icon: Spline,
    opensDialog: true,
  },
  breakDown: {
    label: 'Break down…',
    also: 'ai draft subtasks split steps',
    Icon: Sparkles,
    opensDialog: true,
  },
  summarize: { label: 'Summarize…', also: 'ai draft summary', Icon: TextQuote, hasChildren: true, opensDialog: true },
  openInTab: { label: 'Open in new tab', also: 'window link', Icon: ExternalLink, forViewers: true },
  copyLink: { label: 'Copy link', also: 'url address', Icon: Link2, forViewers: true },
  delete: { label: 'Delete', also: 'remove trash', Icon: Trash2, keys: 'Del', movesFocus: true, forSeveral: true },
} as const satisfies Record<string, NodeAction>

export type NodeActionId = keyof typeof NODE_ACTIONS

/** The handlers of a view for the actions it offers. Status, duplicate, delete and the links work everywhere. */
export type NodeActionWays = Partial<Record<Exclude<NodeActionId, 'status'>, (nodeId: string) => void>>

export type OfferedAction = NodeAction & { id: NodeActionId } & (
    | { run: () => void }
    | { status: NodeStatus; setStatus: (status: NodeStatus) => void }
  )

const ORDER = Object.keys(NODE_ACTIONS) as NodeActionId[]

/** The actions that a view offers for a node. Without `canEdit`, only those for viewers. */
export function nodeActionsFor(
  node: StoredNode,
  actions: NodeActions,
  ways: NodeActionWays,
  { canEdit = true } = {},
): OfferedAction[] {
  const { duplicate, remove, dialogs, ai, claims } = actions
  const holder = claims?.holderOf(node.id)
  const links = { openInTab: () => openInTab(node), copyLink: () => copyNodeLink(node) }
  const all: NodeActionWays = {
    duplicate,
    delete: remove,
    ...links,
    ...dialogs,
    ...ai,
    ...(claims?.ways as NodeActionWays),
    ...ways,
  }
  return ORDER.flatMap((id): OfferedAction[] => {
    const action: NodeAction & { id: NodeActionId } = { id, ...NODE_ACTIONS[id] }
    if (!canEdit && !action.forViewers) return []
    if (action.notForRoot && node.node_type === 'root') return []
    if (action.onlyForBranches && (node.node_type === 'root' || node.metadata.child_count === 0)) return []
    if (action.onlyIfHeldBy && !(holder && action.onlyIfHeldBy.includes(holder))) return []
    if (action.hasChildren && node.metadata.child_count === 0) return []
    if (id === 'status')
      return [{ ...action, status: node.status, setStatus: (status) => actions.setStatus(node.id, status) }]
    const way = all[id]
    return way ? [{ ...action, run: () => way(node.id) }] : []
  })
}

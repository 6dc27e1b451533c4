import type { Plan } from '@cairn/contract/api/plans'
import type { WatchLevel } from '@cairn/contract/api/watches'
import type { RefObject } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { PlanActions } from '../../actions/planActions.ts'
import type { Undo } from '../../actions/useUndo.ts'
import type { Claims } from '../../data/claims.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import type { Watches } from '../../data/watches.ts'
import type { GraphHandle } from '../../features/graph/useGraphCommands.ts'
import type { Selection } from '../../view-state/selection.ts'
import type { FocusedBranch } from './focusedBranch.ts'
import type { DialogState } from './OpenDialog.tsx'
import type { WorkspaceView } from './workspaceView.ts'

/** How the palette shows the icon of a command. */
export const ICON = { size: 16, 'aria-hidden': true, className: 'text-muted' } as const

/** What the commands of a plan act on. */
export interface CommandTargets {
  plan: Plan
  planActions: PlanActions
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

import { createContext, useContext } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import type { NodePlace } from '../../actions/undoToast.ts'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import type { Watches } from '../../data/watches.ts'
import type { Selection } from '../../view-state/selection.ts'
import type { Editing, OpenMenu } from './useTree.ts'

/** What every row may use. The same object while the plan is open, so that a row only renders for its own node. */
export interface TreeTools {
  nodes: PlanNodes
  actions: NodeActions
  selection: Selection
  canEdit: boolean
  /** Whether rows show due dates and counts. */
  hasDetails: boolean
  /** Possible assignees by id. */
  people: ReadonlyMap<string, { id: string; name: string; avatar_url: string | null }>
  /** What the user watches or has muted. */
  watches: Watches
  onSelect: (id: string) => void
  /** Toggles a row in the selection, or selects the range from its anchor (or `from`) to this row. */
  onPick: (id: string, how: 'toggle' | 'range' | 'add-range', from?: string) => void
  onPickAll: () => void
  /** Clears a multiple selection. Returns false if there is none. */
  onPickNone: () => boolean
  onToggle: (id: string, level: number) => void
  /** A row was typed: it stays although the filter may not match it. */
  onCreated: (id: string) => void
  onEdit: (editing: Editing | null) => void
  onMenu: (menu: OpenMenu | null) => void
  onFocusRow: (id: string) => void
  onAddChild: (id: string) => void
  onAddSibling: (id: string) => void
  onMoveTo: (id: string) => void
  /** Moves a row to a place, or all selected rows if it is one of several. */
  onMove: (id: string, place: NodePlace) => void
  onLink: (id: string) => void
  /** Opens the preview of nodes that pasted text makes in a parent. */
  onPaste: (text: string, under: string | null) => void
  onRemove: (id: string) => void
  /** Expands the ancestors of a node. */
  onReveal: (id: string) => void
  /** Shows only a branch. */
  onBranch: (id: string) => void
  /** The tree as it is now, with the top of the focused branch as root. */
  structure: () => Structure
}

export const TreeContext = createContext<TreeTools | null>(null)

export function useTreeTools(): TreeTools {
  const tools = useContext(TreeContext)
  if (!tools) throw new Error('A tree row must be inside a tree')
  return tools
}

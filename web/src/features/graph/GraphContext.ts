import type { NodeStatus } from '@cairn/contract/api/nodes'
import { createContext, useContext } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import type { ViewOptions } from '../../view-state/viewOptions.ts'
import type { CardFocus } from './cards/useCardFocus.ts'
import type { Point, VisibleTree } from './layout/geometry.ts'

/** What every card on the canvas needs; the same object while nothing but nodes changes. */
export interface GraphTools {
  nodes: PlanNodes
  tree: VisibleTree
  options: ViewOptions
  canEdit: boolean
  /** Seen from so far that only the title can be read. */
  isPlain: boolean
  /** An edge is being drawn, and every card may be its end. */
  isConnecting: boolean
  setOpen: (id: string, open: boolean) => void
  countBelow: (id: string) => number
  /** The card whose title is being written. */
  renamingId: string | null
  onRename: (id: string, title: string, before: string) => void
  /** `byKey`: the focus goes back to the card. */
  onRenamed: (id: string, end: { byKey: boolean }) => void
  onStatus: (id: string, status: NodeStatus) => void
  /** Opens the menu of statuses at a place of the window. */
  onStatusMenu: (id: string, at: Point) => void
  focus: CardFocus
}

export const GraphContext = createContext<GraphTools | null>(null)

export function useGraphTools(): GraphTools {
  const tools = useContext(GraphContext)
  if (!tools) throw new Error('A card stands outside of a graph.')
  return tools
}

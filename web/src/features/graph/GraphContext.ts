import type { NodeStatus } from '@cairn/contract/api/nodes'
import { createContext, useContext } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import type { Watches } from '../../data/watches.ts'
import type { CardDescriptions } from './cards/useCardDescriptions.ts'
import type { CardFocus } from './cards/useCardFocus.ts'
import type { Direction, Point, VisibleTree } from './layout/geometry.ts'
import type { Level } from './zoomLevels.ts'

/** Shared state of all cards. The same object while only nodes change. */
export interface GraphTools {
  nodes: PlanNodes
  tree: VisibleTree
  canEdit: boolean
  /** How much detail the cards show. */
  level: Level
  looks: CardDescriptions
  watches: Watches
  /** Where children are. */
  direction: Direction
  setOpen: (id: string, open: boolean) => void
  onAddChild: (id: string) => void
  /** The card whose title is being edited. */
  renamingId: string | null
  onRename: (id: string, title: string, before: string) => void
  /** `byKey` returns the focus to the card. */
  onRenamed: (id: string, end: { byKey: boolean }) => void
  onStatus: (id: string, status: NodeStatus) => void
  /** Opens the status menu at a position on the screen. */
  onStatusMenu: (id: string, at: Point) => void
  focus: CardFocus
}

export const GraphContext = createContext<GraphTools | null>(null)

export function useGraphTools(): GraphTools {
  const tools = useContext(GraphContext)
  if (!tools) throw new Error('A card must be inside a graph.')
  return tools
}

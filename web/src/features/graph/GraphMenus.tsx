import type { NodeActions } from '../../data/nodeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { EdgeMenu, type OpenEdgeMenu } from './EdgeMenu.tsx'
import { NodeMenu, type OpenNodeMenu } from './NodeMenu.tsx'

/** The one menu that is open on the canvas, at a place of the screen. */
export type OpenMenu = ({ of: 'node' } & OpenNodeMenu) | ({ of: 'edge' } & OpenEdgeMenu)

interface Props {
  planId: string
  nodes: PlanNodes
  actions: NodeActions
  menu: OpenMenu | null
  onSelect: (id: string) => void
  onAddChild: (id: string) => void
  onRename: (id: string) => void
  onMove: (ids: readonly string[]) => void
  onLink: (id: string) => void
  onRemove: (id: string) => void
  onFocus: (id: string) => void
  onClose: () => void
}

export function GraphMenus({ planId, menu, ...rest }: Props) {
  if (menu?.of === 'node') return <NodeMenu menu={menu} {...rest} />
  if (menu?.of === 'edge') return <EdgeMenu planId={planId} nodes={rest.nodes} menu={menu} onClose={rest.onClose} />
  return null
}

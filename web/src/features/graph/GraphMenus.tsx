import { EdgeMenu, type OpenEdgeMenu } from './EdgeMenu.tsx'
import { NodeMenu, type NodeMenuProps, type OpenNodeMenu } from './NodeMenu.tsx'

/** The one menu that is open on the canvas, at a place of the screen. */
export type OpenMenu = ({ of: 'node' } & OpenNodeMenu) | ({ of: 'edge' } & OpenEdgeMenu)

interface Props extends Omit<NodeMenuProps, 'menu'> {
  planId: string
  menu: OpenMenu | null
}

export function GraphMenus({ planId, menu, ...rest }: Props) {
  if (menu?.of === 'node') return <NodeMenu menu={menu} {...rest} />
  if (menu?.of === 'edge') return <EdgeMenu planId={planId} nodes={rest.nodes} menu={menu} onClose={rest.onClose} />
  return null
}

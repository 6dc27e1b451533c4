import { NodeMenu, type NodeMenuProps, type OpenNodeMenu } from './cards/NodeMenu.tsx'
import { StatusMenu } from './cards/StatusMenu.tsx'
import { EdgeMenu, type OpenEdgeMenu } from './EdgeMenu.tsx'
import { CanvasMenu, type CanvasMenuProps, type OpenCanvasMenu } from './gestures/CanvasMenu.tsx'

/** The kind of a menu of the canvas, and its position on the screen. */
export type MenuState =
  | ({ of: 'node' | 'status' } & OpenNodeMenu)
  | ({ of: 'edge' } & OpenEdgeMenu)
  | ({ of: 'canvas' } & OpenCanvasMenu)

export interface OpenMenuProps extends Omit<NodeMenuProps, 'menu'> {
  menu: MenuState
  planId: string
  /** The root, or the top of the focused branch. */
  topId: string | null
  canvas: Omit<CanvasMenuProps, 'menu' | 'onClose'>
}

/** The open menu of the canvas. */
export function OpenMenu({ menu, planId, topId, canvas, ...rest }: OpenMenuProps) {
  switch (menu.of) {
    case 'node': {
      const { focus, ...others } = rest.ways
      const ways = menu.id === topId || !focus ? others : { ...others, focus }
      return <NodeMenu {...rest} ways={ways} menu={menu} />
    }
    case 'status':
      return <StatusMenu menu={menu} {...rest} />
    case 'edge':
      return <EdgeMenu planId={planId} nodes={rest.nodes} menu={menu} onClose={rest.onClose} />
    case 'canvas':
      return <CanvasMenu menu={menu} onClose={rest.onClose} {...canvas} />
  }
}

import { type Ref, useImperativeHandle, useState } from 'react'
import { NodeMenu, type NodeMenuProps, type OpenNodeMenu } from './cards/NodeMenu.tsx'
import { StatusMenu } from './cards/StatusMenu.tsx'
import { EdgeMenu, type OpenEdgeMenu } from './EdgeMenu.tsx'
import { CanvasMenu, type CanvasMenuProps, type OpenCanvasMenu } from './gestures/CanvasMenu.tsx'

/** The open menu of the canvas and its position on the screen. */
export type OpenMenu =
  | ({ of: 'node' | 'status' } & OpenNodeMenu)
  | ({ of: 'edge' } & OpenEdgeMenu)
  | ({ of: 'canvas' } & OpenCanvasMenu)

export interface MenusHandle {
  open: (menu: OpenMenu) => void
}

interface Props extends Omit<NodeMenuProps, 'menu' | 'onClose'> {
  planId: string
  /** The root, or the top of the focused branch. */
  topId: string | null
  canvas: Omit<CanvasMenuProps, 'menu' | 'onClose'>
  ref: Ref<MenusHandle>
}

/** Holds the state of the open menu, so that opening one does not re-render the canvas. */
export function GraphMenus({ planId, topId, canvas, ref, ...rest }: Props) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  useImperativeHandle(ref, () => ({ open: setMenu }), [])
  const close = () => setMenu(null)
  if (menu?.of === 'node') {
    const { focus, ...others } = rest.ways
    const ways = menu.id === topId || !focus ? others : { ...others, focus }
    return <NodeMenu {...rest} ways={ways} menu={menu} onClose={close} />
  }
  if (menu?.of === 'status') return <StatusMenu menu={menu} onClose={close} {...rest} />
  if (menu?.of === 'edge') return <EdgeMenu planId={planId} nodes={rest.nodes} menu={menu} onClose={close} />
  if (menu?.of === 'canvas') return <CanvasMenu menu={menu} onClose={close} {...canvas} />
  return null
}

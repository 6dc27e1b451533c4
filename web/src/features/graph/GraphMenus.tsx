import { type Ref, Suspense, useEffect, useImperativeHandle, useState } from 'react'
import { lazyPart, preloadWhenIdle } from '../../lib/lazyPart.ts'
import type { MenuState, OpenMenuProps } from './OpenMenu.tsx'

const OpenMenu = lazyPart(() => import('./OpenMenu.tsx'), 'OpenMenu')

export interface MenusHandle {
  open: (menu: MenuState) => void
}

interface Props extends Omit<OpenMenuProps, 'menu' | 'onClose'> {
  ref: Ref<MenusHandle>
}

/** Holds the state of the open menu, so that opening one does not re-render the canvas. */
export function GraphMenus({ ref, ...props }: Props) {
  const [menu, setMenu] = useState<MenuState | null>(null)
  useImperativeHandle(ref, () => ({ open: setMenu }), [])
  useEffect(() => preloadWhenIdle([OpenMenu]), [])
  return (
    menu && (
      <Suspense>
        <OpenMenu {...props} menu={menu} onClose={() => setMenu(null)} />
      </Suspense>
    )
  )
}

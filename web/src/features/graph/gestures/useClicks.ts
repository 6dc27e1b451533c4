import { type MouseEvent, type RefObject, useRef } from 'react'
import type { Selection } from '../../../view-state/selection.ts'
import { cardOf, type Target } from '../surface/targetOf.ts'
import type { useMenu } from '../useMenu.ts'
import type { usePane } from './usePane.ts'
import { useSecondClick } from './useSecondClick.ts'

interface Options {
  /** The graph. */
  area: RefObject<HTMLElement | null>
  pane: ReturnType<typeof usePane>
  menu: ReturnType<typeof useMenu>
  selection: Selection
  onSelect: (id: string) => void
  /** Undefined without permission to edit. */
  onRename: ((id: string) => void) | undefined
}

/** What clicks do on cards, edges and the canvas. */
export function useClicks({ area, pane, menu, selection, onSelect, onRename }: Options) {
  const expectSecondClick = useSecondClick(area, (id) => onRename?.(id))
  /** Whether the first click of a double click was on the empty canvas. */
  const isOnEmpty = useRef(false)
  return {
    onClick: (event: MouseEvent, target: Target) => {
      const isOnPainted = target.on === 'canvas' && pane.click(event)
      if (event.detail < 2) isOnEmpty.current = target.on === 'canvas' && !isOnPainted
      if (target.on === 'edge') return menu.openEdge(event, target.id)
      const id = cardOf(target)
      if (id === undefined) return
      if (event.shiftKey || event.metaKey || event.ctrlKey || selection.takesTaps) return selection.toggle(id)
      expectSecondClick(id)
      selection.only(id)
      onSelect(id)
    },
    onDoubleClick: (event: MouseEvent, target: Target) => {
      if (target.on === 'card') onRename?.(target.id)
      if (target.on === 'canvas' && isOnEmpty.current) pane.add(event)
    },
    onContextMenu: (event: MouseEvent, target: Target) => {
      event.preventDefault()
      const id = cardOf(target)
      if (id !== undefined) menu.openNode(event, id)
      else if (target.on === 'edge') menu.openEdge(event, target.id)
      else pane.contextMenu(event)
    },
  }
}

import type { MouseEvent } from 'react'
import type { Selection } from '../../../view-state/selection.ts'
import { hitTest } from '../hitTest.ts'
import type { Point } from '../layout/geometry.ts'
import { namedAt, type Painting } from '../paint/paint.ts'
import type { Scene } from '../paint/scene.ts'
import { TILE_BELOW } from '../paint/usePainting.ts'
import type { useMenu } from '../useMenu.ts'
import type { ViewControls } from '../useViewport.ts'
import { useViewStore } from '../view/ViewContext.ts'

interface Options {
  scene: Scene
  painting: Painting
  view: ViewControls
  selection: Selection
  menu: ReturnType<typeof useMenu>
  onSelect: (id: string) => void
  /** A double click on the empty canvas, at a position on it. Undefined without permission to edit. */
  onAdd: ((at: Point) => void) | undefined
}

/** Clicks beside cards: on painted nodes and the names of branches, and on the empty canvas. */
export function usePane({ scene, painting, view, selection, menu, onSelect, onAdd }: Options) {
  const canvas = useViewStore()
  const paintedAt = (at: Point) =>
    hitTest(scene, canvas.toCanvas(at), { zoom: view.view().zoom, tileBelow: TILE_BELOW })
  /** Handles clicks on painted nodes. Returns whether there was one. */
  const handlePainted = ({ clientX, clientY }: MouseEvent): boolean => {
    const at = { x: clientX, y: clientY }
    const namedId = namedAt(painting, canvas.pointOf(at))
    const namedBranch = namedId === undefined ? undefined : scene.extents.get(namedId)
    const pointed = namedBranch ? { branch: namedBranch } : paintedAt(at)
    if (!pointed) return false
    if ('branch' in pointed) view.showRegion(pointed.branch)
    else onSelect(pointed.id)
    return true
  }
  return {
    add: ({ clientX, clientY }: MouseEvent) => onAdd?.(canvas.toCanvas({ x: clientX, y: clientY })),
    /** Returns whether there was a painted node. */
    click: (event: MouseEvent): boolean => {
      selection.clear()
      return handlePainted(event)
    },
    contextMenu: (event: MouseEvent) => {
      const at = { x: event.clientX, y: event.clientY }
      const pointed = paintedAt(at)
      if (!pointed || !('id' in pointed)) menu.openCanvas(at)
      else menu.ref.current?.open({ of: 'node', id: pointed.id, at })
    },
  }
}

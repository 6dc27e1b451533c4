import { useReactFlow } from '@xyflow/react'
import { type MouseEvent, useRef } from 'react'
import type { Selection } from '../../../view-state/selection.ts'
import { hitTest } from '../hitTest.ts'
import type { Point } from '../layout/geometry.ts'
import { namedAt, type Painting } from '../paint/paint.ts'
import type { Scene } from '../paint/scene.ts'
import { TILE_BELOW } from '../paint/usePainting.ts'
import type { useMenu } from '../useMenu.ts'
import type { ViewControls } from '../useViewport.ts'

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
  const flow = useReactFlow()
  /** Whether the first click of a double click was on the empty canvas. */
  const isOnEmpty = useRef(false)
  const paintedAt = (at: Point) =>
    hitTest(scene, flow.screenToFlowPosition(at), { zoom: view.view().zoom, tileBelow: TILE_BELOW })
  /** Handles clicks on painted nodes. Returns whether there was one. */
  const handlePainted = ({ currentTarget, clientX, clientY }: MouseEvent): boolean => {
    const frame = currentTarget.getBoundingClientRect()
    const namedId = namedAt(painting, { x: clientX - frame.left, y: clientY - frame.top })
    const namedBranch = namedId === undefined ? undefined : scene.extents.get(namedId)
    const pointed = namedBranch ? { branch: namedBranch } : paintedAt({ x: clientX, y: clientY })
    if (!pointed) return false
    if ('branch' in pointed) view.showRegion(pointed.branch)
    else onSelect(pointed.id)
    return true
  }
  return {
    onDoubleClick: ({ target, clientX, clientY }: MouseEvent) => {
      if (isPane(target) && isOnEmpty.current) onAdd?.(flow.screenToFlowPosition({ x: clientX, y: clientY }))
    },
    onPaneClick: (event: MouseEvent) => {
      selection.clear()
      const isPainted = handlePainted(event)
      if (event.detail < 2) isOnEmpty.current = !isPainted
    },
    onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => {
      event.preventDefault()
      const at = { x: event.clientX, y: event.clientY }
      const pointed = paintedAt(at)
      if (!pointed || !('id' in pointed)) menu.openCanvas(at)
      else menu.ref.current?.open({ of: 'node', id: pointed.id, at })
    },
  }
}

const isPane = (target: EventTarget): boolean => target instanceof Element && target.matches('.react-flow__pane')

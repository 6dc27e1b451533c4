import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { isField } from '../../../lib/shortcuts.ts'
import type { Selection } from '../../../view-state/selection.ts'
import type { Scene } from '../paint/scene.ts'
import { useViewStore } from '../view/ViewContext.ts'
import type { View } from '../view/view.ts'
import { DragOverlay } from './DragOverlay.tsx'
import { type EdgeElement, EdgeElements } from './EdgeElements.tsx'
import { type CardElement, GraphCard } from './GraphCard.tsx'
import { cardOf, isControl, type Target, targetOf } from './targetOf.ts'
import { type DragActions, useDrags } from './useDrags.ts'

type Attributes = Pick<
  ComponentProps<'div'>,
  'tabIndex' | 'onFocus' | 'onBlur' | 'onKeyDown' | 'onKeyUp' | 'aria-label'
>

interface Props extends Attributes {
  ref: RefObject<HTMLDivElement | null>
  scene: Scene
  cards: readonly CardElement[]
  edges: readonly EdgeElement[]
  selection: Selection
  canEdit: boolean
  wheelZooms: boolean
  drags: DragActions
  /** Not called for the controls of cards. */
  onClick: (event: MouseEvent, target: Target) => void
  onDoubleClick: (event: MouseEvent, target: Target) => void
  onContextMenu: (event: MouseEvent, target: Target) => void
  /** The mouse is over another card, or over none. */
  onHover: (id: string | null) => void
  /** What else is on the canvas. */
  children: ReactNode
}

/** The canvas with cards and edges as elements, and what pointers do on it. Its layer follows the view without rendering. */
export function GraphSurface({
  ref,
  scene,
  cards,
  edges,
  selection,
  canEdit,
  wheelZooms,
  drags,
  onClick,
  onDoubleClick,
  onContextMenu,
  onHover,
  onKeyDown,
  children,
  ...attributes
}: Props) {
  const view = useViewStore()
  const layer = useRef<HTMLDivElement>(null)
  const hovered = useRef<string | null>(null)
  const mark = useDrags(ref, { ...drags, scene, selection, canEdit, wheelZooms })
  useEffect(() => {
    view.attach(ref.current)
    return () => view.attach(null)
  }, [view, ref])
  useLayoutEffect(() => {
    const place = ({ x, y, zoom }: View) => {
      if (layer.current) layer.current.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`
    }
    place(view.get())
    return view.watch(place)
  }, [view])
  const hover = (id: string | null) => {
    if (id !== hovered.current) onHover(id)
    hovered.current = id
  }
  /** A page that opens under a resting pointer gets `pointerover` too. */
  const hasMoved = useRef(false)
  const under = useRef<string | null>(null)
  const on = (handle: Props['onClick']) => (event: MouseEvent) => {
    const target = targetOf(event.target)
    if (target) handle(event, target)
  }
  const unlessControl = (handle: (event: MouseEvent) => void) => (event: MouseEvent) =>
    !isControl(event.target) && handle(event)
  return (
    <div
      {...attributes}
      ref={ref}
      role="application"
      className="graph-pane focus-visible:-outline-offset-2"
      onKeyDown={onKeyDown}
      onClick={unlessControl(on(onClick))}
      onDoubleClick={unlessControl(on(onDoubleClick))}
      onContextMenu={(event) => !isField(event.target) && on(onContextMenu)(event)}
      onPointerOver={({ target, pointerType }) => {
        under.current = pointerType === 'touch' ? null : (cardOf(targetOf(target)) ?? null)
        if (hasMoved.current) hover(under.current)
      }}
      onPointerMove={({ movementX, movementY }) => {
        if (hasMoved.current || (movementX === 0 && movementY === 0)) return
        hasMoved.current = true
        hover(under.current)
      }}
      onPointerLeave={() => hover(null)}
    >
      <div ref={layer} className="graph-layer">
        <EdgeElements edges={edges} canEdit={canEdit} />
        {cards.map((card) => (
          <GraphCard key={card.id} card={card} />
        ))}
        {children}
        {mark && <DragOverlay mark={mark} scene={scene} />}
      </div>
    </div>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import { useLatest } from '../../lib/useLatest.ts'
import { fittedView } from './layout/fit.ts'
import { type Box, contains, type Direction, type Size } from './layout/geometry.ts'
import type { Scene } from './paint/scene.ts'
import { useViewStore } from './view/ViewContext.ts'
import { centeredOn, isNear, type Place, regionOf } from './view/view.ts'
import { FAR_ZOOM, levelAt } from './zoomLevels.ts'

/** How much the zoom commands zoom in. */
const ZOOM_STEP = 1.2
/** Minimum zoom at which a node is shown, so that it is readable. */
const CARD_ZOOM = 0.7
/** px left around what is brought into view; at the bottom are the controls. */
const EDGE = { left: 16, right: 16, top: 16, bottom: 76 } as const
/** Duration of viewport animations. 0 with reduced motion. */
const MOVE_MS = 180

/** An action that waits for the next scene. */
type Pending = { kind: 'show'; id: string } | { kind: 'hold'; id: string; at: Box } | { kind: 'fit' }

export type ViewControls = ReturnType<typeof useViewport>

interface Frame {
  viewport: Size
  /** The size of the open legend, which "Fit" leaves free. */
  legend: Size | null
  /** Returns the region of the nodes that match the filter, if there are any. */
  matchesExtent: () => Box | null | undefined
}

/** Sets the initial viewport and returns functions that move it. */
export function useViewport(scene: Scene, { viewport, legend, matchesExtent }: Frame) {
  const store = useViewStore()
  const latest = useLatest(scene)
  const extentToFit = useLatest(matchesExtent)
  const legendNow = useLatest(legend)
  const pending = useRef<Pending | null>(null)
  const hasBegun = useRef(false)

  const handle = useMemo(() => {
    const view = store.get
    const animate = (to: Place) => store.moveTo(to, moveMs())
    const center = (box: Box, zoom: number) =>
      animate(centeredOn(view(), { x: box.x + box.width / 2, y: box.y + box.height / 2 }, zoom))
    const fitTo = (region: Box) => animate(fittedView(region, view(), legendNow.current))
    /** Whether a box is in view and stays there. */
    const isShown = (box: Box) => !store.isAnimated && contains(regionOf(view()), box)
    const bring = (box: Box, { moves = () => true }: { moves?: (axis: 'x' | 'y', fits: boolean) => boolean } = {}) => {
      const to = { ...view(), ...store.destination }
      const { x, y, zoom } = to
      const region = regionOf(to)
      const along = (axis: 'x' | 'y', span: Span, within: Span) =>
        moves(axis, span.end - span.start <= within.end - within.start) ? intoView(span, within) : 0
      const across = along(
        'x',
        { start: box.x, end: box.x + box.width },
        { start: region.x + EDGE.left / zoom, end: region.x + region.width - EDGE.right / zoom },
      )
      const down = along(
        'y',
        { start: box.y, end: box.y + box.height },
        { start: region.y + EDGE.top / zoom, end: region.y + region.height - EDGE.bottom / zoom },
      )
      if (across === 0 && down === 0) return
      animate({ x: x + across * zoom, y: y + down * zoom, zoom })
    }
    return {
      view,
      /** Whether the viewport has its initial position. */
      hasBegun: () => hasBegun.current,
      zoomIn: () => store.zoomBy(ZOOM_STEP, { ms: moveMs() }),
      zoomOut: () => store.zoomBy(1 / ZOOM_STEP, { ms: moveMs() }),
      /** Without animation, which the next step would interrupt. */
      zoomBy: (factor: number) => store.zoomBy(factor),
      zoomTo: (zoom: number) => store.zoomTo(zoom, { ms: moveMs() }),
      fit: () => {
        const extent = extentToFit.current() ?? latest.current.extents.get(null)
        if (extent) fitTo(extent)
      },
      /**
       * Moves a node into view, and zooms in if its title could not be read. Waits for the next scene if the node has
       * no position yet.
       */
      show: (id: string) => {
        const box = latest.current.layout.boxes.get(id)
        const { zoom } = view()
        if (!box || !hasBegun.current) pending.current = { kind: 'show', id }
        else if (levelAt(zoom).title === 0 || !isShown(box)) center(box, Math.max(zoom, CARD_ZOOM))
      },
      /** Moves a node that gets the focus into view by as little as possible, and zooms in where cards are too small. */
      zoomIntoView: (id: string) => {
        const box = latest.current.layout.boxes.get(id)
        if (box && view().zoom < FAR_ZOOM) center(box, CARD_ZOOM)
        else if (box && !isShown(box)) bring(box)
      },
      /** Moves a region into view by as little as possible. */
      bring: (box: Box) => bring(box),
      /** The same for a branch. Of a large one it shows the beginning, with the card of its top. */
      bringBranch: (extent: Box, direction: Direction) =>
        bring(extent, { moves: (axis, fits) => fits || axis === (direction === 'down' ? 'y' : 'x') }),
      /** Moves a node into view by as little as possible, and zooms in if its title could not be read. */
      bringIn: (id: string) => {
        const box = latest.current.layout.boxes.get(id)
        if (box && levelAt(view().zoom).title === 0) center(box, CARD_ZOOM)
        else if (box) bring(box)
      },
      /** Zooms to a region. */
      showRegion: fitTo,
      /** Keeps a node in place on the screen through the next layout change. Then brings its branch into view. */
      keepInPlace: (id: string) => {
        const at = latest.current.layout.boxes.get(id)
        if (at) pending.current = { kind: 'hold', id, at }
      },
      /** Fits the next scene, unless it is to show a node. */
      fitNext: () => {
        if (pending.current?.kind !== 'show') pending.current = { kind: 'fit' }
      },
      /** Runs a change, then fits the whole plan once it has a new layout. */
      fitAfter: (change: () => void) => {
        pending.current = { kind: 'fit' }
        change()
      },
    }
  }, [store])

  const drawn = useRef<{ extent: Box; relaid: symbol | undefined } | null>(null)
  useEffect(() => {
    const { layout, extents } = scene
    const extent = extents.get(null)
    if (!extent) return
    const last = drawn.current
    drawn.current = { extent, relaid: layout.relaid }
    if (!hasBegun.current) {
      hasBegun.current = true
      store.moveTo(fittedView(extent, handle.view(), legendNow.current))
    }
    const { current: waiting } = pending
    pending.current = null
    if (waiting?.kind === 'show') handle.show(waiting.id)
    if (waiting?.kind === 'fit') handle.fit()
    // Where the whole plan was in view, it stays so when its nodes make room for new ones.
    const isMoved = last !== null && layout.relaid !== undefined && layout.relaid !== last.relaid
    if (!waiting && isMoved && isNear(fittedView(last.extent, handle.view(), legendNow.current), store.destination))
      handle.fit()
    const now = waiting?.kind === 'hold' ? layout.boxes.get(waiting.id) : undefined
    if (waiting?.kind === 'hold' && now) {
      const { x, y, zoom } = handle.view()
      store.moveTo({ x: x - (now.x - waiting.at.x) * zoom, y: y - (now.y - waiting.at.y) * zoom, zoom })
      const branch = extents.get(waiting.id)
      if (branch) handle.bringBranch(branch, layout.direction)
    }
  }, [scene, store, handle])

  const extent = scene.extents.get(null)
  useEffect(() => {
    if (extent) store.allowZoom(fittedView(extent, viewport, legend).zoom)
  }, [store, extent, viewport, legend])

  // A plan that was fitted is fitted again when its middle was kept in a viewport of another size.
  const shown = useRef(viewport)
  useEffect(() => {
    const before = shown.current
    shown.current = viewport
    if (before === viewport || !extent || !hasBegun.current) return
    const { x, y, zoom } = fittedView(extent, before, legendNow.current)
    const middle = { x: x + (viewport.width - before.width) / 2, y: y + (viewport.height - before.height) / 2, zoom }
    if (isNear(middle, store.destination)) store.moveTo(fittedView(extent, viewport, legendNow.current))
  }, [store, extent, viewport])
  return handle
}

interface Span {
  start: number
  end: number
}

/** How far a span has to move to be within another, its start if it is larger. */
function intoView(span: Span, within: Span): number {
  const before = within.start - span.start
  const after = span.end - within.end
  if (before > 0) return before
  return after > 0 ? -Math.min(after, -before) : 0
}

export const moveMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS)

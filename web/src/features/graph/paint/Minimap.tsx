import { memo, type PointerEvent, useEffect, useRef } from 'react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { keepClearOfToasts } from '../../../ui/toastOffset.ts'
import type { Box } from '../layout/geometry.ts'
import { useViewStore } from '../view/ViewContext.ts'
import { regionOf, showsAll, type View } from '../view/view.ts'
import { type Painting, paint } from './paint.ts'

const WIDTH = 200
const HEIGHT = 150
const PADDING = 8
/** px between the frame and the border of the map. */
const FRAME_EDGE = 3
/** Delay after a node change, so that repainting the whole plan does not delay the card that changed. */
const REDRAW_MS = 150
/** Branches smaller than this many px on the map are painted as one tile. */
const TILE_BELOW = 6

interface Props {
  painting: Painting
  nodes: PlanNodes
}

/**
 * A map of the whole plan with a frame around the viewport. Press or drag to move the viewport. Hidden while the
 * viewport shows the whole plan: it would only cover cards.
 */
export const Minimap = memo(function Minimap({ painting, nodes }: Props) {
  const map = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const view = useViewStore()
  const extent = painting.scene.extents.get(null)

  useEffect(() => {
    if (!extent) return
    const whole = wholeView(extent)
    const drawMap = () => {
      const pen = map.current?.getContext('2d')
      if (!pen) return
      const ratio = window.devicePixelRatio || 1
      paint(pen, { ...painting, tileBelow: TILE_BELOW, hasLabels: false }, whole, ratio)
    }
    const drawFrame = () => {
      const region = regionOf(view.get())
      if (!frame.current) return
      frame.current.parentElement?.toggleAttribute('data-unneeded', showsAll(view.get(), extent))
      const left = within(region.x * whole.zoom + whole.x, WIDTH)
      const top = within(region.y * whole.zoom + whole.y, HEIGHT)
      Object.assign(frame.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${within((region.x + region.width) * whole.zoom + whole.x, WIDTH) - left}px`,
        height: `${within((region.y + region.height) * whole.zoom + whole.y, HEIGHT) - top}px`,
      })
    }
    drawMap()
    drawFrame()
    let redrawing: ReturnType<typeof setTimeout> | undefined
    const redrawLater = () => {
      redrawing ??= setTimeout(() => {
        redrawing = undefined
        drawMap()
      }, REDRAW_MS)
    }
    const stopWatching = nodes.watchAll(redrawLater)
    const stopFollowing = view.watch(drawFrame)
    return () => {
      clearTimeout(redrawing)
      stopWatching()
      stopFollowing()
    }
  }, [painting, extent, nodes, view])

  if (!extent) return null
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const { x, y, zoom } = wholeView(extent)
    view.center({ x: (event.clientX - left - x) / zoom, y: (event.clientY - top - y) / zoom })
  }
  const ratio = window.devicePixelRatio || 1
  return (
    <div
      ref={keepClearOfToasts}
      aria-hidden
      onPointerDown={goTo}
      onPointerMove={goTo}
      style={{ width: WIDTH, height: HEIGHT }}
      className="absolute right-3 bottom-3 z-10 cursor-pointer touch-none overflow-hidden rounded-10 border border-line bg-surface shadow-float transition-opacity data-unneeded:pointer-events-none data-unneeded:opacity-0 @max-[800px]:bottom-17 @max-[700px]:hidden"
    >
      <canvas ref={map} width={WIDTH * ratio} height={HEIGHT * ratio} className="size-full" />
      <div
        ref={frame}
        className="pointer-events-none absolute rounded-[3px] border-2 border-accent bg-accent-soft/30"
      />
    </div>
  )
})

/** Keeps the frame inside the map if the viewport shows more than the plan. */
const within = (place: number, size: number): number => Math.min(Math.max(place, FRAME_EDGE), size - 2 - FRAME_EDGE)

/** Returns a view of the whole plan. */
function wholeView({ x, y, width, height }: Box): View {
  const zoom = Math.min((WIDTH - 2 * PADDING) / width, (HEIGHT - 2 * PADDING) / height)
  return {
    x: (WIDTH - width * zoom) / 2 - x * zoom,
    y: (HEIGHT - height * zoom) / 2 - y * zoom,
    zoom,
    width: WIDTH,
    height: HEIGHT,
  }
}

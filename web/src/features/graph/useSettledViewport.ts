import { useEffect, useState } from 'react'
import type { Box } from './layout/geometry.ts'
import { useViewStore } from './view/ViewContext.ts'
import type { View } from './view/view.ts'
import { FAR_ZOOM, type Level, levelAt } from './zoomLevels.ts'

/** ms without movement after which the viewport has settled. */
const STILL_MS = 100
/** Regions are rounded to this many px of the canvas, so that small movements do not change them. */
const STEP = 300

/** The settled viewport. While moving, the previous one. */
export interface SettledViewport {
  /** The part of the canvas that has cards. null when zoomed out. */
  region: Box | null
  /** Of the cards in it. */
  level: Level
}

const NOWHERE: SettledViewport = { region: null, level: levelAt(1) }

/**
 * Tracks the viewport once it has stopped moving. Cards mount only then, because mounting drops frames. Until then the
 * canvas layer paints the nodes.
 */
export function useSettledViewport(hasBegun: () => boolean): { settled: SettledViewport; isMoving: boolean } {
  const view = useViewStore()
  const [settled, setStill] = useState(NOWHERE)
  const [isMoving, setMoving] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isPlaced = false
    const stand = () => {
      isPlaced = true
      setStill((before) => standing(view.get(), before))
      setMoving(false)
    }
    const stop = view.watch(() => {
      if (!hasBegun()) return
      if (!isPlaced) return stand()
      setMoving(true)
      clearTimeout(timer)
      timer = setTimeout(stand, STILL_MS)
    })
    if (hasBegun()) stand()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [view, hasBegun])
  return { settled, isMoving }
}

function standing({ x, y, zoom, width, height }: View, before: SettledViewport): SettledViewport {
  if (zoom < FAR_ZOOM) return NOWHERE
  const left = Math.floor(-x / zoom / STEP) * STEP
  const top = Math.floor(-y / zoom / STEP) * STEP
  const right = Math.ceil((width - x) / zoom / STEP) * STEP
  const bottom = Math.ceil((height - y) / zoom / STEP) * STEP
  const region = { x: left, y: top, width: right - left, height: bottom - top }
  const level = levelAt(zoom)
  return isSame(before.region, region) && before.level === level ? before : { region, level }
}

const isSame = (a: Box | null, b: Box): boolean =>
  a?.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import { useViewStore } from '../view/ViewContext.ts'
import { type Painting, paint } from './paint.ts'

interface Props {
  painting: Painting
  nodes: PlanNodes
}

/** The canvas under the cards. Follows the viewport in the same frame and repaints only on changes. */
export function CanvasLayer({ painting, nodes }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = useViewStore()
  const latest = useLatest(painting)
  const hasNodes = useRef(false)
  const draw = useMemo(
    () => () => {
      const now = view.get()
      const pen = canvas.current && penOf(canvas.current, now)
      if (pen) hasNodes.current = paint(pen, latest.current, now, pixelRatio())
    },
    [view],
  )

  useEffect(() => {
    const frame = onePerFrame(draw)
    const stopFollowing = view.watch(frame.ask)
    // Repaint only if nodes are painted here. Cards update themselves.
    const stopWatching = nodes.watchAll(() => hasNodes.current && frame.ask())
    return () => {
      stopFollowing()
      stopWatching()
      frame.cancel()
    }
  }, [view, nodes, draw])

  // Repaints in the frame in which cards mount or unmount, so that no node is ever missing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `draw` reads the painting from `latest`.
  useLayoutEffect(draw, [painting, draw])

  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
}

const pixelRatio = (): number => window.devicePixelRatio || 1

/** Resizes the canvas and returns its context. */
function penOf(canvas: HTMLCanvasElement, size: { width: number; height: number }): CanvasRenderingContext2D | null {
  const [width, height] = [Math.round(size.width * pixelRatio()), Math.round(size.height * pixelRatio())]
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  return canvas.getContext('2d')
}

/** Runs `work` at most once per frame. */
function onePerFrame(work: () => void) {
  let request = 0
  return {
    ask: () => {
      request ||= requestAnimationFrame(() => {
        request = 0
        work()
      })
    },
    cancel: () => cancelAnimationFrame(request),
  }
}

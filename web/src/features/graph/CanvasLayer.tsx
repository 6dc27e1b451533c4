import { useStoreApi } from '@xyflow/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { type Painting, paint, type View } from './paint.ts'

interface Props {
  painting: Painting
  nodes: PlanNodes
}

/** The layer under the cards. It follows the window in the same frame, and paints nothing while nothing changes. */
export function CanvasLayer({ painting, nodes }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const store = useStoreApi()
  const latest = useRef(painting)
  latest.current = painting

  useEffect(() => {
    const frame = onePerFrame(() => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      draw(canvas, latest.current, { x, y, zoom, width, height })
    })
    const stopFollowing = store.subscribe((state, before) => {
      if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height)
        frame.ask()
    })
    // Only what is drawn here changes with a node; cards look after themselves.
    const stopWatching = nodes.watchAll(() => latest.current.withNodes && frame.ask())
    return () => {
      stopFollowing()
      stopWatching()
      frame.cancel()
    }
  }, [store, nodes])

  useEffect(() => {
    const { transform, width, height } = store.getState()
    const [x, y, zoom] = transform
    draw(canvas, painting, { x, y, zoom, width, height })
  }, [painting, store])

  return <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
}

function draw(canvas: RefObject<HTMLCanvasElement | null>, painting: Painting, view: View): void {
  const element = canvas.current
  const pen = element?.getContext('2d')
  if (!element || !pen) return
  const ratio = window.devicePixelRatio || 1
  const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)]
  if (element.width !== width || element.height !== height) {
    element.width = width
    element.height = height
  }
  paint(pen, painting, view, ratio)
}

/** Several changes in one frame are one painting. */
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

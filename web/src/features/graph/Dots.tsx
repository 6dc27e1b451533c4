import { Background, BackgroundVariant, useStore } from '@xyflow/react'

/** Between the dots, in px of the canvas at zoom 1. */
const GAP = 20
/** On the screen they never stand closer than this many px. */
const GAP_MIN = 12
/** px on the screen. */
const SIZE = 2

/** The dotted ground: the dots keep their size at every zoom, and far away there are fewer of them. */
export function Dots() {
  const zoom = useStore(({ transform }) => transform[2])
  const doublings = Math.max(0, Math.ceil(Math.log2(GAP_MIN / (GAP * zoom))))
  return (
    <Background
      variant={BackgroundVariant.Dots}
      gap={GAP * 2 ** doublings}
      size={SIZE / zoom}
      color="var(--graph-dot)"
    />
  )
}

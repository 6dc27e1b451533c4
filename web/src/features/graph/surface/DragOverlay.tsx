import type { Scene } from '../paint/scene.ts'
import { useView } from '../view/ViewContext.ts'
import type { OpenLine } from './lineDrag.ts'
import type { DragMark } from './useDrags.ts'

/** The box or the line that is being drawn, on the canvas. */
export function DragOverlay({ mark, scene }: { mark: DragMark; scene: Scene }) {
  const zoom = useView((view) => view.zoom)
  if (mark.kind === 'box') {
    const { x, y, width, height } = mark.box
    return (
      <div
        data-testid="selection-box"
        className="graph-drag-box"
        style={{ width, height, borderWidth: 1 / zoom, transform: `translate(${x}px, ${y}px)` }}
      />
    )
  }
  const { line } = mark
  const over = line.overId === undefined ? undefined : scene.layout.boxes.get(line.overId)
  return (
    <svg aria-hidden className="graph-drag-line">
      {over && <rect {...over} rx={10} strokeWidth={3 / zoom} />}
      <path d={pathOf(line)} strokeWidth={2 / zoom} />
      <circle cx={line.to.x} cy={line.to.y} r={4 / zoom} />
    </svg>
  )
}

/** A curve that leaves the side of the card on which it begins. */
function pathOf({ from, to, end }: OpenLine): string {
  const bend = Math.max(Math.abs(to.x - from.x) / 2, 20) * (end === 'source' ? 1 : -1)
  return `M${from.x},${from.y} C${from.x + bend},${from.y} ${to.x - bend},${to.y} ${to.x},${to.y}`
}

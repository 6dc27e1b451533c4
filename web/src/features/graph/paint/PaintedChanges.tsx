import { type RemoteChange, useRemoteChanges } from '../../../data/remoteChanges.ts'
import { ChangeAuthor, ChangeMark } from '../../../display/ChangeMark.tsx'
import type { Box } from '../layout/geometry.ts'
import { useView } from '../view/ViewContext.ts'
import type { Painting } from './paint.ts'

/** Marks nodes without cards after they were changed, on top of the graph. Cards mark themselves. */
export function PaintedChanges({ painting: { scene, cards } }: { painting: Painting }) {
  const changes = useRemoteChanges()
  if (changes.size > MARKS_MAX) return null
  return [...changes].map(([id, change]) => {
    const box = scene.layout.boxes.get(id)
    return box && !cards.has(id) && <PaintedChange key={id} box={box} change={change} />
  })
}

/** More marks would cover the graph. Rows of the tree show them all. */
const MARKS_MAX = 50
/** px. A mark is at least as large, because a node of a large plan is a few pixels high. */
const MARK_MIN = 16

function PaintedChange({ box, change }: { box: Box; change: RemoteChange }) {
  const { x, y, zoom } = useView((view) => view)
  const width = Math.max(MARK_MIN, box.width * zoom)
  const height = Math.max(MARK_MIN, box.height * zoom)
  const left = (box.x + box.width / 2) * zoom + x - width / 2
  const top = (box.y + box.height / 2) * zoom + y - height / 2
  return (
    <div className="pointer-events-none absolute rounded-6" style={{ left, top, width, height }}>
      <ChangeMark change={change} />
      <span className="absolute -top-2.5 left-3 flex">
        <ChangeAuthor change={change} look="card" />
      </span>
    </div>
  )
}

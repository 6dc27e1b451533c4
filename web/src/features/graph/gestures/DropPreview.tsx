import { CornerDownRight } from 'lucide-react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { shorten } from '../../../lib/shorten.ts'
import { cx } from '../../../ui/cx.ts'
import type { Scene } from '../paint/scene.ts'
import { useView } from '../view/ViewContext.ts'
import type { DropTarget } from './useDropOnCard.ts'

/** px of the canvas around the card. */
const MARGIN = 8

interface Props {
  target: DropTarget
  scene: Scene
  nodes: PlanNodes
}

/** A frame around the card that would become the parent of the dragged one, and a sentence that says so. */
export function DropPreview({ target: { id, isReady }, scene, nodes }: Props) {
  const zoom = useView((view) => view.zoom)
  const box = scene.layout.boxes.get(id)
  const node = nodes.get(id)
  if (!box || !node) return null
  return (
    <div
      data-testid="drop-preview"
      data-ready={isReady || undefined}
      className={cx(
        'pointer-events-none absolute top-0 left-0 z-10 rounded-10 border-accent motion-safe:transition-[background-color]',
        isReady ? 'bg-accent/15' : 'border-dashed',
      )}
      style={{
        borderWidth: (isReady ? 3 : 2) / zoom,
        width: box.width + 2 * MARGIN,
        height: box.height + 2 * MARGIN,
        transform: `translate(${box.x - MARGIN}px, ${box.y - MARGIN}px)`,
      }}
    >
      {isReady && (
        <p
          role="status"
          className="absolute bottom-full left-0 flex origin-bottom-left items-center gap-1.5 whitespace-nowrap rounded-6 bg-accent px-2 py-1 text-12 text-white shadow-float"
          style={{ transform: `scale(${1 / zoom})`, marginBottom: 6 / zoom }}
        >
          <CornerDownRight size={14} aria-hidden />
          Move to “{shorten(titleOf(node), 40)}”
        </p>
      )}
    </div>
  )
}

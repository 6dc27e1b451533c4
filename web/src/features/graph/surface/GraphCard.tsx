import { memo } from 'react'
import { cx } from '../../../ui/cx.ts'
import { NodeCard } from '../cards/NodeCard.tsx'
import type { Box } from '../layout/geometry.ts'

/** A card on the canvas. The same object until something about it changes. */
export interface CardElement extends Box {
  id: string
  selected: boolean
  /** Classes for a filter or a path. */
  className: string
}

/** The card of a node in its place. When it moves, the card itself does not render again. */
export const GraphCard = memo(function GraphCard({ card }: { card: CardElement }) {
  const { id, x, y, width, height, selected, className } = card
  return (
    <div
      data-id={id}
      className={cx('graph-card', selected && 'selected', className)}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    >
      <NodeCard id={id} selected={selected} />
    </div>
  )
})

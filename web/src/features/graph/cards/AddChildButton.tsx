import { Plus } from 'lucide-react'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { cx } from '../../../ui/cx.ts'
import { useGraphTools } from '../GraphContext.ts'

/** Adds a child, on the side of the card where the children are. By keyboard, the card's menu does. */
export function AddChildButton({ id }: { id: string }) {
  const { nodes, direction, onAddChild } = useGraphTools()
  const node = nodes.get(id)
  if (!node) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`Add child to ${titleOf(node)}`}
      title="Add child"
      onClick={(event) => {
        event.stopPropagation()
        onAddChild(id)
      }}
      className={cx(
        'absolute inline-flex size-5 items-center justify-center rounded-full border border-accent bg-surface text-accent-ink hover:bg-accent-soft before:absolute before:-inset-1 pointer-coarse:before:-inset-2.5',
        // Clear of the badges on the right and of the collapse button in the middle.
        direction === 'down' ? '-bottom-2.5 left-4' : '-right-2.5 bottom-1.5',
      )}
    >
      <Plus size={14} aria-hidden />
    </button>
  )
}

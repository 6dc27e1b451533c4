import { Plus } from 'lucide-react'
import { titleOf } from '../../../look/nodeLook.tsx'
import { cx } from '../../../ui/cx.ts'
import { useGraphTools } from '../GraphContext.ts'

/** Adds a child, on the side of the card where the children are. By keyboard, the card's menu does. */
export function AddChildButton({ id }: { id: string }) {
  const { nodes, direction, onAddChild } = useGraphTools()
  const node = nodes.get(id)
  if (!node) return null
  const hasFold = node.metadata.child_count > 0
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
        'nodrag nopan absolute inline-flex size-5 items-center justify-center rounded-full border border-accent bg-surface text-accent-ink hover:bg-accent-soft before:absolute before:-inset-1 pointer-coarse:before:-inset-2.5',
        direction === 'down' ? '-bottom-2.5 left-1/2' : '-right-2.5 bottom-1.5',
        direction === 'down' && (hasFold ? 'translate-x-6' : '-translate-x-1/2'),
      )}
    >
      <Plus size={14} aria-hidden />
    </button>
  )
}

import { ChevronDown, ChevronUp } from 'lucide-react'
import { counted } from '../../../lib/numbers.ts'
import { titleOf } from '../../../look/nodeLook.tsx'
import { useGraphTools } from '../GraphContext.ts'

/** Collapses or expands the branch under a card. While collapsed, shows the number of hidden nodes. */
export function FoldButton({ id }: { id: string }) {
  const { nodes, tree, setOpen, countBelow } = useGraphTools()
  const node = nodes.get(id)
  const isOpen = tree.childrenOf(id).length > 0
  const title = node ? titleOf(node) : ''
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Collapse ${title}` : `Expand ${title} (${counted(countBelow(id), 'node')})`}
      onClick={(event) => {
        event.stopPropagation()
        setOpen(id, !isOpen)
      }}
      className="nodrag absolute -bottom-2.5 left-1/2 inline-flex h-5 -translate-x-1/2 items-center gap-0.5 rounded-full border border-line-strong bg-surface px-1.5 text-12 text-muted tabular-nums opacity-0 transition-opacity hover:text-ink focus-visible:opacity-100 group-hover/card:opacity-100 aria-[expanded=false]:opacity-100 pointer-coarse:opacity-100 pointer-coarse:before:absolute pointer-coarse:before:-inset-3.5"
    >
      {isOpen ? (
        <ChevronUp size={12} aria-hidden />
      ) : (
        <>
          {countBelow(id)}
          <ChevronDown size={12} aria-hidden />
        </>
      )}
    </button>
  )
}

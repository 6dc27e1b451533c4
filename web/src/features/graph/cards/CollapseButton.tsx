import { ChevronUp } from 'lucide-react'
import { titleOf } from '../../../display/nodeDisplay.tsx'
import { NodeIcon } from '../../../display/nodeIcons.tsx'
import { counted, formatNumber } from '../../../lib/numbers.ts'
import { useGraphTools } from '../GraphContext.ts'
import type { Mark } from './marks.ts'
import { colorOf } from './tones.ts'

/** Collapses or expands the branch under a card. While collapsed, shows the number of hidden nodes. */
export function CollapseButton({ id, marks }: { id: string; marks: readonly Mark[] }) {
  const { nodes, tree, setOpen, looks, level } = useGraphTools()
  const node = nodes.get(id)
  const isOpen = tree.childrenOf(id).length > 0
  const title = node ? titleOf(node) : ''
  const badge = marks.find((mark) => mark.part === 'fold' && mark.kind === 'box')
  const size = level.name === 'close' ? 12 : Math.round(level.title * 0.8)
  const height = size + 8
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={isOpen}
      aria-label={isOpen ? `Collapse ${title}` : `Expand ${title}, ${counted(looks.countBelow(id), 'node')}`}
      onClick={(event) => {
        event.stopPropagation()
        setOpen(id, !isOpen)
      }}
      data-mark="fold"
      style={{
        ...{ height, bottom: -height / 2, fontSize: size, lineHeight: `${size}px`, fontWeight: 500 },
        ...(badge?.kind === 'box' && { left: badge.x, width: badge.width }),
        ...{ borderColor: colorOf('line-strong'), background: colorOf('surface'), color: colorOf('muted') },
      }}
      className="absolute left-1/2 inline-flex items-center justify-center gap-[3px] rounded-full border px-1.5 opacity-0 transition-opacity hover:text-ink focus-visible:opacity-100 group-hover/card:opacity-100 aria-[expanded=false]:opacity-100 aria-expanded:-translate-x-1/2 aria-[expanded=false]:translate-x-0 pointer-coarse:opacity-100 pointer-coarse:before:absolute pointer-coarse:before:-inset-3.5"
    >
      {isOpen ? (
        <ChevronUp size={size} aria-hidden />
      ) : (
        <>
          {formatNumber(looks.countBelow(id))}
          <NodeIcon icon="folded" size={size} />
        </>
      )}
    </button>
  )
}

import { X } from 'lucide-react'
import { formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'

/** Says that a filter dims nodes, and clears it. For layouts without a tree. */
export function FilterBar({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className="absolute top-3 left-3 z-10 flex items-center gap-1 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 text-12 text-muted shadow-float">
      <span role="status" className="tabular-nums">
        {formatNumber(count)} {count === 1 ? 'match' : 'matches'}
      </span>
      <Button size="sm" variant="ghost" icon={<X size={14} aria-hidden />} onClick={onClear}>
        Clear filters
      </Button>
    </div>
  )
}

// Bars at the top left of the canvas.
import { CircleAlert, X } from 'lucide-react'
import { formatNumber } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

const BAR = 'flex items-center gap-1 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 text-12 shadow-float'

/** Says that a filter dims nodes, and clears it. For layouts without a tree. */
export function FilterBar({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <div className={cx(BAR, 'text-muted')}>
      <span role="status" className="tabular-nums">
        {formatNumber(count)} {count === 1 ? 'match' : 'matches'}
      </span>
      <Button size="sm" variant="ghost" icon={<X size={14} aria-hidden />} onClick={onClear}>
        Clear filters
      </Button>
    </div>
  )
}

/** Says that the graph lacks its dependencies, and loads them again. */
export function DependenciesFailedBar({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className={BAR}>
      <CircleAlert size={14} aria-hidden className="text-blocked-ink" />
      Dependencies failed to load
      <Button size="sm" variant="ghost" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted, formatNumber } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Path } from './path.ts'

/** Says what the colors of a pinned path mean, and unpins it. */
export function PathBar({ title, path, onClose }: { title: string; path: Path; onClose: () => void }) {
  const { before, after } = path
  return (
    <div className="absolute top-3 left-3 z-10 flex max-w-[calc(100%-9rem)] @max-[560px]:top-14 @max-[560px]:max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 text-12 shadow-float">
      <span role="status" className="flex min-w-0 items-center gap-x-3 max-sm:flex-wrap">
        <span className="min-w-0 max-w-64 truncate font-medium text-ink">{title}</span>
        <Side color="bg-(--path-before)">waits for {counted(before.size, 'node')}</Side>
        <Side color="bg-(--path-after)">
          {formatNumber(after.size)} {after.size === 1 ? 'node waits' : 'nodes wait'} for it
        </Side>
      </span>
      <Button size="sm" variant="ghost" icon={<X size={14} aria-hidden />} onClick={onClose}>
        Close
      </Button>
    </div>
  )
}

function Side({ color, children }: { color: string; children: ReactNode }) {
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-muted">
      <span aria-hidden className={`size-2.5 rounded-full ${color}`} />
      {children}
    </span>
  )
}

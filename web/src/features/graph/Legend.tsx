import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { COLOR_BY_LABEL } from '../../view-state/viewOptions.ts'
import { colorOf } from './cards/tones.ts'
import { type ColorCounts, type Coloring, colorCounts, PLAN } from './coloring.ts'

const KEY = 'graph_legend'

interface Props {
  nodes: PlanNodes
  coloring: Coloring
  /** The branch that the graph shows, or null for the whole plan. */
  branchId: string | null
}

/** What the colors on the canvas mean, and how many nodes have each. Closed until it is opened once. */
export function Legend({ nodes, coloring, branchId }: Props) {
  const [isOpen, setState] = useState(() => readStored(KEY) === 'open')
  const setOpen = (open: boolean) => {
    writeStored(KEY, open ? 'open' : null)
    setState(open)
  }
  const by = COLOR_BY_LABEL[coloring.by]
  return (
    <section
      aria-label="Legend"
      className="absolute bottom-16 left-3 z-10 flex max-h-[calc(100%-8rem)] min-w-40 flex-col rounded-10 border border-line bg-surface text-12 shadow-float"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex items-center gap-2 rounded-10 px-3 py-1.5 text-muted hover:bg-hover hover:text-ink pointer-coarse:py-2.5"
      >
        {!isOpen && (
          <span aria-hidden className="flex gap-1">
            {coloring.entries.slice(0, 4).map(({ label, tone }) => (
              <Swatch key={label} color={colorOf(tone)} />
            ))}
          </span>
        )}
        <span className="flex-1 text-left">Colors: {by.toLowerCase()}</span>
        {isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronUp size={14} aria-hidden />}
      </button>
      {isOpen && <Entries {...{ nodes, coloring, branchId }} />}
    </section>
  )
}

function Entries({ nodes, coloring, branchId }: Props) {
  const counts: ColorCounts = useSyncExternalStore(nodes.watchAll, () => colorCounts(nodes, coloring))
  const below = counts.get(branchId ?? PLAN) ?? []
  const top = branchId === null ? undefined : nodes.get(branchId)
  const topIndex = top ? coloring.indexOf(top) : undefined
  const shown = coloring.entries
    .map((entry, index) => ({ ...entry, count: (below[index] ?? 0) + (index === topIndex ? 1 : 0) }))
    .filter(({ count }) => count > 0)
  return (
    <ul className="flex flex-col gap-1 overflow-y-auto px-3 pb-2">
      {shown.map(({ label, tone, count }) => (
        <li key={label} className="flex items-center gap-2">
          <Swatch color={colorOf(tone)} />
          <span className="max-w-48 flex-1 truncate">{label}</span>
          <span className="text-muted tabular-nums">{formatNumber(count)}</span>
        </li>
      ))}
    </ul>
  )
}

const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="size-2.5 shrink-0 rounded-[3px]" style={{ background: color }} />
)

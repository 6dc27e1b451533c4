import type { PlanEdge } from '@cairn/contract/api/edges'
import { type Ref, useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { EDGE_KIND_CHOICES } from '../../display/edgeDisplay.tsx'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { formatNumber } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { COLOR_BY_LABEL } from '../../view-state/viewOptions.ts'
import { colorOf } from './cards/tones.ts'
import { type Coloring, countedEntries } from './coloring.ts'
import { LEGEND_CORNER } from './layout/fit.ts'
import type { Size } from './layout/geometry.ts'

const KEY = 'graph_legend'

interface Props {
  nodes: PlanNodes
  coloring: Coloring
  /** The branch that the graph shows, or null for the whole plan. */
  branchId: string | null
  /** The nodes that match the filter, or null without one. */
  matches: ReadonlySet<string> | null
  /** The links that the graph shows. */
  edges: readonly Pick<PlanEdge, 'kind'>[]
  ref: Ref<HTMLElement>
}

/** Whether the legend is open, as chosen in this browser, and its size on the screen if so. */
export function useLegend() {
  const [isOpen, setState] = useState(() => readStored(KEY) === 'open')
  const toggle = useCallback(() => {
    writeStored(KEY, isOpen ? null : 'open')
    setState(!isOpen)
  }, [isOpen])
  const [size, setSize] = useState<Size | null>(null)
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const read = () => setSize({ width: element.offsetWidth, height: element.offsetHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => {
      observer.disconnect()
      setSize(null)
    }
  }, [])
  return useMemo(() => ({ isOpen, toggle, size, measure }), [isOpen, toggle, size, measure])
}

/** What the colors and lines on the canvas mean, and how many nodes have each color. */
export function Legend({ nodes, coloring, branchId, matches, edges, ref }: Props) {
  useSyncExternalStore(nodes.watchAll, () => nodes.changes)
  const entries = countedEntries(nodes, coloring, branchId, matches)
  const total = entries.reduce((sum, { count }) => sum + count, 0)
  const kinds = EDGE_KIND_CHOICES.filter(({ value }) => edges.some(({ kind }) => kind === value))
  const branch = branchId === null ? undefined : nodes.get(branchId)
  return (
    <section
      ref={ref}
      aria-label="Legend"
      style={LEGEND_CORNER}
      // On a phone a few lines above the toolbar, which leave most of the canvas free.
      className="absolute z-10 flex max-h-[calc(100%-8rem)] min-w-40 max-w-60 flex-col gap-1.5 rounded-10 border border-line bg-surface px-3 py-2 text-12 shadow-float max-sm:max-h-24 max-sm:max-w-[calc(100%-1.5rem)]"
    >
      <h2 className="text-muted max-sm:sr-only">{COLOR_BY_LABEL[coloring.by]}</h2>
      <ul
        aria-label={COLOR_BY_LABEL[coloring.by]}
        className="flex flex-col gap-1 overflow-y-auto max-sm:flex-row max-sm:flex-wrap max-sm:gap-x-3"
      >
        {entries.map(({ label, tone, count }) => (
          <li key={label} className="flex items-center gap-2">
            <Swatch color={colorOf(tone)} />
            <span className="min-w-0 flex-1 truncate max-sm:max-w-32" title={label}>
              {label}
            </span>
            <span className="text-muted tabular-nums">{formatNumber(count)}</span>
          </li>
        ))}
      </ul>
      <p className="text-muted max-sm:sr-only">
        {formatNumber(total)} {matches ? 'matching ' : ''}
        {total === 1 ? 'node' : 'nodes'} in {branch ? `“${shorten(titleOf(branch), 40)}”` : 'the plan'}
      </p>
      {kinds.length > 0 && (
        <ul
          aria-label="Links"
          className="flex flex-col gap-1 border-line border-t pt-1.5 max-sm:flex-row max-sm:flex-wrap max-sm:gap-x-3"
        >
          {kinds.map(({ value, label, icon }) => (
            <li key={value} className="flex items-center gap-2">
              {icon}
              {label}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="size-2.5 shrink-0 rounded-[3px]" style={{ background: color }} />
)

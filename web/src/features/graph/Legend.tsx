import { type Ref, useCallback, useState, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { COLOR_BY_LABEL } from '../../view-state/viewOptions.ts'
import { colorOf } from './cards/tones.ts'
import { type ColorCounts, type Coloring, colorCounts, PLAN } from './coloring.ts'
import { LEGEND_CORNER } from './layout/fit.ts'
import type { Size } from './layout/geometry.ts'

const KEY = 'graph_legend'

interface Props {
  nodes: PlanNodes
  coloring: Coloring
  /** The branch that the graph shows, or null for the whole plan. */
  branchId: string | null
  ref: Ref<HTMLElement>
}

/** Whether the legend is open, as chosen in this browser, and its size on the screen if so. */
export function useLegend() {
  const [isOpen, setState] = useState(() => readStored(KEY) === 'open')
  const toggle = () => {
    writeStored(KEY, isOpen ? null : 'open')
    setState(!isOpen)
  }
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
  return { isOpen, toggle, size, measure }
}

/** What the colors on the canvas mean, and how many nodes have each. */
export function Legend(props: Props) {
  return (
    <section
      ref={props.ref}
      aria-label="Legend"
      style={LEGEND_CORNER}
      className="absolute z-10 flex max-h-[calc(100%-8rem)] min-w-40 flex-col gap-1.5 rounded-10 border border-line bg-surface px-3 py-2 text-12 shadow-float"
    >
      <h2 className="text-muted">{COLOR_BY_LABEL[props.coloring.by]}</h2>
      <Entries {...props} />
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
    <ul className="flex flex-col gap-1 overflow-y-auto">
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

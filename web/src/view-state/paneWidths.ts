import { type CSSProperties, useState } from 'react'
import { readStored, writeStored } from '../lib/storage.ts'

/** The tree has more space without the graph. */
export type Pane = 'tree' | 'tree-beside-graph' | 'node'

const keyOf = (pane: Pane) => `pane_width:${pane}`

/** The width that was chosen for a pane in this browser, as a style. `setWidth` takes pixels; null for none. */
export function usePaneWidth(pane: Pane) {
  const [chosen, setChosen] = useState<{ pane: Pane; width: number | null }>(() => ({ pane, width: read(pane) }))
  const { width } = chosen.pane === pane ? chosen : { width: read(pane) }
  const setWidth = (next: number | null) => {
    writeStored(keyOf(pane), next === null ? null : String(next))
    setChosen({ pane, width: next })
  }
  const style = (width === null ? {} : { '--pane-width': `${width}px` }) as CSSProperties
  return { style, setWidth }
}

function read(pane: Pane): number | null {
  const stored = Number(readStored(keyOf(pane)))
  return Number.isFinite(stored) && stored > 0 ? stored : null
}

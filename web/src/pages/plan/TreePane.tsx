import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'
import { PaneResizer } from '../../ui/PaneResizer.tsx'
import { usePaneWidth } from '../../view-state/paneWidths.ts'

interface Props {
  /** Takes the remaining width. */
  fills: boolean
  isBesideGraph: boolean
  /** An empty plan shows its tree only beside the welcome. */
  isEmpty: boolean
  /** The open node covers it. */
  isCovered: boolean
  children: ReactNode
}

/** The pane of the tree: the whole width on small screens, else one that the user can change. */
export function TreePane({ fills, isBesideGraph, isEmpty, isCovered, children }: Props) {
  const { style, setWidth } = usePaneWidth(isBesideGraph ? 'tree-beside-graph' : 'tree')
  return (
    <div
      inert={isCovered}
      style={fills ? undefined : style}
      className={cx(
        'relative flex min-h-0 min-w-0 flex-col',
        fills ? 'flex-1' : 'lg:min-w-72 lg:max-w-[50%] lg:shrink-0 lg:border-line lg:border-r',
        !fills &&
          (isBesideGraph
            ? 'lg:w-[var(--pane-width,clamp(21rem,26vw,28rem))]'
            : 'lg:w-[var(--pane-width,clamp(22.5rem,36vw,36rem))]'),
        isEmpty ? 'max-lg:hidden' : 'max-lg:flex-1',
      )}
    >
      {children}
      {!fills && <PaneResizer label="Resize tree" edge="right" onWidth={setWidth} />}
    </div>
  )
}

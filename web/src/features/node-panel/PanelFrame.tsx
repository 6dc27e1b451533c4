import type { ComponentProps } from 'react'
import { PANEL_OF } from '../../lib/planFocus.ts'
import { cx } from '../../ui/cx.ts'
import { PaneResizer } from '../../ui/PaneResizer.tsx'
import { usePaneWidth } from '../../view-state/paneWidths.ts'

export interface FrameProps {
  /** On a small screen the panel covers the page and has a Back button. */
  isOverlay: boolean
  /** Fills the remaining width. Otherwise the panel has a width of its own. */
  fills: boolean
}

interface Props extends FrameProps, ComponentProps<'section'> {
  /** Missing while the panel loads. */
  nodeId?: string
}

/** The space of the open node, also while its panel loads. Beside the graph, the user can change its width. */
export function PanelFrame({ isOverlay, fills, nodeId, children, ...props }: Props) {
  const { style, setWidth } = usePaneWidth('node')
  const hasOwnWidth = !fills && !isOverlay
  return (
    <section
      tabIndex={-1}
      {...{ [PANEL_OF]: nodeId }}
      style={hasOwnWidth ? style : undefined}
      className={cx(
        '@container flex min-h-0 min-w-0 flex-col bg-canvas outline-none',
        hasOwnWidth
          ? 'relative w-[var(--pane-width,40rem)] min-w-88 max-w-[calc(100%-15rem)] shrink-0 border-line border-l min-[87rem]:w-[var(--pane-width,45rem)]'
          : 'flex-1',
        isOverlay && 'fixed inset-0 z-35 animate-fade',
      )}
      {...props}
    >
      {hasOwnWidth && <PaneResizer label="Resize panel" edge="left" onWidth={setWidth} />}
      {children}
    </section>
  )
}

import type { ComponentProps } from 'react'
import { PANEL_OF } from '../../lib/planFocus.ts'
import { cx } from '../../ui/cx.ts'

export interface FrameProps {
  /** On a small screen the panel covers the page and has a Back button. */
  isOverlay: boolean
  /** Fills the remaining width. Otherwise the panel has its fixed width. */
  fills: boolean
}

interface Props extends FrameProps, ComponentProps<'section'> {
  /** Missing while the panel loads. */
  nodeId?: string
}

/** The room of the open node, also while its panel loads. */
export function PanelFrame({ isOverlay, fills, nodeId, ...props }: Props) {
  return (
    <section
      tabIndex={-1}
      {...{ [PANEL_OF]: nodeId }}
      className={cx(
        '@container flex min-h-0 min-w-0 flex-col bg-canvas outline-none',
        fills || isOverlay ? 'flex-1' : 'w-160 shrink-0 border-line border-l min-[87rem]:w-180',
        isOverlay && 'fixed inset-0 z-35 animate-fade',
      )}
      {...props}
    />
  )
}

import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx.ts'

export interface FrameProps {
  /** On a small screen the panel covers the page and has a Back button. */
  isOverlay: boolean
  /** Fills the remaining width. Otherwise the panel has its fixed width. */
  fills: boolean
}

/** The room of the open node, also while its panel loads. */
export function PanelFrame({ isOverlay, fills, ...props }: FrameProps & ComponentProps<'section'>) {
  return (
    <section
      tabIndex={-1}
      className={cx(
        '@container flex min-h-0 min-w-0 flex-col bg-canvas outline-none',
        fills || isOverlay ? 'flex-1' : 'w-160 shrink-0 border-line border-l min-[87rem]:w-180',
        isOverlay && 'fixed inset-0 z-35 animate-fade',
      )}
      {...props}
    />
  )
}

import { X } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import type { BulkAction } from '../../actions/bulkActions.ts'
import { STATUS_CHOICES } from '../../display/nodeDisplay.tsx'
import { lazyPart } from '../../lib/lazyPart.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { usePicked } from '../../view-state/selection.ts'
import type { BulkProps } from './BulkTools.tsx'
import { ToolButton } from './ToolButton.tsx'

const BulkTools = lazyPart(() => import('./BulkTools.tsx'), 'BulkTools')

/** The toolbar for several selected nodes. */
export function BulkBar(props: BulkProps) {
  const picked = usePicked(props.selection)
  return (
    <>
      <p role="status" className="sr-only">
        {picked.size > 0 && `${formatNumber(picked.size)} ${picked.size === 1 ? 'node' : 'nodes'} selected`}
      </p>
      {props.selection.isOpen && <Bar {...props} picked={picked} />}
    </>
  )
}

/** Its first and last buttons do not wait for the code of the others, so that Tab always reaches the bar. */
function Bar({ picked, ...props }: BulkProps & { picked: ReadonlySet<string> }) {
  const { clear } = props.selection
  const run = (action: BulkAction) => {
    void props.bulk.run(picked, action)
    clear()
  }
  /** The element that had focus before the bar and gets it back. */
  const origin = useRef<HTMLElement | null>(null)
  // Removing the bar would lose the focus in it or in one of its menus.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) origin.current?.focus({ preventScroll: true })
      }, 0)
    },
    [],
  )
  return (
    <div
      role="toolbar"
      aria-label="Selected nodes"
      onFocus={({ relatedTarget, currentTarget }) => {
        const isInside = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role=menu], [role=dialog]')
        if (relatedTarget instanceof HTMLElement && !isInside) origin.current = relatedTarget
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        clear()
      }}
      className="@container absolute inset-x-3 bottom-16 z-25 flex justify-center max-sm:bottom-3 pointer-events-none"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-0.5 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 shadow-float max-sm:gap-0 max-sm:pl-1 max-[24rem]:[&_button]:w-9">
        <span className="mr-1.5 whitespace-nowrap text-13 tabular-nums">
          {formatNumber(picked.size)} <span className="max-sm:hidden">selected</span>
        </span>
        <Menu align="start" trigger={<ToolButton of="status" />}>
          {STATUS_CHOICES.map(({ value, label, icon }) => (
            <MenuItem key={value} icon={icon} onSelect={() => run({ kind: 'status', status: value })}>
              {label}
            </MenuItem>
          ))}
        </Menu>
        <Suspense>
          <BulkTools {...props} picked={picked} onRun={run} />
        </Suspense>
        <IconButton
          size="sm"
          label="Clear selection"
          icon={<X size={15} aria-hidden />}
          onClick={clear}
          className="max-sm:order-first"
        />
      </div>
    </div>
  )
}

import { X } from 'lucide-react'
import { Suspense, useRef } from 'react'
import type { BulkAction } from '../../actions/bulkActions.ts'
import { STATUS_CHOICES } from '../../display/nodeDisplay.tsx'
import { lazyPart } from '../../lib/lazyPart.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { focusTreeOrGraph } from '../../lib/planFocus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { useReturnFocus } from '../../ui/useReturnFocus.ts'
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
        {props.selection.isOpen && `${formatNumber(picked.size)} ${picked.size === 1 ? 'node' : 'nodes'} selected`}
      </p>
      {props.selection.isOpen && <Bar {...props} picked={picked} />}
    </>
  )
}

/** Its first and last buttons do not wait for the code of the others, so that Tab always reaches the bar. */
function Bar({ picked, ...props }: BulkProps & { picked: ReadonlySet<string> }) {
  const { selection, bulk } = props
  const { clear, settle } = selection
  const run = async (action: BulkAction) => {
    const running = bulk.run(picked, action)
    if (action.kind === 'delete') clear()
    else settle()
    if ((await running) || selection.ids.size > 0) return
    // For another attempt. Some may be deleted.
    selection.set(new Set([...picked].filter((id) => props.nodes.get(id))))
  }
  const bar = useRef<HTMLDivElement>(null)
  useReturnFocus(bar, picked, focusTreeOrGraph)
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selected nodes"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        clear()
      }}
      className="@container absolute inset-x-3 bottom-16 z-25 flex justify-center max-sm:bottom-3 pointer-events-none"
    >
      <div className="pointer-events-auto flex max-w-full flex-wrap items-center justify-center gap-0.5 rounded-10 border border-line bg-surface py-1 pr-1 pl-3 shadow-float @max-[24rem]:gap-0 @max-[24rem]:pl-1 @max-[24rem]:[&_button]:w-9">
        <span className="mr-1.5 whitespace-nowrap text-13 tabular-nums @max-[24rem]:hidden">
          {formatNumber(picked.size)} selected
        </span>
        <span aria-hidden className="mr-1.5 text-13 tabular-nums @min-[24rem]:hidden">
          {formatNumber(picked.size)}
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
          className="@max-[24rem]:order-first"
        />
      </div>
    </div>
  )
}

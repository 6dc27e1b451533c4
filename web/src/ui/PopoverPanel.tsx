import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'
import { PANEL, PANEL_PLACE } from './panel.ts'
import { TriggerOf } from './TriggerOf.tsx'
import { useDismissingTap } from './useDismissingTap.ts'

export interface PopoverPanelProps {
  trigger: RefObject<HTMLElement | null>
  id: string
  label: string
  align: 'start' | 'center' | 'end'
  open: boolean
  onOpenChange: (open: boolean) => void
  className?: string | undefined
  children: ReactNode
}

/** The panel beside the button that `Popover` renders. */
export function PopoverPanel({
  trigger,
  id,
  label,
  align,
  open,
  onOpenChange,
  className,
  children,
}: PopoverPanelProps) {
  useDismissingTap(open, () => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        <TriggerOf element={trigger} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          {...PANEL_PLACE}
          className={cx(PANEL, 'w-72 p-3', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

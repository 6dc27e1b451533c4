import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'
import { usePanel } from './panel.ts'

/** Nothing shows it before the first one opens. */
export const PopoverPanel = lazyPart(() => import('./PopoverPanel.tsx'), 'PopoverPanel')

interface Props {
  trigger: ReactElement
  /** The name of the panel, read aloud when it opens. */
  label: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  className?: string
  children: ReactNode
}

/** A small panel beside a button. For a list of actions, use `Menu`. */
export function Popover({ trigger, align = 'end', open: isHeldOpen, onOpenChange, ...props }: Props) {
  const { open, hasOpened, change, button, panelId, buttonProps } = usePanel({ open: isHeldOpen, onOpenChange })
  return (
    <>
      <Slot.Root
        {...buttonProps}
        aria-haspopup="dialog"
        onPointerEnter={PopoverPanel.preload}
        onClick={() => change(!open)}
      >
        {trigger}
      </Slot.Root>
      {hasOpened && (
        <Suspense>
          <PopoverPanel trigger={button} id={panelId} align={align} open={open} onOpenChange={change} {...props} />
        </Suspense>
      )}
    </>
  )
}

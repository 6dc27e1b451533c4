import { Slot } from 'radix-ui'
import { type ReactElement, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { lazyPart } from '../lib/lazyPart.ts'

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
  const [isOpen, setOpen] = useState(false)
  const open = isHeldOpen ?? isOpen
  const [hasOpened, setOpened] = useState(open)
  if (open && !hasOpened) setOpened(true)
  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const button = useRef<HTMLElement>(null)
  const panelId = useId()
  return (
    <>
      <Slot.Root
        ref={button}
        {...{ type: 'button' }}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        data-state={open ? 'open' : 'closed'}
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

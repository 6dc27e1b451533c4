import { Popover as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

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
export function Popover({ trigger, label, align = 'end', className, children, ...state }: Props) {
  return (
    <Radix.Root {...state}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx('z-50 w-72 animate-in rounded-10 bg-raised p-3 shadow-float outline-none', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

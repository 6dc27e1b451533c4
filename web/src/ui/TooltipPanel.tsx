import { Tooltip as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { TriggerOf } from './TriggerOf.tsx'

export interface TooltipPanelProps {
  trigger: RefObject<HTMLElement | null>
  text: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
  onOpenChange: (open: boolean) => void
}

/** The open hint of the element that `Tooltip` renders. Mounted only while open. */
export function TooltipPanel({ trigger, text, side, onOpenChange }: TooltipPanelProps) {
  return (
    <Radix.Provider>
      <Radix.Root open onOpenChange={onOpenChange}>
        <Radix.Trigger asChild>
          <Described by={trigger} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-64 animate-fade items-center gap-2 rounded-6 bg-ink px-2 py-1 text-12 text-canvas"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

interface DescribedProps extends Omit<Parameters<typeof TriggerOf>[0], 'element'> {
  by: RefObject<HTMLElement | null>
  'aria-describedby'?: string
}

/** Names the hint as the description of the element. */
function Described({ by, 'aria-describedby': id, ref }: DescribedProps) {
  useLayoutEffect(() => {
    const element = by.current
    if (!element || id === undefined) return
    element.setAttribute('aria-describedby', id)
    return () => element.removeAttribute('aria-describedby')
  }, [by, id])
  return <TriggerOf element={by} {...(ref ? { ref } : {})} />
}

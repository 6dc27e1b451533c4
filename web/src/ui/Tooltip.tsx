import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

interface Props {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that accepts a ref and handlers, such as a button or a link. */
  children: ReactElement
}

/** Shows a hint on hover and focus. Never the only source of information, because touch has no hover. */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  return (
    <Radix.Provider delayDuration={500} skipDelayDuration={200}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
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

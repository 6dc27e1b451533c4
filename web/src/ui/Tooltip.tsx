import { Slot } from 'radix-ui'
import {
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../lib/lazyPart.ts'

/** How long the pointer rests before the hint appears. */
const DELAY_MS = 500

/** Nothing shows it before the first one opens. */
export const TooltipPanel = lazyPart(() => import('./TooltipPanel.tsx'), 'TooltipPanel')

interface Props {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that accepts a ref and handlers, such as a button or a link. */
  children: ReactElement
}

/** Shows a hint on hover and focus. Never the only source of information, because touch has no hover. */
export function Tooltip({ text, side = 'bottom', children }: Props) {
  const element = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const close = () => {
    stop()
    setOpen(false)
  }
  return (
    <>
      <Slot.Root
        ref={element}
        onPointerEnter={({ pointerType }: PointerEvent) => {
          if (pointerType === 'touch') return
          void TooltipPanel.preload()
          stop()
          timer.current = setTimeout(() => setOpen(true), DELAY_MS)
        }}
        // An open hint stays while the pointer moves to it, and closes itself.
        onPointerLeave={stop}
        onPointerDown={close}
        onFocus={({ currentTarget }: FocusEvent) => currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {open && (
        <Suspense>
          <TooltipPanel trigger={element} text={text} side={side} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

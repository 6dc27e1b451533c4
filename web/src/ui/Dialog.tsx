import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** False for a dialog that is closed by a button of its own alone. */
  hasClose?: boolean
  /** False where a click beside it must not end what is under way. */
  closesOutside?: boolean
  children: ReactNode
}

const WIDTH = { sm: 'sm:max-w-100', md: 'sm:max-w-130', lg: 'sm:max-w-180' } as const

/** A modal: traps focus, closes on Escape and on a click outside, gives focus back. On a phone it rises from the bottom edge. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'md',
  hasClose = true,
  closesOutside = true,
  children,
}: Props) {
  const opener = useOpener(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex animate-fade items-end justify-center overflow-y-auto bg-veil sm:items-start sm:p-4 sm:pt-[12dvh]">
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onInteractOutside={(event) => !closesOutside && event.preventDefault()}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // What was done may have taken the opener off the page.
              const next = opener.current?.isConnected ? opener.current : document.querySelector('main')
              next?.focus()
            }}
            className={cx(
              'flex max-h-[92dvh] w-full animate-in flex-col overflow-hidden rounded-t-10 bg-raised shadow-float outline-none sm:max-h-[76dvh] sm:rounded-10',
              WIDTH[width],
            )}
          >
            <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-3">
              <div className="flex min-w-0 flex-col gap-1 pt-1">
                <Radix.Title className="font-semibold text-16">{title}</Radix.Title>
                {description && <Radix.Description className="text-13 text-muted">{description}</Radix.Description>}
              </div>
              {hasClose && (
                <Radix.Close asChild>
                  <IconButton label="Close" icon={<X size={16} aria-hidden />} className="-mr-2" />
                </Radix.Close>
              )}
            </header>
            <div className="flex min-h-0 flex-col overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The row of buttons at the end of a dialog, the main one last. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className="flex flex-wrap justify-end gap-2 pt-5 max-sm:[&>*]:flex-1">{children}</footer>
}

/**
 * What had the focus when the dialog was opened. Radix asks too late for this: a field with `autoFocus` has the focus by then.
 * An item of a menu goes away with its menu, so its button stands for it.
 */
function useOpener(open: boolean) {
  const opener = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  if (open && !wasOpen.current) opener.current = lastingElement(document.activeElement)
  wasOpen.current = open
  return opener
}

function lastingElement(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  if (menu) return lastingElement(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''))
  return element instanceof HTMLElement ? element : null
}

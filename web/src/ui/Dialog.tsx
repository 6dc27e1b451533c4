import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useCallback, useRef } from 'react'
import { useCloseRequest } from '../lib/useCloseRequest.ts'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { returnFocus, useOpener } from './opener.ts'
import { isInToast, keepClearOfToasts } from './toastOffset.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** False if only the dialog's own buttons close it. */
  hasClose?: boolean
  /** While true, nothing closes the dialog: it shows how its work has ended. */
  isBusy?: boolean
  /** False if a click outside must not close it. */
  closesOutside?: boolean
  /** For content with its own header: the title is only read aloud, and phones place the dialog above the keyboard. */
  isBare?: boolean
  /** Called once the dialog has closed and the focus has returned. */
  onClosed?: () => void
  children: ReactNode
}

const WIDTH = { sm: 'sm:max-w-100', md: 'sm:max-w-130', lg: 'sm:max-w-180' } as const

/** The attribute of a focused field that handles Escape itself, instead of the dialog. */
export const USES_ESCAPE = 'data-uses-escape'

/** A modal dialog. Focuses its first useful control, traps the focus and returns it on close. On a phone it rises from the bottom edge. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  width = 'md',
  hasClose = true,
  isBusy = false,
  closesOutside = true,
  isBare = false,
  onClosed,
  children,
}: Props) {
  const change = (next: boolean) => (next || !isBusy) && onOpenChange(next)
  const opener = useOpener(open)
  useCloseRequest(open, () => change(false))
  const content = useRef<HTMLDivElement | null>(null)
  const showContent = useCallback((element: HTMLDivElement | null) => {
    content.current = element
    return keepClearOfToasts(element)
  }, [])
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            'fixed inset-0 z-40 flex animate-fade justify-center overflow-y-auto bg-veil sm:items-start sm:p-4 sm:pt-[12dvh]',
            isBare ? 'items-start p-2' : 'items-end',
          )}
        >
          <Radix.Content
            ref={showContent}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              const control = firstControl(content.current)
              if (!control) return
              event.preventDefault()
              // The footer sticks to the lower edge, and its place in a long text is the end.
              control.focus({ preventScroll: control.closest('footer') !== null })
            }}
            onInteractOutside={(event) => (!closesOutside || isInToast(event.target)) && event.preventDefault()}
            onEscapeKeyDown={(event) => {
              // Escape ends a composition.
              if (event.isComposing) return event.preventDefault()
              // Radix gets Escape before a field does.
              if (document.activeElement?.hasAttribute(USES_ESCAPE)) return event.preventDefault()
              // Escape in a toast returns to the dialog.
              if (!isInToast(document.activeElement)) return
              event.preventDefault()
              content.current?.focus()
            }}
            onCloseAutoFocus={(event) => {
              returnFocus(event, opener)
              onClosed?.()
            }}
            className={cx(
              'flex w-full animate-in flex-col overflow-hidden bg-raised shadow-float outline-none sm:max-h-[76dvh] sm:rounded-10',
              isBare ? 'max-h-[60dvh] rounded-10' : 'max-h-[92dvh] rounded-t-10',
              WIDTH[width],
            )}
          >
            {isBare ? (
              <>
                <Radix.Title className="sr-only">{title}</Radix.Title>
                {children}
              </>
            ) : (
              <>
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
                <div className="flex min-h-0 flex-col scroll-pt-10 scroll-pb-20 overflow-y-auto px-5 pt-1 pb-5">
                  {children}
                </div>
              </>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** In a form its first field, and of radio buttons the checked one; otherwise the first button of the footer. */
const firstControl = (content: HTMLElement | null): HTMLElement | undefined =>
  [...(content?.querySelectorAll<HTMLInputElement>('form :is(input, textarea, button), footer button') ?? [])].find(
    ({ disabled, type, checked }) => !disabled && (type !== 'radio' || checked),
  )

/** The buttons of a dialog, the main one last. Sticks to the bottom while the content scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 bg-linear-to-t from-80% from-raised p-5 max-sm:[&>*]:flex-1">
      {children}
    </footer>
  )
}

import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as showToast, useSonner } from 'sonner'
import { useTheme } from '../lib/theme.ts'
import { isInToast, placeToasts, TOAST_OFFSET, TOAST_OFFSET_ON_A_PHONE } from './toastOffset.ts'
import { connectToasts } from './toastQueue.ts'

/** How long a toast is shown. */
const TOAST_MS = 5000

/** Sonner has rings of its own, which are hard to see. */
const RING = 'focus-visible:outline-2! focus-visible:outline-accent! focus-visible:outline-offset-2!'

/** Where toasts appear, above everything, including dialogs. */
export function ToastRegion() {
  const { dark } = useTheme()
  const { toasts } = useSonner()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a toast appears or disappears.
  useEffect(placeToasts, [toasts])
  useEffect(() => {
    window.addEventListener('resize', placeToasts)
    return () => window.removeEventListener('resize', placeToasts)
  }, [])
  useEffect(letFocusIntoToasts, [])
  // After the effect in which the region below starts to listen.
  useEffect(() => connectToasts(showToast), [])
  const section = useRef<HTMLElement>(null)
  useEffect(() => (section.current ? returnFocusOf(section.current) : undefined), [])
  return createPortal(
    <Sonner
      ref={section}
      theme={dark ? 'dark' : 'light'}
      position="bottom-right"
      offset={TOAST_OFFSET}
      mobileOffset={TOAST_OFFSET_ON_A_PHONE}
      duration={TOAST_MS}
      visibleToasts={4}
      toastOptions={{
        classNames: {
          // An open dialog disables pointer events on the rest of the page.
          toast: `pointer-events-auto! bg-raised! text-ink! border-0! shadow-float! rounded-10! font-sans! text-13! gap-2.5! flex-wrap! ${RING}`,
          // A long action goes below the text instead of squeezing it.
          error: '[&_[data-icon]]:text-blocked-ink!',
          content: 'flex-1! basis-40!',
          description: 'text-muted!',
          actionButton: `bg-accent! text-white! rounded-6! h-7! px-2.5! text-12! font-medium! ${RING}`,
          closeButton: `bg-raised! text-muted! border-line! ${RING}`,
        },
      }}
    />,
    document.body,
  )
}

/**
 * Makes toasts usable by keyboard (Alt+T) while a dialog is open. Dialogs trap the focus with listeners on the document,
 * so this stops focus events that enter a toast before they get there.
 */
function letFocusIntoToasts(): () => void {
  const root = document.documentElement
  const handle = (event: FocusEvent) => {
    if (isInToast(event.type === 'focusin' ? event.target : event.relatedTarget)) event.stopPropagation()
  }
  /** Escape leaves the toasts. Sonner then returns the focus. */
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isInToast(event.target)) return
    event.preventDefault()
    if (event.target instanceof HTMLElement) event.target.blur()
  }
  root.addEventListener('keydown', leave, true)
  root.addEventListener('focusin', handle)
  root.addEventListener('focusout', handle)
  return () => {
    root.removeEventListener('keydown', leave, true)
    root.removeEventListener('focusin', handle)
    root.removeEventListener('focusout', handle)
  }
}

/**
 * Returns the focus of a toast as soon as it starts to disappear. Sonner returns it with its last toast, when the user
 * may be in a menu that would close.
 */
function returnFocusOf(section: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && section.contains(focused) && focused.closest('[data-removed=true]'))
      focused.blur()
  })
  observer.observe(section, { attributeFilter: ['data-removed'], subtree: true })
  return () => observer.disconnect()
}

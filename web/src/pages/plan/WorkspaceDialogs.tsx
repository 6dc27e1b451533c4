import { type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { captureKeys } from '../../lib/captureKeys.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useLatest } from '../../lib/useLatest.ts'
import type { DialogsProps } from './OpenDialog.tsx'

export const OpenDialog = lazyPart(() => import('./OpenDialog.tsx'), 'OpenDialog')
const Tour = lazyPart(() => import('../../features/tour/Tour.tsx'), 'Tour')

/** Renders the open dialog, if any. */
export function WorkspaceDialogs(props: DialogsProps) {
  const typed = useRef('')
  const kind = props.dialog?.kind
  const close = () => props.onOpen(null)
  // People start typing as soon as they open this one.
  const waiting = kind === 'create' ? <TypingAhead typed={typed} onClose={close} /> : null
  return (
    // The key unmounts the previous dialog. Hidden while the next one loads, it would still block the page.
    <Suspense key={kind} fallback={waiting}>
      {kind === 'tour' ? (
        // Part of the first view of an empty plan, so it does not wait for the code of the dialogs.
        <Tour hasSplit={props.hasSplit} onClose={close} />
      ) : (
        kind && <OpenDialog {...props} typed={typed} />
      )}
    </Suspense>
  )
}

/** Keeps what is typed while the code of a dialog loads. Escape closes the dialog. */
function TypingAhead({ typed, onClose }: { typed: RefObject<string>; onClose: () => void }) {
  const close = useLatest(onClose)
  useLayoutEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close.current()
    }
    window.addEventListener('keydown', leave, { capture: true })
    const getTypedText = captureKeys()
    return () => {
      window.removeEventListener('keydown', leave, { capture: true })
      typed.current = getTypedText().text
    }
  }, [typed])
  return null
}

import { type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { captureKeys } from '../../lib/captureKeys.ts'
import { useOffline } from '../../lib/connection.ts'
import { lazyPart } from '../../lib/lazyPart.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { LoadingPart } from '../../ui/LoadingPart.tsx'
import type { DialogsProps } from './OpenDialog.tsx'

export const OpenDialog = lazyPart(() => import('./OpenDialog.tsx'), 'OpenDialog')
/** Loads the code of all dialogs, so that they open without a connection, too. */
export const openDialogs = {
  preload: async () => {
    const code = await import('./OpenDialog.tsx').catch(() => null)
    for (const dialog of code?.DIALOGS ?? []) await dialog.preload()
  },
}
const Tour = lazyPart(() => import('../../features/tour/Tour.tsx'), 'Tour')

/** Renders the open dialog, if any. */
export function WorkspaceDialogs(props: DialogsProps) {
  const typed = useRef('')
  const kind = props.dialog?.kind
  const close = () => props.onOpen(null)
  const waiting = (
    <>
      <ClosedByEscape onClose={close} />
      {/* People start typing as soon as they open this one. */}
      {kind === 'create' && <TypingAhead typed={typed} />}
      <WaitingOffline onClose={close} />
    </>
  )
  return (
    // The key unmounts the previous dialog. Hidden while the next one loads, it would still block the page.
    <Suspense key={kind} fallback={kind && waiting}>
      {kind === 'tour' ? (
        // Part of the first view of an empty plan, so it does not wait for the code of the dialogs.
        <Tour hasSplit={props.hasSplit} onClose={close} />
      ) : (
        kind && <OpenDialog {...props} typed={typed} />
      )}
    </Suspense>
  )
}

/** Says why a dialog does not open. Nothing is shown online, where its code loads at once. */
function WaitingOffline({ onClose }: { onClose: () => void }) {
  if (!useOffline()) return null
  return (
    <div className="fixed inset-x-4 top-24 z-50 mx-auto max-w-100 animate-fade rounded-10 bg-raised shadow-float">
      <LoadingPart onClose={onClose} />
    </div>
  )
}

function ClosedByEscape({ onClose }: { onClose: () => void }) {
  const close = useLatest(onClose)
  useLayoutEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close.current()
    }
    window.addEventListener('keydown', leave, { capture: true })
    return () => window.removeEventListener('keydown', leave, { capture: true })
  }, [])
  return null
}

/** Keeps what is typed while the code of a dialog loads. */
function TypingAhead({ typed }: { typed: RefObject<string> }) {
  useLayoutEffect(() => {
    const getTypedText = captureKeys()
    return () => {
      typed.current = getTypedText().text
    }
  }, [typed])
  return null
}

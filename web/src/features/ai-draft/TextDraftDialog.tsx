import { LIMITS } from '@cairn/contract/api/common'
import { Copy, RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toastWithUndo, UNDO_LARGE_MS } from '../../actions/undoToast.ts'
import { addDraftToLog, draftText, type TextDraft } from '../../data/aiDrafts.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/Toast.tsx'
import { copyText } from '../../ui/useCopy.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

const TEXTS = {
  summary: {
    title: 'Summarize with AI',
    description: 'AI drafts a summary of this node and everything under it. Check it before you add it to the log.',
    label: 'Summary',
  },
  report: {
    title: 'Draft weekly report',
    description: 'AI drafts a report about the last seven days. Check it before you share it.',
    label: 'Report',
  },
} as const

interface Props {
  draft: TextDraft
  /** The node whose log takes the text; null if there is none. */
  logNodeId: string | null
  onClose: () => void
}

/** Drafts a text with AI, to be edited, copied or added to a log. Closing keeps the text. */
export function TextDraftDialog({ draft, logNodeId, onClose }: Props) {
  const place = draft.kind === 'summary' ? draft.nodeId : draft.planId
  const { value: text, set: setText, clear: forget } = useDraft(`${draft.kind} by AI ${place}`, '')
  const [isFromBefore, setIsFromBefore] = useState(text !== '')
  /** What AI has written so far; null if it does not write. */
  const [incoming, setIncoming] = useState<string | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const field = useRef<HTMLTextAreaElement>(null)
  const isDrafting = incoming !== null
  const texts = TEXTS[draft.kind]

  /** A part of a text replaces no text. */
  const endEarly = (part: string) => {
    if (text === '') setText(part)
    setIncoming(null)
  }
  const ask = async () => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    let part = ''
    setIncoming('')
    setError(undefined)
    try {
      const onText = (next: string) => {
        if (signal.aborted) return
        part = next
        setIncoming(next)
      }
      const whole = await draftText(draft, { onText, signal })
      setText(whole)
      setIncoming(null)
      setIsFromBefore(false)
      if (text !== '') toast('Text replaced', { action: { label: 'Undo', onClick: () => setText(text) } })
    } catch (failure) {
      if (signal.aborted) return
      setError(messageOf(failure, 'Failed to draft text'))
      endEarly(part)
    }
  }
  const begin = useEffectEvent(() => {
    if (text === '') void ask()
  })
  useEffect(() => {
    begin()
    return () => running.current?.abort()
  }, [])

  const askAgain = () => {
    // The button is about to be removed.
    field.current?.focus()
    void ask()
  }
  const stop = () => {
    running.current?.abort()
    field.current?.focus()
    endEarly(incoming ?? '')
  }
  const copy = () =>
    copyText(text, { success: 'Text copied to clipboard', failure: 'Failed to copy text to clipboard' })
  const add = async () => {
    if (logNodeId === null || isAdding) return
    setIsAdding(true)
    setError(undefined)
    try {
      const change = await addDraftToLog({ planId: draft.planId, nodeId: logNodeId }, text.trim())
      forget()
      toastWithUndo(`${texts.label} added to the log`, draft.planId, [change], { duration: UNDO_LARGE_MS })
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'Failed to add to log'))
      setIsAdding(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isAdding && onClose()}
      closesOutside={false}
      title={texts.title}
      description={texts.description}
      width="lg"
    >
      <div className="flex flex-col gap-4">
        <Field label={texts.label} aside="AI draft">
          <Textarea
            ref={field}
            autoFocus
            rows={8}
            readOnly={isDrafting || isAdding}
            maxLength={LIMITS.content}
            value={incoming ?? text}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <p role="status" className="text-13 text-muted">
          {isDrafting ? 'Drafting...' : isFromBefore ? 'This is your text from before.' : ''}
        </p>
        {error !== undefined && <Notice look="error">{error}</Notice>}
        <DialogFooter>
          {isDrafting ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <>
              <Button variant="ghost" onClick={askAgain} disabled={isAdding} className="sm:mr-auto">
                <RotateCw {...ICON} />
                Draft again
              </Button>
              <Button onClick={() => void copy()} disabled={text.trim() === ''}>
                <Copy {...ICON} />
                Copy
              </Button>
              {logNodeId !== null && (
                <Button variant="primary" busy={isAdding} disabled={text.trim() === ''} onClick={() => void add()}>
                  {isAdding ? 'Adding...' : 'Add to log'}
                </Button>
              )}
            </>
          )}
        </DialogFooter>
      </div>
    </Dialog>
  )
}

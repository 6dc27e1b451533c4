import { LIMITS } from '@cairn/contract/api/common'
import { Copy, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { toastWithUndo } from '../../actions/undoToast.ts'
import { addDraftToLog, draftText, type TextDraft } from '../../data/aiDrafts.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/Toast.tsx'

const UNDO_MS = 12_000
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

/** Drafts a text with AI, to be edited, copied or added to a log. What was edited is kept when the dialog closes. */
export function TextDraftDialog({ draft, logNodeId, onClose }: Props) {
  const [edited, keep, forget] = useDraft(
    `ai ${draft.kind} ${draft.kind === 'summary' ? draft.nodeId : draft.planId}`,
    '',
  )
  const [text, setText] = useState(edited)
  const [isDrafting, setIsDrafting] = useState(edited === '')
  const [isAdding, setIsAdding] = useState(false)
  const [error, setError] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const running = useRef<AbortController>(undefined)
  const wanted = useLatest(draft)
  const texts = TEXTS[draft.kind]

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new request.
  useEffect(() => {
    if (edited !== '') return
    const controller = new AbortController()
    running.current = controller
    setIsDrafting(true)
    setError(undefined)
    draftText(wanted.current, { onText: setText, signal: controller.signal }).then(
      (whole) => {
        setText(whole)
        setIsDrafting(false)
      },
      (failure: unknown) => {
        if (controller.signal.aborted) return
        setError(messageOf(failure, 'Failed to draft text'))
        setIsDrafting(false)
      },
    )
    return () => controller.abort()
  }, [attempt])

  const stop = () => {
    running.current?.abort()
    setIsDrafting(false)
  }
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('Text copied to clipboard'),
      () => toast.error('Failed to copy text to clipboard'),
    )
  const add = async () => {
    if (logNodeId === null || isAdding) return
    setIsAdding(true)
    setError(undefined)
    keep(text)
    try {
      const change = await addDraftToLog({ planId: draft.planId, nodeId: logNodeId }, text.trim())
      forget()
      toastWithUndo(`${texts.label} added to the log`, draft.planId, [change], { duration: UNDO_MS })
      onClose()
    } catch (failure) {
      setError(messageOf(failure, 'Failed to add to log'))
      setIsAdding(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isAdding}
      closesOutside={false}
      title={texts.title}
      description={texts.description}
      width="lg"
    >
      <div className="flex flex-col gap-4">
        <Field label={texts.label} aside="AI draft">
          <Textarea
            autoFocus
            rows={8}
            readOnly={isDrafting || isAdding}
            maxLength={LIMITS.content}
            value={text}
            onChange={({ target: { value } }) => {
              setText(value)
              keep(value)
            }}
          />
        </Field>
        <p role="status" className="text-13 text-muted">
          {isDrafting ? 'Drafting...' : ''}
        </p>
        {error !== undefined && <Notice look="error">{error}</Notice>}
        <DialogFooter>
          {isDrafting ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <>
              <Button
                variant="ghost"
                onClick={() => {
                  forget()
                  setAttempt(attempt + 1)
                }}
                disabled={isAdding}
                className="sm:mr-auto"
              >
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

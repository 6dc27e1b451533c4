import type { OutlinePreview } from '@cairn/contract/api/planOutline'
import type { Plan } from '@cairn/contract/api/plans'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { toastWithUndo, UNDO_LARGE_MS } from '../../actions/undoToast.ts'
import { applyOutline, newPreviewIn, previewOutline } from '../../data/planOutline.ts'
import { messageOf } from '../../lib/api.ts'
import { useMediaQuery } from '../../lib/mediaQuery.ts'
import { counted } from '../../lib/numbers.ts'
import { isSend } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog, DialogFooter, USES_ESCAPE } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { pressMainButton, Textarea } from '../../ui/Textarea.tsx'
import { toast } from '../../ui/Toast.tsx'
import { OutlinePreviewList, summaryOf } from './OutlinePreviewList.tsx'
import { indentLines, replaceRange } from './outlineIndent.ts'
import { useOutlineText } from './useOutlineText.ts'

/** After the last key; the preview reads the whole text. */
const PREVIEW_MS = 700

interface Props {
  plan: Pick<Plan, 'id'>
  onClose: () => void
  onReopen: () => void
}

/** Edits the plan as text. Shows what would change before it is applied. Closing keeps the text. */
export function OutlineDialog({ plan, onClose, onReopen }: Props) {
  const outline = useOutlineText(plan.id)
  const [isApplying, setIsApplying] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={isApplying}
      closesOutside={false}
      title="Edit as outline"
      description="Every line is a node: [ ] not started, [/] in progress, [x] completed, [!] blocked. Lines with > are descriptions. Keep the part in braces, which identifies the node."
      width="lg"
    >
      {outline.start === null ? (
        <div className="flex flex-col items-start gap-3">
          {outline.error === undefined ? (
            <p role="status" className="text-13 text-muted">
              Loading outline...
            </p>
          ) : (
            <>
              <Notice look="error">{outline.error}</Notice>
              <Button onClick={outline.retry}>Try again</Button>
            </>
          )}
        </div>
      ) : (
        <Editor
          key={outline.start.text}
          planId={plan.id}
          first={outline.start}
          outline={outline}
          isApplying={isApplying}
          setIsApplying={setIsApplying}
          onClose={onClose}
          onReopen={onReopen}
        />
      )}
    </Dialog>
  )
}

interface EditorProps {
  planId: string
  first: { text: string; isDraft: boolean }
  outline: ReturnType<typeof useOutlineText>
  isApplying: boolean
  setIsApplying: (isApplying: boolean) => void
  onClose: () => void
  onReopen: () => void
}

function Editor({ planId, first, outline, isApplying, setIsApplying, onClose, onReopen }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isEdited, setIsEdited] = useState(first.isDraft)
  const [remove, setRemove] = useState(false)
  const [preview, setPreview] = useState<OutlinePreview | null>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [error, setError] = useState<string>()
  const [isTabFree, setIsTabFree] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)
  const file = useRef<HTMLInputElement>(null)
  const textNow = () => field.current?.value ?? first.text

  const check = async (withRemoval: boolean) => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setIsChecking(true)
    try {
      const next = await previewOutline({ planId, text: textNow(), remove: withRemoval }, controller.signal)
      setPreview(next)
      setError(undefined)
    } catch (failure) {
      if (controller.signal.aborted) return
      // The preview before this one is of another text.
      setPreview(null)
      setError(messageOf(failure, 'Failed to compare outline'))
    }
    setIsChecking(false)
  }
  const checkSoon = (withRemoval: boolean, delay: number) => {
    clearTimeout(timer.current)
    running.current?.abort()
    setIsChecking(true)
    timer.current = setTimeout(() => void check(withRemoval), delay)
  }
  const begin = useRef(checkSoon)
  useEffect(() => {
    // Edits of an earlier visit are compared right away.
    if (first.isDraft) begin.current(false, 0)
    return () => {
      clearTimeout(timer.current)
      running.current?.abort()
    }
  }, [first.isDraft])

  const typed = () => {
    setIsEdited(true)
    outline.keep(textNow())
    checkSoon(remove, PREVIEW_MS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isSend(event)) return pressMainButton(event.currentTarget)
    if (event.key === 'Escape' && !isTabFree) {
      // The first Escape frees Tab, the second one closes the dialog.
      event.stopPropagation()
      event.preventDefault()
      setIsTabFree(true)
      return
    }
    if (event.key !== 'Tab' || isTabFree || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const { currentTarget: target } = event
    if (target.readOnly) return
    const lines = indentLines(target.value, target.selectionStart, target.selectionEnd, event.shiftKey)
    if (target.value.slice(lines.from, lines.to) !== lines.text) replaceRange(target, lines.from, lines.to, lines.text)
    target.setSelectionRange(lines.start, lines.end)
  }
  const goToLine = (line: number) => {
    const area = field.current
    if (!area) return
    let start = 0
    for (let at = 1; at < line && start >= 0; at++) start = area.value.indexOf('\n', start) + 1 || -1
    if (start < 0) return
    const end = area.value.indexOf('\n', start)
    area.focus()
    area.setSelectionRange(start, end === -1 ? area.value.length : end)
    const lines = area.value.split('\n').length
    area.scrollTop = Math.max(0, ((line - 3) / lines) * area.scrollHeight)
  }
  const read = async (chosen: File | undefined) => {
    const area = field.current
    if (!chosen || !area) return
    const text = await chosen.text()
    if (area.readOnly) return
    replaceRange(area, 0, area.value.length, text)
    area.setSelectionRange(0, 0)
    area.scrollTop = 0
  }
  const discard = () => {
    const text = textNow()
    outline.forget()
    outline.reload()
    toast('Edits discarded', {
      action: {
        label: 'Undo',
        onClick: () => {
          outline.restore(text)
          onReopen()
        },
      },
    })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isApplying || isChecking || !canApply(preview)) return
    setIsApplying(true)
    setError(undefined)
    try {
      const { preview: done, change } = await applyOutline({ planId, text: textNow(), remove }, preview.revision)
      outline.forget()
      toastWithUndo(`Outline applied: ${summaryOf(done)}`, planId, [change], { duration: UNDO_LARGE_MS })
      onClose()
    } catch (failure) {
      const changed = newPreviewIn(failure)
      if (changed) setPreview(changed)
      setError(messageOf(failure, 'Failed to apply outline'))
      setIsApplying(false)
    }
  }
  const lacking = preview ? preview.counts.missing + preview.counts.removed : 0

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {first.isDraft && <Notice>These are your unsaved edits from before.</Notice>}
      <Field
        label="Outline"
        hint={
          isTouch
            ? undefined
            : isTabFree
              ? 'Tab leaves the text. Escape closes.'
              : 'Tab indents. Press Escape, then Tab to leave the text.'
        }
        aside={
          <button
            type="button"
            className="text-accent-ink not-disabled:hover:underline disabled:opacity-55"
            disabled={isApplying}
            onClick={() => file.current?.click()}
          >
            Open file…
          </button>
        }
      >
        <Textarea
          ref={field}
          autoFocus
          rows={12}
          spellCheck={false}
          defaultValue={first.text}
          readOnly={isApplying}
          onInput={typed}
          onKeyDown={onKeyDown}
          {...(isTabFree ? {} : { [USES_ESCAPE]: true })}
          // Rendering while the focus leaves would make the dialog take it.
          onFocus={() => setIsTabFree(false)}
          onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
          onDrop={(event) => {
            const [dropped] = event.dataTransfer.files
            if (!dropped) return
            event.preventDefault()
            void read(dropped)
          }}
          className="field-sizing-fixed h-[30dvh] shrink-0 overflow-auto font-mono text-13 whitespace-pre"
        />
      </Field>
      <input
        ref={file}
        type="file"
        hidden
        aria-label="Outline file"
        accept=".md,.markdown,.txt"
        onChange={({ target }) => {
          void read(target.files?.[0])
          target.value = ''
        }}
      />
      <section aria-label="Preview" className="flex flex-col gap-2">
        <h3 role="status" className="font-medium text-13">
          {statusOf(isEdited, isChecking, preview)}
        </h3>
        {isEdited && (remove || lacking > 0) && (
          <Checkbox
            label={`Move ${preview ? counted(lacking, 'node') : 'nodes'} that the outline lacks to the trash`}
            checked={remove}
            disabled={isApplying}
            onChange={({ target: { checked } }) => {
              setRemove(checked)
              checkSoon(checked, 0)
            }}
          />
        )}
        {isEdited && preview && <OutlinePreviewList preview={preview} onLine={goToLine} />}
      </section>
      {error !== undefined && <Notice look="error">{error}</Notice>}
      {error !== undefined && !preview && (
        <Button busy={isChecking} onClick={() => void check(remove)} className="self-start">
          Try again
        </Button>
      )}
      <DialogFooter>
        {isEdited && (
          <Button variant="ghost" onClick={discard} disabled={isApplying} className="sm:mr-auto">
            Discard edits
          </Button>
        )}
        <Button onClick={onClose} disabled={isApplying}>
          {isEdited ? 'Keep for later' : 'Cancel'}
        </Button>
        <Button type="submit" variant="primary" busy={isApplying} disabled={isChecking || !canApply(preview)}>
          {isApplying ? 'Applying...' : 'Apply changes'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What the outline lacks is no change while it stays. */
const canApply = (preview: OutlinePreview | null): preview is OutlinePreview => {
  if (!preview?.can_apply) return false
  const { added, edited, moved, removed } = preview.counts
  return added + edited + moved + removed > 0
}

function statusOf(isEdited: boolean, isChecking: boolean, preview: OutlinePreview | null): string {
  if (!isEdited) return 'No changes yet'
  if (isChecking) return 'Comparing with the plan...'
  if (!preview) return 'Not compared with the plan'
  if (!preview.can_apply) return 'Fix the lines below to apply your changes'
  return summaryOf(preview)
}

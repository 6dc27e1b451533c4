import type { ReactNode } from 'react'
import { SEND_KEYS } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import type { TextEdit } from './useTextEdit.ts'

/** The footer of a text editor: the error or conflict, Cancel and Save. The typed text always stays. */
export function EditFooter({ edit, aside }: { edit: TextEdit; aside?: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      {edit.error && <Notice look="error">{edit.error}</Notice>}
      {edit.conflict !== null && <Conflict edit={edit} theirs={edit.conflict} />}
      <div ref={keepClearOfToasts} className="flex flex-wrap items-center justify-end gap-2">
        {aside && <span className="mr-auto text-12 text-muted tabular-nums">{aside}</span>}
        <Button size="sm" variant="ghost" onClick={edit.discard} disabled={edit.isSaving}>
          Cancel
        </Button>
        {edit.conflict === null && (
          <Button
            size="sm"
            variant="primary"
            busy={edit.isSaving}
            disabled={!edit.isChanged}
            onClick={edit.save}
            title={SEND_KEYS}
          >
            {edit.isSaving ? 'Saving...' : 'Save'}
          </Button>
        )}
      </div>
    </div>
  )
}

function Conflict({ edit, theirs }: { edit: TextEdit; theirs: string }) {
  return (
    <Notice look="error">
      <p>Someone else changed this text while you were editing. Your version isn’t saved yet.</p>
      <details className="mt-1.5">
        <summary className="font-medium">Show their version</summary>
        <p className="mt-1 max-h-48 overflow-y-auto whitespace-pre-wrap break-words rounded-6 bg-surface p-2 text-ink">
          {theirs === '' ? <em>They removed all text.</em> : theirs}
        </p>
      </details>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={edit.takeTheirs}>
          Use their version
        </Button>
        <Button size="sm" busy={edit.isSaving} onClick={edit.overwrite}>
          Keep my version
        </Button>
      </div>
    </Notice>
  )
}

import type { ReactNode } from 'react'
import { SEND_KEYS } from '../../lib/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { keepClearOfToasts } from '../../ui/toastOffset.ts'
import { ConflictPassages } from './ConflictPassages.tsx'
import type { TextEdit } from './useTextEdit.ts'

interface Props {
  edit: TextEdit
  aside?: ReactNode
  /** Why the text cannot be saved. */
  problem?: string | undefined
}

/** The footer of a text editor: the error or conflict, Cancel and Save. The typed text always stays. */
export function EditFooter({ edit, aside, problem }: Props) {
  return (
    <div className="flex flex-col gap-2">
      {problem && <FieldError>{problem}</FieldError>}
      {edit.error && <Notice look="error">{edit.error}</Notice>}
      {edit.conflict && <ConflictPassages edit={edit} conflict={edit.conflict} />}
      <div ref={keepClearOfToasts} className="flex flex-wrap items-center justify-end gap-2">
        {aside && <span className="mr-auto text-12 text-muted tabular-nums">{aside}</span>}
        <Button size="sm" variant="ghost" onClick={edit.discard} disabled={edit.isSaving}>
          Cancel
        </Button>
        <Button
          size="sm"
          variant="primary"
          busy={edit.isSaving}
          disabled={!edit.isChanged || problem !== undefined}
          onClick={edit.save}
          title={SEND_KEYS}
        >
          {edit.isSaving ? 'Saving...' : edit.conflict ? 'Save result' : 'Save'}
        </Button>
      </div>
    </div>
  )
}

import { Button } from '../../ui/Button.tsx'
import type { TextEdit } from './useTextEdit.ts'

/** The notice above a text that has an unsaved draft. */
export function DraftNotice({ edit }: { edit: TextEdit }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1 rounded-6 bg-idle-soft py-1 pr-1 pl-2.5 text-12 text-muted">
      <span className="mr-auto">Unsaved draft</span>
      {/* First, because the focus of a closed editor goes to the first control in its place. */}
      <Button size="sm" variant="ghost" onClick={edit.start}>
        Continue editing
      </Button>
      <Button size="sm" variant="ghost" onClick={edit.discard}>
        Discard
      </Button>
    </div>
  )
}

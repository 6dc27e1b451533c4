import { Redo2, Undo2 } from 'lucide-react'
import type { Undo } from '../../actions/useUndo.ts'
import { MOD } from '../../lib/shortcuts.ts'
import { IconButton } from '../../ui/IconButton.tsx'

/** Undo and redo, each naming what it would do. */
export function UndoButtons({ undo, redo }: Pick<Undo, 'undo' | 'redo'>) {
  return (
    <div className="flex max-sm:hidden">
      <IconButton
        label={undo ? `${undo.label} (${MOD}+Z)` : 'Nothing to undo'}
        icon={<Undo2 size={16} aria-hidden />}
        aria-disabled={!undo}
        onClick={() => undo?.run()}
      />
      <IconButton
        label={redo ? `${redo.label} (${MOD}+Shift+Z)` : 'Nothing to redo'}
        icon={<Redo2 size={16} aria-hidden />}
        aria-disabled={!redo}
        onClick={() => redo?.run()}
      />
    </div>
  )
}

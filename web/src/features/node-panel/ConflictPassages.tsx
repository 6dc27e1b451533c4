import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SIDES, type Side } from './textConflict.ts'
import type { TextEdit } from './useTextEdit.ts'

const LABEL: Readonly<Record<Side, string>> = { mine: 'Your version', theirs: 'Their version', both: 'Both' }

interface Props {
  edit: TextEdit
  conflict: NonNullable<TextEdit['conflict']>
}

/** The passages that two people changed, each with a choice. The text field above shows the result. */
export function ConflictPassages({ edit, conflict: { passages, sides, before, author } }: Props) {
  const conflicts = passages.flatMap((passage) => ('conflict' in passage ? [passage.conflict] : []))
  return (
    <div className="flex flex-col gap-2">
      <Notice look="error">
        {author ?? 'Someone else'} changed the same lines while you were editing. Choose what to keep, or edit the
        result above.
      </Notice>
      {conflicts.map((sidesOf, index) => (
        <Passage
          // biome-ignore lint/suspicious/noArrayIndexKey: passages stay in place and may have the same text.
          key={index}
          label={conflicts.length === 1 ? 'Conflict' : `Conflict ${index + 1} of ${conflicts.length}`}
          texts={sidesOf}
          side={sides[index] ?? 'mine'}
          isLocked={before !== null || edit.isSaving}
          onChoose={(side) => edit.choose(index, side)}
        />
      ))}
      {before !== null && (
        <div className="flex flex-wrap items-center gap-x-2 text-12 text-muted">
          You edited the result.
          <Button size="sm" variant="ghost" onClick={edit.resetResult} disabled={edit.isSaving}>
            Choose versions again
          </Button>
        </div>
      )}
    </div>
  )
}

interface PassageProps {
  label: string
  texts: { mine: string; theirs: string }
  side: Side
  isLocked: boolean
  onChoose: (side: Side) => void
}

function Passage({ label, texts, side, isLocked, onChoose }: PassageProps) {
  const name = useId()
  return (
    <fieldset disabled={isLocked} className="@container min-w-0">
      <legend className="mb-1 font-medium text-12">{label}</legend>
      <div className="grid gap-1.5 @min-[26rem]:grid-cols-2">
        {SIDES.map((choice) => (
          <label
            key={choice}
            className={cx(
              'flex min-w-0 flex-col gap-1 rounded-6 p-2 text-13 ring-1 ring-line has-focus-visible:outline-2 has-focus-visible:outline-accent',
              side === choice && !isLocked && 'bg-accent-soft ring-accent',
              choice === 'both' && '@min-[26rem]:col-span-2',
            )}
          >
            <span className="flex min-h-6 items-center gap-2 font-medium text-12">
              <input
                type="radio"
                name={name}
                checked={side === choice}
                onChange={() => onChoose(choice)}
                className="accent-accent"
              />
              {LABEL[choice]}
            </span>
            {choice !== 'both' && (
              <span className="max-h-48 overflow-y-auto whitespace-pre-wrap break-words">
                {texts[choice] === '' ? <em className="text-muted">Removed</em> : texts[choice]}
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { LIMITS } from '@cairn/contract/api/common'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { type Criterion, parseCriteria } from '@cairn/contract/rules/criteria'
import { plainText } from '@cairn/contract/rules/plainText'
import { PencilLine, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { useDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'
import { addedText, type KeyedCriterion, keyCriteria, pastedCriteria } from './criteria.ts'
import { MarkdownText } from './MarkdownText.tsx'
import { Nothing, Section } from './Section.tsx'
import { useCriteriaChanges } from './useCriteriaChanges.ts'
import { Writing } from './Writing.tsx'

interface Props {
  node: PlanNode
  actions: NodeActions
  canEdit: boolean
}

/** A criterion that is being edited, as it was when that began. */
interface Edited extends KeyedCriterion {
  index: number
}

/** Acceptance criteria as a checklist: check, add, edit and remove. */
export function CriteriaSection({ node, actions, canEdit }: Props) {
  const criteria = useKeys(parseCriteria(node.acceptance_criteria))
  const { change, unsaved, resend, discard } = useCriteriaChanges(node, actions)
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Edited | null>(null)
  const remove = async ({ text, isDone }: Criterion, index: number) => {
    if (!(await change({ kind: 'remove', text, at: index }))) return
    const restore = () => void change({ kind: 'restore', criterion: { text, isDone }, index })
    toast('Criterion removed', { action: { label: 'Undo', onClick: restore } })
  }
  const editor = edited && (
    <li key={edited.key}>
      <LineInput
        label="Criterion"
        draftOf={`${node.id} criterion ${edited.text}`}
        initial={edited.text}
        onDone={(to) => {
          const { text, index } = edited
          if (to === '') void remove(edited, index)
          else if (to !== text) void change({ kind: 'rewrite', text, at: index, to })
          setEdited(null)
        }}
      />
    </li>
  )
  const done = criteria.filter(({ isDone }) => isDone).length
  return (
    <Section
      label={criteria.length > 0 ? `Acceptance criteria · ${done} of ${criteria.length}` : 'Acceptance criteria'}
      action={
        canEdit && (
          <IconButton
            size="sm"
            label="Add criterion"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => setAdding(true)}
          />
        )
      }
    >
      {(criteria.length > 0 || editor) && (
        <ul className="flex flex-col">
          {criteria.map((criterion, index) =>
            criterion.key === edited?.key ? (
              editor
            ) : (
              <CriterionRow
                key={criterion.key}
                {...{ criterion, canEdit }}
                onTick={(isDone) => void change({ kind: 'tick', text: criterion.text, at: index, isDone })}
                onEdit={() => setEdited({ ...criterion, index })}
                onRemove={() => void remove(criterion, index)}
              />
            ),
          )}
          {/* Someone else has removed it. */}
          {!criteria.some(({ key }) => key === edited?.key) && editor}
        </ul>
      )}
      {unsaved.map((item) => (
        <Notice key={item.id} look="error">
          <p>
            “{addedText(item.change)}” isn’t saved. {item.error}
          </p>
          <div className="mt-2 flex gap-2">
            <Button size="sm" onClick={() => resend(item)}>
              Try again
            </Button>
            <Button size="sm" variant="ghost" onClick={() => discard(item)}>
              Discard
            </Button>
          </div>
        </Notice>
      ))}
      {criteria.length === 0 && !isAdding && (
        <Nothing prompt="Add acceptance criteria..." {...(canEdit ? { onStart: () => setAdding(true) } : {})} />
      )}
      {isAdding && (
        <LineInput
          label="New criterion"
          draftOf={`${node.id} new criterion`}
          initial=""
          onDone={(text, goOn) => {
            if (text !== '') void change({ kind: 'add', text })
            setAdding(goOn && text !== '')
          }}
        />
      )}
      <Writing nodeId={node.id} field="acceptance_criteria" />
    </Section>
  )
}

/** Gives criteria keys, so that a row keeps its focus while someone else changes the list. */
function useKeys(criteria: readonly Criterion[]): readonly KeyedCriterion[] {
  const [keyed, setKeyed] = useState<readonly KeyedCriterion[]>(() => keyCriteria([], criteria))
  const isSame =
    keyed.length === criteria.length &&
    keyed.every(({ text, isDone }, index) => criteria[index]?.text === text && criteria[index].isDone === isDone)
  if (isSame) return keyed
  const next = keyCriteria(keyed, criteria)
  setKeyed(next)
  return next
}

interface RowProps {
  criterion: Criterion
  canEdit: boolean
  onTick: (isDone: boolean) => void
  onEdit: () => void
  onRemove: () => void
}

function CriterionRow({ criterion: { text, isDone }, canEdit, onTick, onEdit, onRemove }: RowProps) {
  return (
    <li className="group relative -mx-2 flex items-start gap-1 rounded-6 px-2 hover:bg-hover">
      <Checkbox
        checked={isDone}
        disabled={!canEdit}
        onChange={(event) => onTick(event.target.checked)}
        label={
          <span className={cx('break-words', isDone && 'text-muted line-through')}>
            <MarkdownText text={text} inline />
          </span>
        }
        className="min-w-0 flex-1 py-1.5 has-disabled:opacity-100"
      />
      {canEdit && (
        // Shown over the end of the line on hover or focus. Touch has no hover, so there they are beside the text.
        <span className="absolute top-0.5 right-0.5 flex rounded-6 bg-surface opacity-0 ring-1 ring-line group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:static pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:ring-0">
          <IconButton
            size="sm"
            label={`Edit “${plainText(text)}”`}
            icon={<PencilLine size={14} aria-hidden />}
            onClick={onEdit}
          />
          <IconButton
            size="sm"
            label={`Remove “${plainText(text)}”`}
            icon={<Trash2 size={14} aria-hidden />}
            onClick={onRemove}
          />
        </span>
      )}
    </li>
  )
}

interface LineProps {
  label: string
  /** The key of the draft that Escape keeps. */
  draftOf: string
  initial: string
  /** `goOn` is true after Enter, when another criterion may follow. */
  onDone: (text: string, goOn: boolean) => void
}

/** A one-line field. Enter or blur saves it. Escape closes it and keeps the text as a draft. */
function LineInput({ label, draftOf, initial, onDone }: LineProps) {
  const { value: text, set: setText, clear } = useDraft(draftOf, initial)
  const isLeft = useRef(false)
  const done = (goOn: boolean) => {
    if (isLeft.current) return
    isLeft.current = !goOn || initial !== ''
    clear()
    onDone(text.trim(), goOn)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      done(true)
      if (initial === '') setText('')
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      isLeft.current = true
      onDone(initial, false)
    }
  }
  return (
    <TextInput
      autoFocus
      aria-label={label}
      placeholder={label}
      value={text}
      maxLength={LIMITS.acceptance_criteria / 10}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={handleKey}
      onPaste={(event) => {
        const pasted = pastedCriteria(event.clipboardData.getData('text/plain'))
        if (initial !== '' || text !== '' || pasted.length < 2) return
        event.preventDefault()
        for (const criterion of pasted) onDone(criterion, true)
      }}
      onBlur={() => done(false)}
    />
  )
}

import { LIMITS } from '@cairn/contract/api/common'
import type { PlanNode } from '@cairn/contract/api/nodes'
import { type Criterion, parseCriteria } from '@cairn/contract/rules/criteria'
import { useQueryClient } from '@tanstack/react-query'
import { PencilLine, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { nodeQuery } from '../../data/nodes.ts'
import { conflictOf } from '../../data/nodeWrites.ts'
import { messageOf } from '../../lib/api.ts'
import { useDraft } from '../../lib/drafts.ts'
import { plainText } from '../../lib/plainText.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/Toast.tsx'
import { type CriteriaChange, changeCriteria } from './criteria.ts'
import { MarkdownText } from './MarkdownText.tsx'
import { Nothing, Section } from './Section.tsx'
import { Writing } from './Writing.tsx'

interface Props {
  node: PlanNode
  actions: NodeActions
  canEdit: boolean
}

/** Acceptance criteria as a checklist: check, add, edit and remove. */
export function CriteriaSection({ node, actions, canEdit }: Props) {
  const criteria = parseCriteria(node.acceptance_criteria)
  const change = useCriteriaChange(node, actions)
  const [isAdding, setAdding] = useState(false)
  const remove = (criterion: Criterion, index: number) => {
    void change({ kind: 'remove', text: criterion.text, at: index })
    toast('Criterion removed', {
      action: { label: 'Undo', onClick: () => void change({ kind: 'restore', criterion, index }) },
    })
  }
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
      {criteria.length > 0 && (
        <ul className="flex flex-col">
          {criteria.map((criterion, index) => (
            <CriterionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two criteria may have the same text.
              key={`${index} ${criterion.text}`}
              nodeId={node.id}
              {...{ criterion, index, canEdit }}
              onChange={change}
              onRemove={() => remove(criterion, index)}
            />
          ))}
        </ul>
      )}
      {criteria.length === 0 && !isAdding && (
        <Nothing prompt="Add acceptance criteria..." {...(canEdit ? { onStart: () => setAdding(true) } : {})} />
      )}
      {isAdding && (
        <LineInput
          label="New criterion"
          draftOf={`${node.id} new criterion`}
          initial=""
          onDone={(text, goOn) => {
            if (text !== '') change({ kind: 'add', text })
            setAdding(goOn && text !== '')
          }}
        />
      )}
      <Writing nodeId={node.id} field="acceptance_criteria" />
    </Section>
  )
}

interface RowProps {
  nodeId: string
  criterion: Criterion
  index: number
  canEdit: boolean
  onChange: (change: CriteriaChange) => void
  onRemove: () => void
}

function CriterionRow({ nodeId, criterion: { text, isDone }, index, canEdit, onChange, onRemove }: RowProps) {
  const [isEditing, setEditing] = useState(false)
  if (isEditing)
    return (
      <li>
        <LineInput
          label="Criterion"
          draftOf={`${nodeId} criterion ${text}`}
          initial={text}
          onDone={(to) => {
            if (to === '') onRemove()
            else if (to !== text) onChange({ kind: 'rewrite', text, at: index, to })
            setEditing(false)
          }}
        />
      </li>
    )
  return (
    <li className="group relative -mx-2 flex items-start gap-1 rounded-6 px-2 hover:bg-hover">
      <Checkbox
        checked={isDone}
        disabled={!canEdit}
        onChange={(event) => onChange({ kind: 'tick', text, at: index, isDone: event.target.checked })}
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
            onClick={() => setEditing(true)}
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
  const [text, setText, clear] = useDraft(draftOf, initial)
  const isLeft = useRef(false)
  const done = (goOn: boolean) => {
    if (isLeft.current) return
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
      onBlur={() => done(false)}
    />
  )
}

/** Applies a change optimistically and saves it. After a conflict it is applied again to the other person's version. */
function useCriteriaChange(node: PlanNode, actions: NodeActions) {
  const cache = useQueryClient()
  const { queryKey } = nodeQuery(node.plan_id, node.id)
  return async (change: CriteriaChange) => {
    // Undo runs long after this render.
    let from = cache.getQueryData(queryKey)?.value ?? node
    const text = (current: PlanNode) => changeCriteria(current.acceptance_criteria, change)
    cache.setQueryData(
      queryKey,
      (known) => known && { ...known, value: { ...known.value, acceptance_criteria: text(known.value) } },
    )
    for (;;) {
      try {
        await actions.saveText(node.id, { acceptance_criteria: text(from), expected_version: from.version })
        return
      } catch (error) {
        const current = conflictOf(error)
        if (current && current.version > from.version) {
          from = current
          continue
        }
        toast.error(messageOf(error, 'Failed to save acceptance criteria'))
        await cache.invalidateQueries({ queryKey, exact: true })
        return
      }
    }
  }
}

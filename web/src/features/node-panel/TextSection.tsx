import type { PlanNode } from '@cairn/contract/api/nodes'
import { PencilLine } from 'lucide-react'
import type { NodeActions } from '../../actions/nodeActions.ts'
import { messageOf } from '../../lib/api.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { isSend } from '../../lib/shortcuts.ts'
import { tooLong } from '../../lib/textLimit.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { caretAtEnd, Textarea } from '../../ui/Textarea.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { EditFooter } from './EditFooter.tsx'
import { KeptText } from './KeptText.tsx'
import { MarkdownText } from './MarkdownText.tsx'
import { Nothing, Section } from './Section.tsx'
import type { TextField } from './textConflict.ts'
import { useTextEdit } from './useTextEdit.ts'
import { Writing } from './Writing.tsx'

interface Props {
  node: PlanNode
  actions: NodeActions
  canEdit: boolean
  field: TextField
  label: string
  /** The prompt shown if there is no text. */
  prompt: string
  max: number
}

/** A long text, shown as Markdown and edited in place. */
export function TextSection({ node, actions, canEdit, field, label, prompt, max }: Props) {
  const name = label.toLowerCase()
  const edit = useTextEdit({
    node,
    field,
    actions,
    name,
    explain: (error) => messageOf(error, `Failed to save ${name}`),
  })
  // The role may end while the editor is open.
  if (edit.text !== null && !canEdit)
    return (
      <Section label={label}>
        {edit.value !== '' && <MarkdownText text={edit.value} />}
        <KeptText text={edit.text} />
      </Section>
    )
  if (edit.text === null)
    return (
      <Section
        label={label}
        action={
          canEdit &&
          edit.value !== '' &&
          !edit.hasDraft && (
            <IconButton
              size="sm"
              label={`Edit ${name}`}
              icon={<PencilLine size={14} aria-hidden />}
              onClick={edit.start}
            />
          )
        }
      >
        {edit.hasDraft && <DraftNotice edit={edit} />}
        {edit.value === '' && !edit.hasDraft && (
          <Nothing prompt={prompt} {...(canEdit ? { onStart: edit.start } : {})} />
        )}
        {edit.value !== '' && <MarkdownText text={edit.value} />}
        <Writing nodeId={node.id} field={field} />
      </Section>
    )
  const problem = tooLong(edit.text, max)
  const isNearMax = edit.text.length > max * 0.9
  return (
    <Section label={label}>
      <Textarea
        ref={caretAtEnd}
        autoFocus
        aria-label={label}
        rows={4}
        aria-invalid={problem !== undefined}
        value={edit.text}
        onChange={(event) => edit.change(event.target.value)}
        onKeyDown={(event) => {
          if (isSend(event) && !problem) void edit.save()
          if (event.key !== 'Escape') return
          event.preventDefault()
          edit.close()
        }}
      />
      <Writing
        nodeId={node.id}
        field={field}
        isChanged={edit.isChanged}
        isBesideButtons={!isNearMax && !edit.error && !edit.conflict}
      />
      <EditFooter
        edit={edit}
        problem={problem}
        aside={!problem && isNearMax && `${formatNumber(edit.text.length)} of ${formatNumber(max)}`}
      />
    </Section>
  )
}

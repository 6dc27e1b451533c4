import { LIMITS } from '@cairn/contract/api/common'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { Pencil } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useUpdatePlan } from '../../data/plans.ts'
import { messageOf } from '../../lib/api.ts'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { counted } from '../../lib/numbers.ts'
import { setUnsaved } from '../../lib/unsaved.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { caretAtEnd, Textarea } from '../../ui/Textarea.tsx'

const placeOf = (planId: string) => `plan-description ${planId}`

/** The description of a plan, with an editor for those who may change it. */
export function PlanDescription({ plan }: { plan: Plan }) {
  const canEdit = can(plan.role, 'plan.edit')
  const [isEditing, setEditing] = useState(() => readDraft(placeOf(plan.id)) !== undefined)
  if (isEditing && canEdit) return <DescriptionEditor plan={plan} onClose={() => setEditing(false)} />
  if (!plan.description)
    return canEdit ? (
      <Button variant="ghost" size="sm" onClick={() => setEditing(true)} className="-ml-2.5 mb-2">
        Add description...
      </Button>
    ) : null
  return (
    <div className="mb-3 flex items-start gap-1">
      <p dir="auto" className="min-w-0 flex-1 whitespace-pre-wrap break-words text-13">
        {plan.description}
      </p>
      {canEdit && (
        <IconButton
          size="sm"
          label="Edit description"
          icon={<Pencil size={14} aria-hidden />}
          onClick={() => setEditing(true)}
        />
      )}
    </div>
  )
}

/** Escape closes the editor and keeps the text as a draft; Cancel discards it. */
function DescriptionEditor({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const stored = plan.description ?? ''
  const place = placeOf(plan.id)
  const [base, setBase] = useState(stored)
  const { value: text, set: setText, clear } = useDraft(place, base)
  const update = useUpdatePlan()
  const [problem, setProblem] = useState<string>()
  const isChanged = text !== base
  useEffect(() => setUnsaved(place, isChanged), [place, isChanged])
  const close = () => {
    clear()
    setUnsaved(place, false)
    onClose()
  }
  const over = text.length - LIMITS.plan_description
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (over > 0) return
    if (stored !== base) {
      setBase(stored)
      return setProblem(`Someone else changed it to “${stored}”. Save again to replace that.`)
    }
    try {
      await update.mutateAsync({ planId: plan.id, description: text.trim() })
      close()
    } catch (error) {
      setProblem(messageOf(error, 'Failed to save description'))
    }
  }
  return (
    <form
      aria-label="Plan description"
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
      className="mb-3 flex flex-col gap-2"
    >
      <Textarea
        ref={caretAtEnd}
        autoFocus
        aria-label="Description"
        rows={4}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {over > 0 && <Notice look="error">{counted(over, 'character')} too many</Notice>}
      {problem && <Notice look="error">{problem}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={close} disabled={update.isPending}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={update.isPending} disabled={!isChanged || over > 0}>
          Save
        </Button>
      </div>
    </form>
  )
}

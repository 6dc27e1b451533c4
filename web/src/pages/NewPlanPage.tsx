import { LIMITS } from '@cairn/contract/api/common'
import { ArrowLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { PLAN_STATUS } from '../data/planStatus.ts'
import { useCreatePlan } from '../data/plans.ts'
import { messageOf } from '../lib/api.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const STATUS_OPTIONS = [
  { value: 'draft', hint: 'Still being prepared.', ...look('draft') },
  { value: 'active', hint: 'Work starts right away.', ...look('active') },
] as const

/** /plans/new: a plan by hand. */
export function NewPlanPage() {
  usePageTitle('New plan')
  const navigate = useNavigate()
  const create = useCreatePlan()
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [status, setStatus] = useState<'draft' | 'active'>('draft')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim() || create.isPending) return
    create.mutate(
      { title: title.trim(), description: description.trim(), status },
      { onSuccess: (plan) => navigate(plan?.id ? `/plans/${plan.id}` : '/plans') },
    )
  }

  return (
    <div className="mx-auto flex w-full max-w-160 flex-1 flex-col gap-6 px-4 py-8 sm:px-6">
      <header>
        <Button look="ghost" size="sm" asChild className="-ml-2.5 mb-2">
          <Link to="/plans">
            <ArrowLeft size={16} aria-hidden />
            My Plans
          </Link>
        </Button>
        <h1 className="font-semibold text-28">New plan</h1>
        <p className="mt-1 text-muted">Give it a name. Phases, tasks and milestones come next.</p>
      </header>
      <form onSubmit={submit} className="flex flex-col gap-5 rounded-10 border border-line bg-surface p-5 sm:p-6">
        {create.isError && <Notice look="error">{messageOf(create.error, 'Failed to create plan')}</Notice>}
        <Field label="Title" aside={nearLimit(title, LIMITS.title)}>
          <TextInput
            autoFocus
            required
            maxLength={LIMITS.title}
            autoComplete="off"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </Field>
        <Field label="Description" optional aside={nearLimit(description, LIMITS.plan_description)}>
          <Textarea
            rows={4}
            maxLength={LIMITS.plan_description}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <RadioCards legend="Status" name="status" value={status} options={STATUS_OPTIONS} onChange={setStatus} />
        <div className="flex justify-end gap-2 pt-1 max-sm:[&>*]:flex-1">
          <Button asChild>
            <Link to="/plans">Cancel</Link>
          </Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={!title.trim()}>
            {create.isPending ? 'Creating...' : 'Create Plan'}
          </Button>
        </div>
      </form>
    </div>
  )
}

function look(status: 'draft' | 'active') {
  const { label, Icon } = PLAN_STATUS[status]
  return { label, icon: <Icon size={15} aria-hidden className="text-muted" /> }
}

/** A counter, from the last tenth on: before that nobody needs it. */
const nearLimit = (text: string, max: number): string | null =>
  text.length > max * 0.9 ? `${text.length} of ${max}` : null

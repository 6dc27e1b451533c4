import { LIMITS } from '@cairn/contract/api/common'
import type { PlanTemplate } from '@cairn/contract/api/plans'
import { ArrowLeft, File } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { sayCreated, sayPlanNotCreated } from '../actions/createdPlan.ts'
import { useCreatePlan } from '../data/plans.ts'
import { PLAN_STATUS } from '../display/planStatus.ts'
import { isTemplate, TEMPLATE_DISPLAY, TEMPLATES } from '../display/templateDisplay.ts'
import { messageOf } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { formatNumber } from '../lib/numbers.ts'
import { usePageTitle } from '../lib/pageTitle.ts'
import { useIsShown } from '../lib/useIsShown.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { Textarea } from '../ui/Textarea.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const STATUS_OPTIONS = [
  { value: 'draft', hint: 'Still being prepared', ...look('draft') },
  { value: 'active', hint: 'Work starts right away', ...look('active') },
] as const

type Start = PlanTemplate | 'empty'

interface PlanDraft {
  start: Start
  title: string
  description: string
  status: 'draft' | 'active'
}

const START_OPTIONS: readonly { value: Start; label: string; hint: string; icon: ReactNode }[] = [
  {
    value: 'empty',
    label: 'Empty plan',
    hint: 'Add phases, tasks and milestones yourself',
    icon: <File size={15} aria-hidden className="text-muted" />,
  },
  ...TEMPLATES.map(({ template, name, text, Icon }) => ({
    value: template,
    label: name,
    hint: text,
    icon: <Icon size={15} aria-hidden className="text-muted" />,
  })),
]
const nameOf = (start: Start): string => (start === 'empty' ? '' : TEMPLATE_DISPLAY[start].name)

/** /plans/new: creates a plan manually, empty or from a template (`?template=`). */
export function NewPlanPage() {
  usePageTitle('Create Plan')
  const navigate = useNavigate()
  const create = useCreatePlan()
  const [query] = useSearchParams()
  const asked = query.get('template')
  const first: Start = isTemplate(asked) ? asked : 'empty'
  const {
    value: draft,
    set: setDraft,
    clear: forget,
  } = useDraft<PlanDraft>(`new-plan ${first}`, {
    start: first,
    title: nameOf(first),
    description: '',
    status: 'draft',
  })
  const { start, title, description, status } = draft

  const isShown = useIsShown()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!title.trim() || create.isPending) return
    const input = { title: title.trim(), description: description.trim(), status }
    try {
      const plan = await create.mutateAsync({ ...input, ...(start === 'empty' ? {} : { template: start }) })
      forget()
      if (isShown.current) navigate(plan?.id ? `/plans/${plan.id}` : '/plans', { replace: true })
      else sayCreated(plan)
    } catch (error) {
      if (!isShown.current) sayPlanNotCreated(input.title, error)
    }
  }

  const startFrom = (next: Start) => {
    setDraft({ ...draft, start: next, title: title.trim() === nameOf(start) ? nameOf(next) : title })
  }

  return (
    <div className="mx-auto flex w-full max-w-160 flex-1 flex-col gap-6 px-4 py-8 sm:px-6">
      <header>
        <Button variant="ghost" size="sm" asChild className="-ml-2.5 mb-2">
          <Link to="/plans">
            <ArrowLeft size={16} aria-hidden />
            My Plans
          </Link>
        </Button>
        <h1 className="font-semibold text-28">Create Plan</h1>
        <p className="mt-1 text-muted">Give it a name. You can change everything later.</p>
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
            onChange={(event) => setDraft({ ...draft, title: event.target.value })}
          />
        </Field>
        <RadioCards legend="Start from" name="start" value={start} options={START_OPTIONS} onChange={startFrom} />
        <Field label="Description" optional aside={nearLimit(description, LIMITS.plan_description)}>
          <Textarea
            rows={4}
            maxLength={LIMITS.plan_description}
            value={description}
            onChange={(event) => setDraft({ ...draft, description: event.target.value })}
          />
        </Field>
        <RadioCards
          legend="Status"
          name="status"
          value={status}
          options={STATUS_OPTIONS}
          onChange={(next) => setDraft({ ...draft, status: next })}
        />
        <div className="flex justify-end gap-2 pt-1 max-sm:[&>*]:flex-1">
          <Button asChild>
            <Link to="/plans" onClick={forget}>
              Cancel
            </Link>
          </Button>
          <Button type="submit" variant="primary" busy={create.isPending} disabled={!title.trim()}>
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

/** A character counter, shown for the last tenth of the limit. */
const nearLimit = (text: string, max: number): string | null =>
  text.length > max * 0.9 ? `${formatNumber(text.length)} of ${formatNumber(max)}` : null

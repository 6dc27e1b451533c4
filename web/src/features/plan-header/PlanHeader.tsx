import { PLAN_STATUSES, type Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { ArrowLeft, ChevronDown, Share2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { sayFailed, titleNow } from '../../actions/failedSave.ts'
import { keptPlanTitle, offerKeptPlanTitle, planTitlePlace, planTitleToastId } from '../../actions/unsavedTitles.ts'
import { useUpdatePlan } from '../../data/plans.ts'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { ApiError, messageOf } from '../../lib/api.ts'
import { readDraft } from '../../lib/drafts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EditableTitle } from '../../ui/EditableTitle.tsx'
import { Menu, MenuChoice } from '../../ui/Menu.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useFocusFallback } from '../../ui/useFocusFallback.ts'

const STATUS_OPTIONS = PLAN_STATUSES.map((value) => {
  const { label, Icon } = PLAN_STATUS[value]
  return { value, label, icon: <Icon size={15} aria-hidden className="text-muted" /> }
})

interface Props {
  plan: Plan
  /** The other people who have the plan open. */
  here: ReactNode
  /** Undo and redo, for people who can edit. */
  undo: ReactNode
  /** View controls, shown before the Share button. */
  tools: ReactNode
  /** Shown at the end of the bar. */
  menu: ReactNode
  onShare: () => void
}

/** The bar above a plan: back link, title, status, other people and Share. */
export function PlanHeader({ plan, here, undo, tools, menu, onShare }: Props) {
  const update = useUpdatePlan()
  const canEdit = can(plan.role, 'plan.edit')
  const kept = useFocusFallback<HTMLDivElement>()
  const setStatus = (status: Plan['status']) =>
    update
      .mutateAsync({ planId: plan.id, status })
      .catch((error: unknown) => toast.error(messageOf(error, 'Failed to update plan')))
  /** The title of the latest attempt; an earlier one would replace it. */
  const latest = useRef<string>(undefined)
  const rename = (title: string, before?: string) => {
    const id = planTitleToastId(plan.id)
    const keeps = keptPlanTitle(plan.id, title)
    keeps.keep()
    // Dismissing a toast forgets its title, so that of the same title stays until this attempt ends.
    if (latest.current !== title) toast.dismiss(id)
    latest.current = title
    const fail = sayFailed(`Failed to save “${title}”`, { id, keeps, now: titleNow, again: () => rename(title) })
    // Someone else renamed it meanwhile.
    if (before !== undefined && before !== plan.title && title !== plan.title)
      return fail(new ApiError(409, 'version_conflict', '', plan))
    update.mutateAsync({ planId: plan.id, title }).then(
      () => {
        keeps.forget()
        if (latest.current === title) toast.dismiss(id)
      },
      (error: unknown) => latest.current === title && fail(error),
    )
  }
  const offerTitle = useEffectEvent(() => {
    if (!canEdit) return
    latest.current = readDraft<string>(planTitlePlace(plan.id))
    offerKeptPlanTitle(plan, rename)
  })
  useEffect(() => offerTitle(), [])
  const { label, tone, Icon } = PLAN_STATUS[plan.status]
  return (
    <div
      className={
        'flex shrink-0 items-center gap-1.5 border-line border-b bg-surface px-2 sm:h-12 sm:gap-2 sm:px-3 ' +
        // On a phone the tools have a row of their own, or the title could not be read beside them.
        'max-sm:flex-wrap max-sm:py-1.5 ' +
        // The status stays beside a long title instead of wrapping into a row of its own.
        'max-sm:[&_h1]:flex-1 max-sm:[&_h1]:basis-0 ' +
        // On a phone the title takes the whole bar while it is edited.
        'max-sm:[&:has(>input)>*:not(input)]:hidden'
      }
    >
      <Button variant="ghost" size="sm" asChild className="px-2">
        <Link to="/plans" aria-label="Back to My Plans" title="Back to My Plans">
          <ArrowLeft size={18} aria-hidden />
        </Link>
      </Button>
      <div {...kept} className="contents">
        <EditableTitle
          as="h1"
          label="Plan title"
          title={plan.title}
          place={planTitlePlace(plan.id)}
          className="h-8 min-w-0 truncate rounded-6 px-1.5 font-semibold text-16 leading-8"
          fieldClassName="w-full max-w-130 border border-accent bg-surface outline-2 outline-accent/30"
          onRename={canEdit ? rename : undefined}
        />
      </div>
      {canEdit ? (
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={`Plan status: ${label}`}
              className="inline-flex h-8 shrink-0 items-center gap-2 rounded-6 px-2 text-13 hover:bg-hover data-[state=open]:bg-hover pointer-coarse:h-10"
            >
              <Icon size={15} aria-hidden className="text-muted" />
              <span className="max-sm:hidden">{label}</span>
              <ChevronDown size={14} aria-hidden className="text-faint" />
            </button>
          }
        >
          <MenuChoice value={plan.status} options={STATUS_OPTIONS} onChange={setStatus} />
        </Menu>
      ) : (
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          <span className="max-sm:sr-only">{label}</span>
        </Badge>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-2 max-sm:ml-0 max-sm:basis-full">
        {/* On a phone at the right, where those who join and leave move nothing. */}
        <div className="flex empty:hidden max-sm:order-1 max-sm:ml-auto max-sm:empty:flex">{here}</div>
        {undo}
        {tools}
        <Button
          size="sm"
          icon={<Share2 size={16} aria-hidden />}
          onClick={onShare}
          aria-label="Share"
          data-tour="share"
          className="max-sm:order-2"
        >
          <span className="max-sm:hidden">Share</span>
        </Button>
        <div className="max-sm:order-3">{menu}</div>
      </div>
    </div>
  )
}

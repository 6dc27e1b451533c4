import type { ListedPlan, Plan, PlanStatus } from '@cairn/contract/api/plans'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { ROLE_LABEL } from '../../display/roles.ts'
import { counted } from '../../lib/numbers.ts'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { DueDate, isOverdue } from '../../ui/DueDate.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Returns 'N nodes' or 'No nodes yet'. */
export const nodeCountLabel = (count: number): string => (count === 0 ? 'No nodes yet' : counted(count, 'node'))

export function PlanStatusBadge({ status }: { status: PlanStatus }) {
  const { label, tone, Icon } = PLAN_STATUS[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {label}
    </Badge>
  )
}

export function PlanProgress({ plan, className }: { plan: Plan; className?: string }) {
  return (
    <div className={cx('flex items-center gap-2.5', className)}>
      <ProgressBar
        label={`Progress of ${plan.title}`}
        value={plan.progress}
        tone={plan.progress === 100 ? 'done' : 'accent'}
        className="min-w-0 flex-1"
      />
      <span className="w-9 shrink-0 text-right text-12 text-muted tabular-nums">{plan.progress}%</span>
    </div>
  )
}

export function UpdatedAt({ at, className }: { at: string; className?: string }) {
  return (
    <time
      dateTime={at}
      title={`Updated ${fullDateTime(at)}`}
      className={cx('whitespace-nowrap text-12 text-muted tabular-nums', className)}
    >
      <span className="sr-only">Updated </span>
      {shortDateTime(at)}
    </time>
  )
}

/** The owner and the user's own role. Shows nothing for plans that the user owns. */
export function SharedBy({ plan }: { plan: Plan }) {
  if (plan.role === 'owner') return null
  return (
    <span className="truncate text-12 text-muted">
      Shared by {plan.owner.name} · {ROLE_LABEL[plan.role]}
    </span>
  )
}

/** The members of a plan. Shows nothing if there is only one. */
export function Members({ plan: { members, member_count } }: { plan: ListedPlan }) {
  if (member_count < 2) return null
  const more = member_count - members.length
  return (
    <span title={`${member_count} members`} className="inline-flex items-center gap-0.5">
      {members.map(({ id, name, avatar_url }) => (
        <Avatar key={id} name={name} src={avatar_url} size="sm" />
      ))}
      {more > 0 && (
        <span className="ml-1 text-12 text-muted tabular-nums">
          +{more}
          <span className="sr-only"> more members</span>
        </span>
      )}
    </span>
  )
}

/** The earliest due date of open nodes. `label` shows what it is where there is no column header. */
export function NextDue({ plan: { next_due }, label = false }: { plan: ListedPlan; label?: boolean }) {
  if (next_due === null) return null
  const due = { day: next_due, isDone: false }
  return (
    <span className="whitespace-nowrap text-12 text-muted">
      <span className={label ? undefined : 'sr-only'}>{isOverdue(due) ? 'Overdue: ' : 'Due '}</span>
      <DueDate {...due} />
    </span>
  )
}

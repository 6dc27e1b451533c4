import type { Plan, PlanStatus } from '@cairn/contract/api/plans'
import { PLAN_STATUS } from '../../data/planStatus.ts'
import { counted } from '../../lib/numbers.ts'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** 'N nodes', or that there are none. */
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
      {shortDateTime(at)}
    </time>
  )
}

const ROLE_WORD = { admin: 'admin', editor: 'editor', commenter: 'commenter', viewer: 'viewer' } as const

/** Whose plan it is and what this person is in it; nothing for one's own. */
export function SharedBy({ plan }: { plan: Plan }) {
  if (plan.role === 'owner') return null
  return (
    <span className="text-12 text-muted">
      Shared by {plan.owner.name} · you are {ROLE_WORD[plan.role]}
    </span>
  )
}

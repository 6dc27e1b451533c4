import type { Plan } from '@cairn/contract/api/plans'
import { planProgress } from '@cairn/contract/rules/progress'
import { useQuery } from '@tanstack/react-query'
import { Activity } from 'lucide-react'
import { planActivityQuery } from '../../data/activity.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { PersonAvatar } from '../../display/PersonAvatar.tsx'
import { PLAN_STATUS } from '../../display/planStatus.ts'
import { ROLE_LABEL } from '../../display/roles.ts'
import { Via } from '../../display/Via.tsx'
import { messageOf } from '../../lib/api.ts'
import { counted, formatNumber } from '../../lib/numbers.ts'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useShownCounts } from '../../view-state/branch.ts'
import { CollapsibleSection } from './CollapsibleSection.tsx'
import { PlanDescription } from './PlanDescription.tsx'

/** How many activity items are shown. */
const RECENT_SHOWN = 3

export interface InsightsProps {
  plan: Plan
  nodes: PlanNodes
  /** The branch to count, or null for the whole plan. */
  branchId: string | null
  onSelect: (nodeId: string) => void
  /** Opens the plan's full activity. */
  onActivity: () => void
}

/** Shows the insights beside the plan. */
export function InsightsPanel(props: InsightsProps) {
  return (
    <aside
      aria-label="Plan Insights"
      className="flex w-72 shrink-0 flex-col overflow-y-auto border-line border-l bg-surface xl:w-80"
    >
      <h2 className="px-4 pt-4 pb-2 font-semibold text-14">Plan Insights</h2>
      <Insights {...props} />
    </aside>
  )
}

/** The content of the panel and the dialog. */
export function Insights({ plan, nodes, branchId, onSelect, onActivity }: InsightsProps) {
  return (
    <>
      <CollapsibleSection title="Quick Stats">
        <QuickStats nodes={nodes} branchId={branchId} />
      </CollapsibleSection>
      <CollapsibleSection title="Recent Activity">
        <RecentActivity planId={plan.id} nodes={nodes} onSelect={onSelect} />
        <Button variant="ghost" size="sm" className="mt-2 -ml-2.5" onClick={onActivity}>
          View all activity
        </Button>
      </CollapsibleSection>
      <CollapsibleSection title="Plan Details">
        <PlanDetails plan={plan} />
      </CollapsibleSection>
    </>
  )
}

function QuickStats({ nodes, branchId }: Pick<InsightsProps, 'nodes' | 'branchId'>) {
  const { total, completed, in_progress, blocked } = useShownCounts(nodes, branchId)
  const branch = useNode(nodes, branchId)
  const progress = planProgress(completed, total)
  const stats = [
    { label: 'Completed', value: completed, dot: 'bg-done-fill' },
    { label: 'In progress', value: in_progress, dot: 'bg-progress-fill' },
    { label: 'Blocked', value: blocked, dot: 'bg-blocked-fill' },
    { label: 'Not started', value: total - completed - in_progress - blocked, dot: 'bg-idle-fill' },
  ]
  return (
    <>
      <div className="flex items-center gap-3">
        <ProgressBar
          label={branch ? `Progress of ${titleOf(branch)}` : 'Overall progress'}
          value={progress}
          tone={progress === 100 ? 'done' : 'accent'}
          className="flex-1"
        />
        <span className="font-medium text-13 tabular-nums">{progress}%</span>
      </div>
      <p className="mt-1.5 text-12 text-muted tabular-nums">
        {formatNumber(completed)} of {counted(total, 'node')} completed{branch && ` in ${titleOf(branch)}`}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-2">
        {stats.map(({ label, value, dot }) => (
          <div key={label} className="flex flex-col-reverse rounded-6 bg-idle-soft px-3 py-2">
            <dt className="flex items-center gap-1.5 text-12 text-muted">
              <span aria-hidden className={`size-2 rounded-full ${dot}`} />
              {label}
            </dt>
            <dd className="font-semibold text-16 tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function RecentActivity({
  planId,
  nodes,
  onSelect,
}: {
  planId: string
  nodes: PlanNodes
  onSelect: InsightsProps['onSelect']
}) {
  const { data, error, isPending } = useQuery(planActivityQuery(planId))
  // As high as the entries mostly are, so that nothing below moves.
  if (isPending) return <Skeleton className="h-60" />
  if (error) return <Notice look="error">{messageOf(error, 'Failed to load activity')}</Notice>
  if (data.data.length === 0)
    return (
      <p className="flex items-center gap-2 text-13 text-muted">
        <Activity size={15} aria-hidden />
        No recent activity
      </p>
    )
  return (
    <ul className="flex flex-col gap-3">
      {data.data.slice(0, RECENT_SHOWN).map(({ id, user, via, content, created_at, node_id }) => (
        <li key={id} className="flex gap-2.5">
          <PersonAvatar person={{ ...user, agent: via.name, icon_url: via.icon_url }} size="sm" className="mt-0.5" />
          <div className="min-w-0 text-13">
            {node_id !== null && nodes.get(node_id) ? (
              <button
                type="button"
                onClick={() => onSelect(node_id)}
                className="line-clamp-3 wrap-anywhere rounded-6 text-left hover:underline"
              >
                {content}
              </button>
            ) : (
              <p className="line-clamp-3 break-words">{content}</p>
            )}
            <p className="text-12 text-muted">
              <RelativeTime at={created_at} />
              <Via via={via} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function PlanDetails({ plan }: { plan: Plan }) {
  const { data: activity } = useQuery(planActivityQuery(plan.id))
  const latest = activity?.data[0]?.created_at ?? ''
  const rows = [
    { label: 'Status', value: PLAN_STATUS[plan.status].label },
    { label: 'Owner', value: plan.owner.name },
    { label: 'Your role', value: ROLE_LABEL[plan.role] },
    { label: 'Created', value: <Moment at={plan.created_at} /> },
    { label: 'Updated', value: <Moment at={latest > plan.updated_at ? latest : plan.updated_at} /> },
  ]
  return (
    <>
      <PlanDescription plan={plan} />
      <dl className="flex flex-col gap-1.5 text-13">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-muted">{label}</dt>
            <dd className="truncate">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullDateTime(at)}>
      {shortDateTime(at)}
    </time>
  )
}

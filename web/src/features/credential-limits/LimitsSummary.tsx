import type { ShownLimits } from '@cairn/contract/api/credentialLimits'
import { timeOfDay } from '../../lib/relativeTime.ts'
import { TextLink } from '../../ui/TextLink.tsx'

/** Which plan or branch a token or an app reaches. */
export function Reach({ limits: { plan, branch } }: { limits: ShownLimits }) {
  if (!plan) return 'All plans'
  if (plan.title === null) return 'Only a plan that you can no longer see, so it can’t change anything'
  const link = <TextLink to={`/plans/${plan.id}`}>{plan.title}</TextLink>
  if (!branch) return <>Only {link}</>
  if (branch.title === null) return <>Reads {link}. Its branch was deleted, so it can’t change anything</>
  return (
    <>
      Reads {link}, changes only <TextLink to={`/plans/${plan.id}?node=${branch.id}`}>{branch.title}</TextLink>
    </>
  )
}

const number = (count: number) => count.toLocaleString('en-US')
const usedOf = (used: number, limit: number, unit: string) =>
  `${number(used)} of ${number(limit)} ${unit}${limit === 1 ? '' : 's'} this hour`

/** What was used of the quotas, like "38 of 100 changes this hour"; empty without a quota. */
export function usedThisHour({ changes_per_hour, nodes_per_hour, used }: ShownLimits): string[] {
  return [
    ...(changes_per_hour === null ? [] : [usedOf(used?.changes ?? 0, changes_per_hour, 'change')]),
    ...(nodes_per_hour === null ? [] : [usedOf(used?.nodes ?? 0, nodes_per_hour, 'new node')]),
  ]
}

/** The same as a line, with the time when it begins again. */
export function UsedThisHour({ limits }: { limits: ShownLimits }) {
  const parts = usedThisHour(limits)
  if (parts.length === 0) return null
  return (
    <p className="text-13 text-muted tabular-nums">
      {parts.join(' · ')}
      {limits.used && ` · resets at ${timeOfDay(limits.used.resets_at)}`}
    </p>
  )
}

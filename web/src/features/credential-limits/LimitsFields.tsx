import { useInfiniteQuery } from '@tanstack/react-query'
import { plansQuery } from '../../data/plans.ts'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { BranchField } from './BranchField.tsx'
import type { LimitsDraft, wrongIn } from './limitsDraft.ts'

const ALL_PLANS = 'all'

interface Props {
  value: LimitsDraft
  onChange: (value: LimitsDraft) => void
  /** The errors of fields. */
  wrong: ReturnType<typeof wrongIn>
  /** Without the permission to write, there is nothing but the plan to limit. */
  canWrite: boolean
  /** Of a plan that the list does not have: what is chosen stays visible. */
  planTitle?: string | null
}

/** What limits a token or an app besides its permissions: a plan, a branch, and quotas per hour. */
export function LimitsFields({ value, onChange, wrong, canWrite, planTitle }: Props) {
  const plans = useInfiniteQuery(plansQuery).data?.pages.flatMap((page) => page.plans) ?? []
  const { planId, changes, nodes } = value
  const isListed = planId === null || plans.some(({ id }) => id === planId)
  return (
    <>
      <Field label="Plans">
        <Select
          value={planId ?? ALL_PLANS}
          options={[
            { value: ALL_PLANS, label: 'All plans' },
            ...(isListed ? [] : [{ value: planId, label: planTitle ? `Only “${planTitle}”` : 'Only a deleted plan' }]),
            ...plans.map(({ id, title }) => ({ value: id, label: `Only “${title}”` })),
          ]}
          onChange={(chosen) => onChange({ ...value, planId: chosen === ALL_PLANS ? null : chosen, branch: null })}
          className="w-full"
        />
      </Field>
      {canWrite && planId !== null && (
        <BranchField planId={planId} value={value.branch} onChange={(branch) => onChange({ ...value, branch })} />
      )}
      {canWrite && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Changes per hour" optional hint="A change of 20 nodes counts as 20." error={wrong.changes}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder="No limit"
              value={changes}
              onChange={(event) => onChange({ ...value, changes: event.target.value })}
            />
          </Field>
          <Field label="New nodes per hour" optional error={wrong.nodes}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              placeholder="No limit"
              value={nodes}
              onChange={(event) => onChange({ ...value, nodes: event.target.value })}
            />
          </Field>
        </div>
      )}
    </>
  )
}

import { type CredentialLimitsInput, QUOTA_MAX, type ShownLimits } from '@cairn/contract/api/credentialLimits'

/** The limits of a token or an app while they are edited. */
export interface LimitsDraft {
  planId: string | null
  /** Its title is null once it was deleted. */
  branch: { id: string; title: string | null } | null
  /** As typed: empty for no limit. */
  changes: string
  nodes: string
}

export const NO_LIMITS: LimitsDraft = { planId: null, branch: null, changes: '', nodes: '' }

export const draftOf = ({ plan, branch, changes_per_hour, nodes_per_hour }: ShownLimits): LimitsDraft => ({
  planId: plan?.id ?? null,
  branch,
  changes: changes_per_hour?.toString() ?? '',
  nodes: nodes_per_hour?.toString() ?? '',
})

/** Null for no limit, undefined for what is not a number in range. */
function quotaOf(text: string, least: number): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  const number = /^\d+$/.test(typed) ? Number(typed) : Number.NaN
  return number >= least && number <= QUOTA_MAX ? number : undefined
}

const MAX = QUOTA_MAX.toLocaleString('en-US')

export function wrongIn({ changes, nodes }: LimitsDraft): { changes?: string; nodes?: string } {
  return {
    ...(quotaOf(changes, 1) === undefined ? { changes: `Enter a whole number from 1 to ${MAX}` } : {}),
    ...(quotaOf(nodes, 0) === undefined ? { nodes: `Enter a whole number from 0 to ${MAX}` } : {}),
  }
}

/** What is sent; null while a field is wrong. Without the permission to write, only the plan counts. */
export function limitsOf(draft: LimitsDraft, canWrite: boolean): Required<CredentialLimitsInput> | null {
  const { planId: plan_id } = draft
  if (!canWrite) return { plan_id, branch_id: null, changes_per_hour: null, nodes_per_hour: null }
  const [changes, nodes] = [quotaOf(draft.changes, 1), quotaOf(draft.nodes, 0)]
  if (changes === undefined || nodes === undefined) return null
  return {
    plan_id,
    branch_id: draft.branch?.id ?? null,
    changes_per_hour: changes,
    nodes_per_hour: nodes,
  }
}

const countOf = (typed: string, unit: string) => {
  const [text, number] = [typed.trim(), Number(typed)]
  return text === '' || Number.isNaN(number)
    ? []
    : `${number.toLocaleString('en-US')} ${unit}${number === 1 ? '' : 's'} per hour`
}

/** The limits in a few words, like "one branch, 100 changes per hour". */
export function summaryOf({ planId, branch, changes, nodes }: LimitsDraft, canWrite: boolean): string {
  const reach = canWrite && branch ? 'one branch' : planId ? 'one plan' : 'all plans'
  const quotas = canWrite ? [countOf(changes, 'change'), countOf(nodes, 'new node')] : []
  return [reach, ...quotas].flat().join(', ')
}

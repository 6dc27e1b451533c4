// Errors as assistants need them: a code, a sentence, and what to do next.
import type { ErrorBody } from '@cairn/contract/api/common'
import type { AppError } from '../base/errors.ts'

export interface ToolError {
  code: string
  message: string
  /** What to do next. */
  hint: string
  /** The current row, when the expected version is not the current one. */
  current?: unknown
  details?: unknown
}

const HINTS: Readonly<Record<string, string>> = {
  invalid_input: 'Correct the named arguments and call the tool again.',
  version_conflict: 'Read `current`, merge your change into it and call again with its version as expected_version.',
  idempotency_key_reused: 'Use a new idempotency_key for a different call, or repeat the first call unchanged.',
  rate_limited: 'Wait before the next call.',
  unavailable: 'Wait a few seconds and call again. With the same idempotency_key nothing happens twice.',
  overloaded: 'Wait a second and call again.',
  cycle: 'Choose a parent that is not below the node.',
  plan_full: 'Move finished work to another plan, or shorten texts.',
  too_deep: 'Choose a parent that is nearer to the top.',
  too_many_nodes: 'Split the call into several smaller ones.',
  already_exists: 'It already exists. You do not need to do anything.',
  undo_blocked: 'Call with preview to see what is in the way, or with skip_blocked to undo the rest.',
  forbidden: 'Tell the person: the message says who can do this.',
  root_exists: 'A plan has one root. Add the node below it, as a phase, task or milestone.',
  root_has_children: 'Archive the nodes below the root instead.',
  root_fixed: 'Leave the root where it is and change the nodes below it.',
  claimed: 'Leave this task to its holder, and call claim_task without node_id for another one.',
  not_ready: 'Call list_ready_tasks for tasks that can be started.',
  lease_lost:
    'Stop working on this task. Call claim_task for another one, or for this one again when no one else holds it.',
  quota_too_small: 'Split the call into several smaller ones.',
  outside_branch:
    'Change only the node `details.branch_id` and the nodes below it; get_plan_outline with it as parent_id shows them. Reading is not limited to it.',
  branch_deleted: 'Stop. Tell the person that the branch was deleted; only they can restore it or change the limit.',
  not_signed_in: 'The token was revoked or has expired. Ask the person for a new one.',
  uploads_full: 'Tell the person that the limit for uploaded files is reached. A link needs no room.',
  too_large: 'Shorten the texts, or split the call into several smaller ones.',
  files_unavailable: 'Tell the person that uploaded files are unavailable. Everything else works.',
  storage_full: 'Tell the person that the storage of the server is full. Reading still works.',
  internal: 'Tell the person, with the request_id. Calling again may help.',
}

const CYCLE_OF_LINKS = 'Remove a link of the path in `details` first, or leave this one out.'

const MISSING: Readonly<Record<string, string>> = {
  plan_not_found: 'Call list_plans for the plans you can reach. The id must be complete.',
  node_not_found: 'Call get_plan_outline for the ids of the nodes.',
  claim_not_found: 'Pass the claim id that claim_task answered to you.',
  edge_not_found: 'Call get_node for the links of the node.',
  run_not_found: 'Pass the run_id that one of your changes has in get_changes.',
}

/** Beside the result of a write that succeeded although the agent no longer holds the task. */
export const leaseLost = (message: string): ToolError => ({
  code: 'lease_lost',
  message,
  hint: HINTS.lease_lost ?? '',
})

export function toToolError(error: AppError): ToolError {
  const { code, message, details, retryAfter } = error
  const hint = hintOf(code, details, retryAfter)
  const base = { code, message, hint }
  if (code === 'version_conflict') return { ...base, current: details }
  return details === undefined ? base : { ...base, details }
}

function hintOf(code: string, details: unknown, retryAfter: number | undefined): string {
  const { scope, role } = (details ?? {}) as { scope?: string; role?: string }
  if (scope) return `Ask the person for access with the "${scope}" scope.`
  if (role) return 'Ask the owner of the plan for a role that allows it.'
  if (code === 'cycle' && details !== undefined) return CYCLE_OF_LINKS
  if (code === 'rate_limited' && retryAfter !== undefined) return `Wait ${retryAfter} seconds before the next call.`
  if (code === 'quota_exceeded' && retryAfter !== undefined)
    return `Reading still works. Wait ${retryAfter} seconds before the next change, or tell the person.`
  return HINTS[code] ?? MISSING[code] ?? 'Check the arguments against the schema of the tool.'
}

export const toolErrorOf = ({ error, code, request_id }: ErrorBody): ToolError & { request_id?: string } => ({
  code,
  message: error,
  hint: hintOf(code, undefined, undefined),
  ...(request_id !== undefined && { request_id }),
})

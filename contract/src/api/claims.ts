// Ready work and claims: a claim holds a task for a while, so that people and agents do not collide.
import { z } from 'zod'
import { WAITING_REASONS } from '../rules/ready.ts'
import { type Api, Id, LIMITS, limitQuery, optionalText, orEmpty, Timestamp } from './common.ts'
import { PlanNode, ReadyTask } from './nodes.ts'
import { PlanParams } from './plans.ts'

/** How long a claim lasts unless it is renewed. */
export const CLAIM_MINUTES = 30
/** The longest time that a claim can be asked for: a working day, for people, who send no heartbeats. */
export const CLAIM_MINUTES_MAX = 480
export const READY_PAGE_SIZE = 20

export const CLAIM_OUTCOMES = ['done', 'blocked', 'released'] as const
const ClaimOutcome = z.enum(CLAIM_OUTCOMES, `outcome must be one of ${CLAIM_OUTCOMES.join(', ')}`)
/** How a claim ended; the others are what people and agents say when they end it. */
export const ClaimEnd = z.enum([
  ...CLAIM_OUTCOMES,
  'expired',
  'taken_over',
  'handed_over',
  'node_completed',
  'node_blocked',
  'node_deleted',
  'plan_deleted',
  'access_lost',
  'credential_ended',
  'account_deleted',
])
export type ClaimEnd = z.infer<typeof ClaimEnd>

export const Claim = z.object({
  id: Id,
  plan_id: Id,
  node_id: Id,
  fence: z.int().describe('Grows with every claim of the node'),
  user: z.object({ id: Id, name: z.string() }),
  agent: z.string().nullable().describe('The token or app that holds the task for the person; null if they do it'),
  created_at: Timestamp,
  expires_at: Timestamp.describe('When the claim ends unless it is renewed, or when it ended'),
})
export type Claim = z.infer<typeof Claim>

const someMinutes = z
  .int('minutes must be a whole number')
  .min(1, 'minutes must be at least 1')
  .max(CLAIM_MINUTES_MAX, `minutes can be at most ${CLAIM_MINUTES_MAX}`)
const minutes = someMinutes
  .nullish()
  .default(CLAIM_MINUTES)
  .transform((given) => given ?? CLAIM_MINUTES)
const WaitingTask = ReadyTask.extend({
  reason: z.enum(WAITING_REASONS),
  by: ReadyTask.nullable().describe('The node it waits for, or the blocked ancestor'),
})
export type WaitingTask = z.infer<typeof WaitingTask>

const ClaimParams = PlanParams.extend({ claimId: Id })

export const claimsApi = {
  ready: {
    method: 'GET',
    path: '/plans/:planId/ready',
    summary:
      'Tasks that can be started, the one due first at the top: not started or abandoned, held by no one, with all dependencies of the task and its ancestors completed and no ancestor blocked',
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({ limit: limitQuery(READY_PAGE_SIZE) }),
    reply: z.object({
      tasks: z.array(ReadyTask),
      total: z.int(),
      waiting: z
        .array(WaitingTask)
        .describe('If no task is ready: the first open tasks, and the reason each cannot start'),
    }),
  },
  list: {
    method: 'GET',
    path: '/plans/:planId/claims',
    summary:
      'Who holds which task; `expired=true` adds the claims that have expired or ended of tasks that are still in progress',
    access: 'plan.read',
    params: PlanParams,
    query: z.strictObject({
      expired: z.enum(['true', 'false'], 'expired must be true or false').optional(),
    }),
    reply: z.array(Claim),
  },
  claim: {
    method: 'POST',
    path: '/plans/:planId/claims',
    summary:
      'Claim a task: the given one, or the first that is ready. It becomes in progress and is yours until the claim expires; a heartbeat or a log entry renews it. `claim` is null if nothing is ready',
    access: 'plan.edit',
    idempotent: true,
    params: PlanParams,
    body: z.object({
      node_id: orEmpty(Id)
        .nullish()
        .transform((id) => id || undefined),
      minutes,
      take_over: z
        .boolean('take_over must be true or false')
        .nullish()
        .default(false)
        .transform((given) => given ?? false)
        .describe('Take the task from its holder. For people only'),
    }),
    reply: z.object({ claim: Claim.nullable(), node: PlanNode.nullable() }),
  },
  heartbeat: {
    method: 'POST',
    path: '/plans/:planId/claims/:claimId/heartbeat',
    summary:
      'Renew a claim: it lasts `minutes` from now, or longer if it did before; `lease_lost` if you no longer hold the task',
    access: 'claim.renew',
    params: ClaimParams,
    body: z.object({ minutes }),
    reply: Claim,
  },
  end: {
    method: 'POST',
    path: '/plans/:planId/claims/:claimId/end',
    summary:
      'End a claim: the task is done, blocked, or released for others. The summary becomes a log entry; `unblocked` has the tasks that became ready',
    access: 'plan.edit',
    params: ClaimParams,
    body: z.object({
      outcome: ClaimOutcome,
      summary: optionalText('Summary', LIMITS.content),
    }),
    reply: z.object({ node: PlanNode, unblocked: z.array(ReadyTask) }),
  },
  handOver: {
    method: 'POST',
    path: '/plans/:planId/claims/:claimId/hand-over',
    summary:
      'Give a claimed task to someone who can edit the plan: they hold it from now on and are assigned to it. People can hand over every claim, agents those of their person. The summary becomes a log entry',
    access: 'plan.edit',
    idempotent: true,
    params: ClaimParams,
    body: z.object({
      user_id: Id,
      minutes: someMinutes.default(CLAIM_MINUTES_MAX),
      summary: optionalText('Summary', LIMITS.content),
    }),
    reply: z.object({ claim: Claim, node: PlanNode }),
  },
} as const satisfies Api

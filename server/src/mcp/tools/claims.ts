// Tools for work that only one agent does at a time.
import { CLAIM_OUTCOMES, claimsApi, READY_PAGE_SIZE } from '@cairn/contract/api/claims'
import type { ReadyTask } from '@cairn/contract/api/nodes'
import { can, type PlanRole } from '@cairn/contract/rules/permissions'
import { z } from 'zod'
import { invalid } from '../../base/errors.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { claimTask, endClaim } from '../../features/claims/claims.commands.ts'
import { handOverTask } from '../../features/claims/claims.hand-over.ts'
import { readClaims } from '../../features/claims/claims.queries.ts'
import type { Candidates } from '../../features/claims/claims.ready.ts'
import { claimIdOf, NodeId, nodeIn, PlanId, planIdOf } from '../ids.ts'
import { membersIn } from '../members.ts'
import { withMentions } from '../mentions.ts'
import { changedNode, filled, Key, lineOf, MaxTokens, NodeLine, within } from '../shapes.ts'
import { defineTool, parse } from '../tool.ts'

const readyLine = ({ id, title, status, due_date, version }: ReadyTask) => ({
  id,
  title,
  status,
  version,
  ...(due_date !== null && { due_date }),
})

export const list_ready_tasks = defineTool({
  name: 'list_ready_tasks',
  title: 'List ready tasks',
  description:
    'Tasks that can be started: no one holds them, and nothing they wait for is open. Due first comes first.',
  scope: 'read',
  hints: { read: true },
  input: z.strictObject({ plan_id: PlanId, limit: z.int().min(1).max(100).default(READY_PAGE_SIZE) }),
  output: z.object({
    tasks: z.array(NodeLine),
    total: z.int(),
    waiting: z.array(z.looseObject({})).describe('If nothing is ready: open tasks, and why not'),
  }),
  call: async ({ app, ctx }, { plan_id, limit }) => {
    const { tasks, total, waiting } = await app.readyLists.of(ctx, planIdOf(plan_id), limit)
    return {
      tasks: tasks.map(readyLine),
      total,
      waiting: waiting.map(({ reason, by, ...task }) => ({ ...lineOf(task), reason, ...(by && { by: lineOf(by) }) })),
    }
  },
})

export const list_claims = defineTool({
  name: 'list_claims',
  title: 'List claims',
  description: 'Who holds which task of a plan. Yours, with the id that end_claim takes, are marked.',
  scope: 'read',
  hints: { read: true },
  input: z.strictObject({ plan_id: PlanId, max_tokens: MaxTokens }),
  output: z.object({
    claims: z.array(z.looseObject({ id: z.string(), node_id: z.string(), holder: z.string(), yours: z.boolean() })),
    left: z.int().describe('Did not fit'),
  }),
  call: async ({ ctx }, { plan_id, max_tokens }) => {
    const claims = await readClaims(ctx, planIdOf(plan_id))
    const all = claims.map(({ id, node_id, user, agent, yours, expires_at }) => ({
      ...{ id, node_id, yours, expires_at },
      holder: agent === null ? user.name : `${agent}, for ${user.name}`,
    }))
    const shown = within(
      all.toSorted((a, b) => Number(b.yours) - Number(a.yours)),
      max_tokens,
    )
    return { claims: shown, left: all.length - shown.length }
  },
})

export const claim_task = defineTool({
  name: 'claim_task',
  title: 'Claim task',
  description:
    'Take a ready task, the given or the best one, so that no one else starts it. It becomes in progress. add_log renews the claim. claim is null if nothing is ready.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    node_id: NodeId.optional(),
    minutes: z.int().optional().describe('Default 30'),
    idempotency_key: Key,
  }),
  output: z.looseObject({
    claim: z.looseObject({ id: z.string(), fence: z.int(), expires_at: z.string() }).nullable(),
    node: NodeLine.nullable(),
  }),
  call: async ({ app, ctx: reading, run }, { plan_id, node_id, minutes }) => {
    const planId = planIdOf(plan_id)
    const wanted = parse(claimsApi.claim.body.pick({ minutes: true }), filled({ minutes: minutes ?? null }))
    const claim = (candidates?: Candidates) =>
      run(planId, async (ctx) => {
        const nodeId = node_id === undefined ? undefined : await nodeIn(ctx, planId, node_id)
        const { claim, node } = await claimTask(ctx, { planId, node_id: nodeId, ...wanted, candidates })
        if (!claim || !node) return { claim: null, node: null }
        const { id, fence, expires_at } = claim
        return { claim: { id, fence, expires_at }, node: changedNode(node) }
      })
    return node_id === undefined ? app.readyLists.claim(reading, planId, claim) : claim()
  },
})

const HANDED_OVER = 'handed_over'

const mentioning = async (ctx: WriteCtx, planId: string, summary: string | undefined) =>
  summary && (await withMentions(ctx, planId, summary))

export const end_claim = defineTool({
  name: 'end_claim',
  title: 'End claim',
  description:
    'Give a claimed task back: done, blocked, released for others, or handed_over to a person. The summary becomes a log entry. Answers what became ready.',
  scope: 'write',
  hints: { read: false },
  input: z.strictObject({
    plan_id: PlanId,
    claim_id: z.string(),
    outcome: z.enum([...CLAIM_OUTCOMES, HANDED_OVER]),
    to: z.string().optional().describe('With handed_over: name or id of who gets it. Default: the person you act for'),
    summary: z.string().optional().describe('"@Full Name" mentions a member'),
    idempotency_key: Key,
  }),
  output: z.looseObject({ node: NodeLine, unblocked: z.array(NodeLine) }),
  call: ({ run }, { plan_id, claim_id, outcome, to, summary }) => {
    const planId = planIdOf(plan_id)
    const claimId = claimIdOf(claim_id)
    if (outcome === HANDED_OVER)
      return run(planId, async (ctx) => {
        const may = (role: PlanRole) => can(role, 'plan.edit')
        const [user_id] = to === undefined ? [ctx.actor.id] : await membersIn(ctx, planId, [to], { field: 'to', may })
        const given = parse(claimsApi.handOver.body, { user_id, summary: await mentioning(ctx, planId, summary) })
        const { claim, node } = await handOverTask(ctx, { planId, claimId, ...given })
        return { node: changedNode(node), unblocked: [], handed_over_to: claim.user.name }
      })
    if (to !== undefined) throw invalid('to', 'to requires the outcome handed_over')
    return run(planId, async (ctx) => {
      const ending = parse(claimsApi.end.body, { outcome, summary: await mentioning(ctx, planId, summary) })
      const { node, unblocked } = await endClaim(ctx, { planId, claimId, ...ending })
      return { node: changedNode(node), unblocked: unblocked.map(lineOf) }
    })
  },
})

// The account that anybody may look around with, and its plan (decisions 4).
import { transact, type WriteCtx } from '../../core/ctx.ts'
import type { Services } from '../../core/services.ts'
import { assign } from '../assignments/assignments.commands.ts'
import { asActor } from '../auth/auth.sessions.ts'
import { addDemoAccount, endDemoSessions, findDemoAddress, newDemoAccount } from '../auth/demo.account.ts'
import { createEdge } from '../edges/edges.commands.ts'
import { addLog } from '../logs/logs.commands.ts'
import { createNode } from '../nodes/nodes.create.ts'
import { createPlan } from '../plans/plans.commands.ts'
import { deleteAllTokens } from '../tokens/tokens.commands.ts'
import { DEMO_EDGES, DEMO_PLAN, DEMO_ROOT, type DemoNode } from './demo.plan.ts'

const DAY_MS = 86_400_000

/**
 * Run at the start. With the demo on: makes the account and its plan, both or neither, unless there is one. With the demo off:
 * ends what an earlier run has left open. An account that a person made with the address stays that person's.
 */
export async function prepareDemo(app: Services): Promise<void> {
  const existing = await findDemoAddress(app.store.reader)
  if (!app.config.demo) {
    if (existing?.is_demo === 1)
      await transact(app, asActor(existing), async (ctx) => {
        await endDemoSessions(ctx, existing)
        await deleteAllTokens(ctx, existing.id)
      })
    return
  }
  if (existing) return
  const account = await newDemoAccount(app.clock().toISOString())
  await transact(app, asActor(account), async (ctx) => {
    if (await addDemoAccount(ctx, account)) await makePlan(ctx)
  })
}

async function makePlan(ctx: WriteCtx): Promise<void> {
  const plan = await createPlan(ctx, { ...DEMO_PLAN, status: 'active' })
  const ids = new Map<string, string>()
  await addTree(ctx, plan.id, DEMO_ROOT, null, ids)
  for (const [source, kind, target] of DEMO_EDGES)
    await createEdge(ctx, plan.id, { source_id: idOf(ids, source), target_id: idOf(ids, target), kind })
}

async function addTree(
  ctx: WriteCtx,
  planId: string,
  shown: DemoNode,
  parent_id: string | null,
  ids: Map<string, string>,
): Promise<void> {
  const { title, type, status, due, logs = [], children = [] } = shown
  const node = await createNode(ctx, planId, {
    title,
    node_type: type,
    parent_id,
    order_index: null,
    status,
    due_date: due === undefined ? null : dayFrom(ctx.now, due),
    description: shown.description ?? null,
    acceptance_criteria: shown.acceptance_criteria ?? null,
    context: shown.context ?? null,
    agent_instructions: shown.agent_instructions ?? null,
    metadata: null,
  })
  if (shown.key) ids.set(shown.key, node.id)
  if (shown.mine) await assign(ctx, planId, node.id, ctx.actor.id)
  for (const { type: log_type, content, tags = [] } of logs)
    await addLog(ctx, planId, node.id, { content, log_type, tags, metadata: {} })
  for (const child of children) await addTree(ctx, planId, child, node.id, ids)
}

function idOf(ids: Map<string, string>, key: string): string {
  const id = ids.get(key)
  if (!id) throw new Error(`The demo plan has no node "${key}".`)
  return id
}

const dayFrom = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10)

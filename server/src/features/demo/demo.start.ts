// The shared demo account and its plan.
import { transact, type WriteCtx } from '../../core/ctx.ts'
import type { Services } from '../../core/services.ts'
import { assign } from '../assignments/assignments.commands.ts'
import { revokeAllAccess } from '../auth/accounts/accounts.verification.ts'
import { addDemoAccount, findDemoAddress, newDemoAccount } from '../auth/accounts/demo.account.ts'
import { asActor } from '../auth/sessions/sessions.ts'
import { addEdges } from '../edges/edges.draft.ts'
import { addLog } from '../logs/logs.commands.ts'
import { addNodes } from '../nodes/nodes.draft.ts'
import { createPlan } from '../plans/plans.commands.ts'
import { DEMO_EDGES, DEMO_PLAN, DEMO_ROOT } from './demo.plan.ts'

/**
 * Runs at start. With the demo on: creates the account and its plan, both or neither, unless it exists. With the demo
 * off: ends all access from an earlier run. A person's account with that address is not changed.
 */
export async function prepareDemo(app: Services): Promise<void> {
  const existing = await findDemoAddress(app.store.reader)
  if (!app.config.demo) {
    if (existing?.is_demo === 1) await transact(app, asActor(existing), (ctx) => revokeAllAccess(ctx, existing.id))
    return
  }
  if (existing) return
  const account = await newDemoAccount(app.clock().toISOString())
  await transact(app, asActor(account), async (ctx) => {
    if (await addDemoAccount(ctx, account)) await makePlan(ctx)
  })
}

async function makePlan(ctx: WriteCtx): Promise<void> {
  const { id: planId } = await createPlan(ctx, { ...DEMO_PLAN, status: 'active' })
  const ids = await addNodes(ctx, planId, DEMO_ROOT, async ({ mine, logs = [] }, nodeId) => {
    if (mine) await assign(ctx, planId, nodeId, ctx.actor.id)
    for (const { type: log_type, content, tags = [] } of logs)
      await addLog(ctx, planId, nodeId, { content, log_type, tags, metadata: {}, parent_id: null })
  })
  await addEdges(ctx, planId, DEMO_EDGES, ids)
}

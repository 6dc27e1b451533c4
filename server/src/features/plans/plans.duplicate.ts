import { overloaded } from '../../base/errors.ts'
import { FairTasks } from '../../base/fair-tasks.ts'
import { newId } from '../../base/ids.ts'
import { MEGABYTE } from '../../base/units.ts'
import type { Ctx } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { longSnapshot } from '../../db/snapshot.ts'
import { copiesOfPlanEdges } from '../edges/edges.copy.ts'
import { copiesOfPlan, copyTitle } from '../nodes/nodes.copy.ts'
import { type Filler, fillPlan, type PlanStart, planStart } from './plans.start.ts'

/** A larger plan is a large one. */
const LARGE = { nodes: 2_000, text_bytes: MEGABYTE }
/** One large plan is copied at a time, because its rows are in memory meanwhile. */
const large = new FairTasks(1)
/** Each takes a connection on PostgreSQL. */
const small = new FairTasks(2)
/** Beyond it the server replies that it is overloaded; half of it is open to one person. */
const WAITING_MAX = 200

/**
 * Writes a draft of the caller with the same nodes and edges, nothing started, no assignees, logs or files, for
 * `showFilledPlan`. Nothing of the original is locked. People who wait take turns.
 */
export async function copyPlan(app: Filler, ctx: Ctx, planId: string, title: string | null): Promise<PlanStart> {
  const { node_count, text_bytes } = await authorizePlan(ctx, planId, 'plan.copy')
  const copies = node_count > LARGE.nodes || text_bytes > LARGE.text_bytes ? large : small
  const isFull = copies.waiting >= WAITING_MAX || copies.waitingOf(ctx.actor.id) >= WAITING_MAX / 2
  if (isFull) throw overloaded()
  return copies.run(ctx.actor.id, () => copyNow(app, ctx, planId, title))
}

async function copyNow(app: Filler, ctx: Ctx, planId: string, title: string | null): Promise<PlanStart> {
  const id = newId()
  const { source, nodes, edges } = await longSnapshot(ctx, async (at) => {
    const source = await authorizePlan(at, planId, 'plan.copy')
    const { ids, copies } = await copiesOfPlan(at, planId, id)
    return { source, nodes: copies, edges: await copiesOfPlanEdges(at, planId, id, ids) }
  })
  const start = planStart(
    { ...ctx, limits: app.limits },
    { title: title ?? copyTitle(source.title), description: source.description },
    { id, content: { nodes, edges, logs: [], assignments: [] } },
  )
  await fillPlan(app, ctx, start)
  return start
}

import { AppError, overloaded } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { PersonLimit } from '../../base/person-limit.ts'
import { TaskQueue } from '../../base/task-queue.ts'
import { MEGABYTE } from '../../base/units.ts'
import type { Ctx, Transactor } from '../../core/ctx.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { longSnapshot } from '../../db/snapshot.ts'
import { copiesOfPlanEdges } from '../edges/edges.copy.ts'
import { copiesOfPlan, copyTitle } from '../nodes/nodes.copy.ts'
import { fillPlan, type PlanStart, planStart } from './plans.start.ts'

/** A large plan is copied alone, because its rows are in memory meanwhile. */
const LARGE = { nodes: 2_000, text_bytes: MEGABYTE }
/** Beyond it the server replies that it is overloaded. */
const WAITING_MAX = 20
/** Copies of one person that wait or are written, so that others have their turn. */
const PERSON_MAX = 3

const large = new TaskQueue(1)
const ofPerson = new PersonLimit(PERSON_MAX, tooManyCopies)

/**
 * Writes a draft of the caller with the same nodes and edges, nothing started, no assignees, logs or files, for
 * `showFilledPlan`. Nothing of the original is locked. 429 if the person already copies three large plans.
 */
export async function copyPlan(
  app: Pick<Transactor, 'store' | 'limits'>,
  ctx: Ctx,
  planId: string,
  title: string | null,
): Promise<PlanStart> {
  const { node_count, text_bytes } = await authorizePlan(ctx, planId, 'plan.copy')
  const copy = () => copyNow(app, ctx, planId, title)
  if (node_count <= LARGE.nodes && text_bytes <= LARGE.text_bytes) return copy()
  if (large.waiting >= WAITING_MAX) throw overloaded()
  const end = ofPerson.begin(ctx.actor.id)
  return large.run(copy).finally(end)
}

async function copyNow(
  { store, limits }: Pick<Transactor, 'store' | 'limits'>,
  ctx: Ctx,
  planId: string,
  title: string | null,
): Promise<PlanStart> {
  const id = newId()
  const { source, nodes, edges } = await longSnapshot(ctx, async (at) => {
    const source = await authorizePlan(at, planId, 'plan.copy')
    const { ids, copies } = await copiesOfPlan(at, planId, id)
    return { source, nodes: copies, edges: await copiesOfPlanEdges(at, planId, id, ids) }
  })
  const start = planStart(
    { ...ctx, limits },
    { title: title ?? copyTitle(source.title), description: source.description },
    { id, content: { nodes, edges, logs: [], assignments: [] } },
  )
  await fillPlan({ store }, ctx, start)
  return start
}

function tooManyCopies(): AppError {
  const message = `You are already duplicating ${PERSON_MAX} large plans. Wait until one of them is done.`
  return new AppError(429, 'rate_limited', message, { retryAfter: 5 })
}

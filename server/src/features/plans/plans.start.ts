// New plans. Small ones are written in the caller's transaction. Large ones, such as copies and imports, are written in
// many small transactions, so that no one waits for them; until the last one the plan counts as deleted.
import type { ImportFormat } from '@cairn/contract/api/importFormats'
import type { Plan, PlanStatus } from '@cairn/contract/api/plans'
import { searchText } from '@cairn/contract/rules/searchText'
import { AppError, notSignedIn } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { plusMs } from '../../base/units.ts'
import { requireAllPlans, requireQuota } from '../../core/credential-limits.ts'
import type { Ctx, WriteCtx } from '../../core/ctx.ts'
import { holdPerson } from '../../core/person.repo.ts'
import type { Services } from '../../core/services.ts'
import { FILLING, FILLING_MS } from '../../core/trash.ts'
import type { Insert } from '../../db/inserts.ts'
import type { AssignmentRow, EdgeRow, LogRow, NodeRow, PlanRow } from '../../db/schema.ts'
import { insertsOfAssignments } from '../assignments/assignments.commands.ts'
import { requireEdges } from '../edges/edges.budget.ts'
import { insertsOfEdges } from '../edges/edges.copy.ts'
import { insertsOfLogs } from '../logs/logs.import.ts'
import { purgePlans } from '../maintenance/maintenance.ts'
import { EMPTY, fillOf, requireRoom } from '../nodes/nodes.budget.ts'
import { insertsOfNodes } from '../nodes/nodes.copy.ts'
import { getPlan } from './plans.queries.ts'
import { deleteFilling, insertPlan, showFilled } from './plans.repo.ts'

export interface NewPlan {
  title: string
  description: string | null
  status?: PlanStatus
  /** Where it was imported from. */
  imported?: ImportFormat | undefined
}

/** What a new plan begins with. None of it has events. */
export interface PlanContent {
  nodes: readonly NodeRow[]
  edges: readonly EdgeRow[]
  logs: readonly LogRow[]
  /** Of members, who watch the nodes from then on. */
  assignments: readonly AssignmentRow[]
}
const NOTHING: PlanContent = { nodes: [], edges: [], logs: [], assignments: [] }

/** A plan that is still to be written. */
export interface PlanStart {
  plan: PlanRow
  content: PlanContent
  imported: ImportFormat | undefined
}

/** A plan of the caller. 409 `plan_full` if it would hold more than the operator allows. */
export function planStart(
  { actor, now, limits }: Pick<WriteCtx, 'actor' | 'now' | 'limits'>,
  { title, description, status = 'draft', imported }: NewPlan,
  { id = newId(), content = NOTHING }: { id?: string; content?: PlanContent } = {},
): PlanStart {
  requireAllPlans(actor)
  const fill = fillOf(content.nodes)
  requireRoom({ limits }, EMPTY, fill)
  requireEdges(limits, content.edges.length)
  const plan: PlanRow = {
    id,
    title,
    description,
    status,
    owner_id: actor.id,
    revision: 0,
    version: 1,
    ...fill,
    ...statusCountsOf(content.nodes),
    search_text: searchText(title, description),
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  return { plan, content, imported }
}

function statusCountsOf(rows: readonly NodeRow[]) {
  const counts = { completed_count: 0, in_progress_count: 0, blocked_count: 0 }
  for (const { status } of rows)
    if (status === 'completed') counts.completed_count++
    else if (status === 'in_progress') counts.in_progress_count++
    else if (status === 'blocked') counts.blocked_count++
  return counts
}

/** Writes a small plan in the caller's transaction. */
export async function startPlan(ctx: WriteCtx, start: PlanStart): Promise<Plan> {
  await requireOwner(ctx)
  await insertPlan(ctx.db, start.plan)
  await writeContent((insert) => insert(ctx.db), start.content)
  return announce(ctx, start)
}

/** What filling a plan needs. */
export type Filler = Pick<Services, 'store' | 'limits' | 'clock' | 'background'>

/**
 * Writes a large plan in small transactions. No one sees it before `showFilledPlan`; without that, it is to be
 * discarded. 403 or 429 if that would exceed a limit of the credential.
 */
export async function fillPlan(app: Filler, ctx: Ctx, start: PlanStart): Promise<void> {
  const { plan, content } = start
  await requireQuota(ctx, { changes: 1, nodes: plan.node_count })
  const step: Step = (insert) => app.store.write(insert, { userId: ctx.actor.id })
  try {
    await step((tx) => insertPlan(tx, { ...plan, deleted_at: FILLING }))
    await writeContent(step, content)
  } catch (error) {
    discardPlan(app, start)
    throw error
  }
}

/** Purges in the background what `fillPlan` has written, unless the plan is shown. */
export function discardPlan(app: Filler, { plan }: PlanStart): void {
  app.background.run('purge of an unfinished plan', async () => {
    await app.store.write((tx) => deleteFilling(tx, plan.id))
    await purgePlans(app)
  })
}

/** Shows a plan that `fillPlan` has written. 503 if that took so long that the plan is being purged. */
export async function showFilledPlan(ctx: WriteCtx, start: PlanStart): Promise<Plan> {
  await requireOwner(ctx)
  if (!(await showFilled(ctx.db, start.plan.id, plusMs(ctx.now, -FILLING_MS))))
    throw new AppError(503, 'overloaded', 'Creating the plan took too long. Try again later.', { retryAfter: 60 })
  return announce(ctx, start)
}

/** 401 if the caller's account was deleted meanwhile: nothing would delete the plan. */
async function requireOwner({ db, actor }: WriteCtx): Promise<void> {
  if (!(await holdPerson(db, actor.id))) throw notSignedIn()
}

/** Runs an insert in its own transaction, or in the caller's. */
type Step = (insert: Insert) => Promise<void>

async function writeContent(step: Step, { nodes, edges, logs, assignments }: PlanContent): Promise<void> {
  const inserts = [insertsOfNodes(nodes), insertsOfEdges(edges), insertsOfLogs(logs), insertsOfAssignments(assignments)]
  for (const insert of inserts.flat()) await step(insert)
}

/** The plan's first event. */
async function announce(ctx: WriteCtx, { plan, imported }: PlanStart): Promise<Plan> {
  const { id, title, description, status, node_count } = plan
  const after = { title, description, status, node_count, ...(imported ? { imported } : {}) }
  await ctx.emit({ kind: 'plan.created', plan_id: id, data: { before: null, after } })
  return getPlan(ctx, id)
}

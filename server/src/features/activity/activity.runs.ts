// What the runs of agents did in a plan.
import type { PlanEvent } from '@cairn/contract/api/events'
import type { Run, RunChange, RunDetail, TextChange } from '@cairn/contract/api/runs'
import { z } from 'zod'
import { notFound } from '../../base/errors.ts'
import type { Ctx } from '../../core/ctx.ts'
import { pageOf, readCursor, writeCursor } from '../../core/cursors.ts'
import { withoutDeletedTexts } from '../../core/deleted-texts.repo.ts'
import { toPerson } from '../../core/person.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import { sentRunId } from '../../core/run-ids.ts'
import { isUndoable } from '../undo/undo.inverses.ts'
import { readTakenBack } from '../undo/undo.queries.ts'
import {
  countKinds,
  countNodes,
  findCalls,
  findRun,
  findRunEvent,
  listDeletions,
  listRevisions,
  listRunEvents,
  listRuns,
  listVanished,
  type RunOfPerson,
} from './activity.runs.repo.ts'
import { toActivityItems } from './activity.shape.ts'

interface PageQuery {
  limit: number
  cursor?: string
}
interface Paged<T> {
  reply: T
  next: string | null
}

const toRun = ({ name, email, avatar_key, user_id, via, ...run }: RunOfPerson): Run => ({
  run_id: run.run_id,
  plan_id: run.plan_id,
  user: toPerson({ id: user_id, name, email, avatar_key }),
  via: JSON.parse(via),
  started_at: run.started_at,
  ended_at: run.ended_at,
  changes: run.changes,
  events: run.events,
})

/** The runs of a plan, the one with the latest change first. */
export async function getRuns(ctx: Ctx, planId: string, { limit, cursor }: PageQuery): Promise<Paged<{ runs: Run[] }>> {
  await authorizePlan(ctx, planId, 'plan.read')
  const before = readCursor('runs', z.int(), cursor)
  const rows = await listRuns(ctx.db, planId, { before, limit: limit + 1 })
  const { shown, next } = pageOf(rows, limit, ({ last_revision }) => writeCursor('runs', last_revision))
  return { reply: { runs: shown.map(toRun) }, next }
}

async function requireRun(ctx: Ctx, planId: string, runId: string): Promise<RunOfPerson> {
  await authorizePlan(ctx, planId, 'plan.read')
  const run = await findRun(ctx.db, planId, runId)
  if (!run) throw notFound('Run')
  return run
}

export async function getRun(ctx: Ctx, planId: string, runId: string): Promise<RunDetail> {
  const run = await requireRun(ctx, planId, runId)
  const undone = await listUndoneOf(ctx, planId, run)
  const kinds = await countKinds(ctx.db, planId, runId)
  return {
    ...toRun(run),
    calls: await findCalls(ctx.db, run.user_id, await sentRunId(ctx.db, run.user_id, runId)),
    nodes: await countNodes(ctx.db, planId, runId),
    kinds: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    undoable: kinds.reduce((sum, { kind, count }) => sum + (isUndoable(kind) ? count : 0), 0),
    undone: (await listRevisions(ctx.db, planId, runId)).filter(
      ({ revision, kind }) => undone.has(revision) && isUndoable(kind),
    ).length,
  }
}

/**
 * The revisions of a run's entries that are undone. Undoing the creation of a branch names its top alone: the nodes
 * below count too if they are in the trash because of it.
 */
async function listUndoneOf(
  ctx: Ctx,
  planId: string,
  { run_id, first_revision }: RunOfPerson,
): Promise<ReadonlySet<number>> {
  const takenBack = await readTakenBack(ctx, planId, first_revision)
  const undone = new Set(takenBack.all())
  const vanished = await listVanished(ctx.db, planId, run_id)
  // A purged node has no `deleted_with`.
  const tops = [...new Set(vanished.flatMap(({ deleted_with, node_id }) => deleted_with ?? node_id ?? []))]
  const deletions = new Map<string | null, number>()
  for (const { node_id, revision, kind } of await listDeletions(ctx.db, planId, tops))
    if (kind === 'node.deleted') deletions.set(node_id, revision)
    else deletions.delete(node_id)
  const entries = new Set<number | undefined>(vanished.map(({ revision }) => revision))
  const byUndo = new Set(
    [...deletions].flatMap(([id, revision]) => (entries.has(takenBack.originOf(revision)) ? id : [])),
  )
  // Parents were created before their children.
  for (const { revision, node_id, deleted_with, created } of vanished) {
    // A purged node that was not deleted directly was deleted with its parent.
    const top = deleted_with ?? (deletions.has(node_id) ? node_id : parentIn(created))
    if (undone.has(revision) || byUndo.has(top)) {
      undone.add(revision)
      byUndo.add(node_id)
    }
  }
  return undone
}

function parentIn(created: string | null): string | null {
  return created && (JSON.parse(created) as PlanEvent<'node.created'>['data']).after.parent_id
}

/** What a run did, in order. */
export async function getRunChanges(
  ctx: Ctx,
  planId: string,
  runId: string,
  { limit, cursor }: PageQuery,
): Promise<Paged<{ changes: RunChange[] }>> {
  const run = await requireRun(ctx, planId, runId)
  const after = readCursor('run changes', z.int(), cursor) ?? run.first_revision - 1
  const rows = await listRunEvents(ctx.db, planId, runId, { after, limit: limit + 1 })
  const { shown, next } = pageOf(rows, limit, ({ revision }) => writeCursor('run changes', revision))
  const undone = await listUndoneOf(ctx, planId, run)
  const items = await toActivityItems(ctx, shown)
  const changes = items.map((item, index) => ({
    ...item,
    change: shown[index]?.change ?? item.revision,
    undoable: shown[index] !== undefined && isUndoable(shown[index].kind),
    undone: undone.has(item.revision),
  }))
  return { reply: { changes }, next }
}

/** Long texts, which activity items leave out. */
const TEXTS = ['description', 'context', 'agent_instructions', 'acceptance_criteria', 'content']

/** The long texts before and after an entry of a run. */
export async function getRunTexts(
  ctx: Ctx,
  planId: string,
  { runId, revision }: { runId: string; revision: number },
): Promise<TextChange[]> {
  await requireRun(ctx, planId, runId)
  const found = await findRunEvent(ctx.db, planId, runId, revision)
  if (!found) throw notFound('Change')
  const [event = found] = await withoutDeletedTexts(ctx.db, [found])
  return TEXTS.flatMap((field) => {
    const [before, after] = [textIn(event.data.before, field), textIn(event.data.after, field)]
    return before === after ? [] : [{ field, before, after }]
  })
}

function textIn(side: object | null, field: string): string | null {
  const value = side && (side as Record<string, unknown>)[field]
  if (typeof value === 'string') return value || null
  return value === undefined || value === null ? null : JSON.stringify(value)
}

// Undo is a new change made of the ordinary commands, newest event first. Redo is the undo of that change.
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import { type UndoBlock, type UndoRequest, type UndoResult, undoRefusal } from '@cairn/contract/api/undo'
import { AppError, conflict, forbidden, notFound } from '../../base/errors.ts'
import { restIfMany } from '../../base/turns.ts'
import type { WriteCtx } from '../../core/ctx.ts'
import { requireAccess } from '../../core/plan-access.ts'
import { INVERSES } from './undo.inverses.ts'
import { Refusal, type Refused, UndoJob } from './undo.job.ts'
import { undoLog } from './undo.logs.ts'
import { listChange, listEventsOf, listKeptLogs, listNodeStates, listRun, listUndoing } from './undo.repo.ts'

/** At most this many events of a run are undone by one call, in about this time. */
const RUN_EVENTS = 500
const RUN_MS = 200
/** Larger runs are undone from their newest events. */
const RUN_MAX_EVENTS = 20_000
/**
 * How often an undo starts again because an event turned out to be blocked only after others were undone. Then it also
 * leaves out all older events of the kind.
 */
const ATTEMPTS = 10

type Run = (command: (ctx: WriteCtx) => Promise<UndoResult>) => Promise<UndoResult>

/** Ends the transaction of a preview without saving anything. */
class Preview extends Error {
  readonly result: UndoResult
  constructor(result: UndoResult) {
    super('Nothing is saved.')
    this.result = result
  }
}

/**
 * Undoes changes or a run in one transaction of `run`. 409 `undo_blocked` with the result in `details` if something is
 * in the way and is not to be skipped; 404 for an unknown change or run.
 */
export async function undo(run: Run, planId: string, request: UndoRequest): Promise<UndoResult> {
  const refused: Refused = { events: new Map(), kinds: new Map() }
  for (let attempt = 1; ; attempt++)
    try {
      return await run((ctx) => undoOnce(ctx, planId, request, refused))
    } catch (error) {
      if (error instanceof Preview) return error.result
      if (!(error instanceof Refusal)) throw error
      // The oldest is last.
      for (const { kind, revision } of error.events) {
        refused.events.set(revision, error.code)
        if (attempt >= ATTEMPTS) refused.kinds.set(kind, { code: error.code, upTo: revision })
      }
    }
}

async function undoOnce(ctx: WriteCtx, planId: string, request: UndoRequest, refused: Refused): Promise<UndoResult> {
  const plan = await requireAccess(ctx, planId, 'plan.edit')
  const targets = request.run_id === undefined ? request.changes : undefined
  const job = async (from: number) =>
    new UndoJob({ ctx, plan, refused, undoing: await listUndoing(ctx.db, planId, from), logs: request.logs ?? false })
  const result = await withTitles(
    ctx,
    planId,
    targets ? await undoChanges(ctx, planId, targets, job) : await undoRun(ctx, planId, request.run_id ?? '', job),
  )
  if (request.preview) throw new Preview({ ...result, change: null })
  if (result.blocked.length > 0 && !request.skip_blocked)
    throw conflict('undo_blocked', undoRefusal(result.blocked), { ...result, change: null })
  return result
}

/** Names blocked nodes as they are called now, because events keep the titles of their time. */
async function withTitles(ctx: WriteCtx, planId: string, result: UndoResult): Promise<UndoResult> {
  if (result.blocked.length === 0) return result
  const ids = [...new Set(result.blocked.flatMap(({ node_id }) => node_id ?? []))]
  const titles = new Map((await listNodeStates(ctx.db, planId, ids)).map(({ id, title }) => [id, title]))
  const blocked = result.blocked.map((event) => ({
    ...event,
    node_title: titles.get(event.node_id ?? '') ?? event.node_title,
  }))
  return { ...result, blocked }
}

type OpenJob = (from: number) => Promise<UndoJob>

async function undoChanges(
  ctx: WriteCtx,
  planId: string,
  changes: readonly number[],
  open: OpenJob,
): Promise<UndoResult> {
  const [newest = 0, ...older] = [...new Set(changes)].sort((a, b) => b - a)
  const [job, events] = await Promise.all([open(older.at(-1) ?? newest), readChange(ctx, planId, newest)])
  await takeBack(job, events)
  for (const change of older) await takeBack(job, await readChange(ctx, planId, change))
  return job.result(0)
}

async function readChange(ctx: WriteCtx, planId: string, change: number): Promise<PlanEvent[]> {
  const events = await listChange(ctx.db, planId, change)
  if (events.length === 0) throw notFound('Change')
  if (ctx.actor.via.kind !== 'session' && events.some(({ actor }) => actor.id !== ctx.actor.id))
    throw forbidden('A token or app can only undo changes of its own user.')
  return events
}

async function undoRun(ctx: WriteCtx, planId: string, runId: string, open: OpenJob): Promise<UndoResult> {
  const started = performance.now()
  const run = await listRun(ctx.db, planId, runId, RUN_MAX_EVENTS)
  const oldest = run.at(-1)
  if (!oldest) throw notFound('Run')
  if (run.some(({ actor_id }) => actor_id !== ctx.actor.id)) {
    await requireAccess(ctx, planId, 'run.undo')
    if (ctx.actor.via.kind !== 'session') throw forbidden('A token or app can only undo runs of its own user.')
  }
  const job = await open(oldest.revision)
  const own = new Set(run.map(({ revision }) => revision))
  const pending = run.filter(({ revision, undoes }) => !job.isUndone(revision) && !(undoes !== null && own.has(undoes)))
  job.already = run.filter(({ revision }) => job.isUndone(revision)).length
  if (!job.logs && pending.some(({ kind }) => kind === 'log.added')) {
    const kept = new Set(await listKeptLogs(ctx.db, planId, runId))
    job.keptLogs = pending.filter(({ revision }) => kept.has(revision)).length
  }
  const todo = job.logs ? pending : pending.filter(({ kind }) => INVERSES[kind as EventKind] !== undoLog)
  let next = 0
  while (next < todo.length && job.undone < RUN_EVENTS && (job.undone === 0 || performance.now() - started < RUN_MS)) {
    const slice = todo.slice(next, next + RUN_EVENTS - job.undone)
    next += slice.length
    await takeBack(
      job,
      await listEventsOf(
        ctx.db,
        planId,
        slice.map(({ revision }) => revision),
      ),
    )
  }
  return job.result(todo.length - next)
}

/** Undoes events, newest first. Neighboring events of one kind about different nodes are undone together. */
async function takeBack(job: UndoJob, events: readonly PlanEvent[]): Promise<void> {
  await restIfMany(events)
  for (const batch of batchesOf(job, events)) {
    await restIfMany(batch)
    const inverse = INVERSES[batch[0].kind]
    if (inverse === null) for (const event of batch) job.block(event, 'not_undoable')
    else await attempt(job, batch, inverse)
  }
}

type Batch = [PlanEvent, ...PlanEvent[]]

function batchesOf(job: UndoJob, events: readonly PlanEvent[]): Batch[] {
  const batches: Batch[] = []
  let nodes = new Set<string | null>()
  for (const event of events) {
    const refusal = job.refusalOf(event)
    if (refusal) job.block(event, refusal)
    else if (job.isUndone(event.revision)) job.already++
    else {
      const batch = batches.at(-1)
      if (batch && batch[0].kind === event.kind && event.kind.startsWith('node.') && !nodes.has(event.node_id)) {
        batch.push(event)
        nodes.add(event.node_id)
      } else {
        batches.push([event])
        nodes = new Set([event.node_id])
      }
    }
  }
  return batches
}

/** What the commands refuse, as the reason that is shown. */
const REFUSALS: Partial<Record<AppError['code'], UndoBlock>> = {
  cycle: 'cycle',
  too_deep: 'too_deep',
  plan_full: 'plan_full',
  root_exists: 'root_exists',
  already_exists: 'exists',
  node_not_found: 'parent_gone',
  forbidden: 'forbidden',
  claimed: 'held',
  lease_lost: 'held',
}

async function attempt(
  job: UndoJob,
  batch: Batch,
  inverse: (job: UndoJob, events: readonly PlanEvent[]) => Promise<void>,
): Promise<void> {
  try {
    await inverse(job, batch)
  } catch (error) {
    const code = error instanceof AppError ? REFUSALS[error.code] : undefined
    if (!(error instanceof AppError) || !code) throw error
    const about = new Set(error.about)
    const refused = about.size === 0 ? batch : batch.filter(({ node_id }) => node_id !== null && about.has(node_id))
    if (refused.length === 0) throw error
    // Commands for links refuse before they write anything.
    if (batch[0].kind.startsWith('edge.')) for (const event of refused) job.block(event, code)
    else throw new Refusal(refused, code)
  }
}

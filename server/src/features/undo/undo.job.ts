import type { Via } from '@cairn/contract/api/common'
import type { EventKind, PlanEvent } from '@cairn/contract/api/events'
import type { BlockedEvent, UndoBlock, UndoResult } from '@cairn/contract/api/undo'
import type { WriteCtx } from '../../core/ctx.ts'
import type { EventDraft } from '../../core/event-log.repo.ts'
import { type PlanAccess, requireAccess } from '../../core/plan-access.ts'
import { TakenBack } from './undo.chain.ts'
import type { LaterEvent, Undoing } from './undo.repo.ts'

/** At most this many nodes are named in the reply. */
const NAMED_NODES = 500

/** An inverse failed after it had written something: the command starts again without these events. */
export class Refusal extends Error {
  readonly events: readonly PlanEvent[]
  readonly code: UndoBlock
  constructor(events: readonly PlanEvent[], code: UndoBlock) {
    super('An event cannot be undone.')
    this.events = events
    this.code = code
  }
}

/** What earlier attempts have found to be blocked: single events by revision, and kinds of events up to a revision. */
export interface Refused {
  events: Map<number, UndoBlock>
  kinds: Map<EventKind, { code: UndoBlock; upTo: number }>
}

interface Options {
  ctx: WriteCtx
  plan: PlanAccess
  /** What takes back which event. */
  undoing: readonly Undoing[]
  refused: Refused
  logs: boolean
}

interface BlockDetails {
  field?: string
  /** A short value now and before the event. */
  values?: { now: string | null; was: string | null }
  later?: LaterEvent | undefined
}

/** One undo while it runs: what it found, did and could not do. */
export class UndoJob {
  readonly ctx: WriteCtx
  /** The plan before the undo. */
  readonly plan: PlanAccess
  /** Whether the log entries of the events are deleted too. */
  readonly logs: boolean
  /** The plan's revision before the undo: later events are its own. */
  readonly start: number
  readonly blocked: BlockedEvent[] = []
  already = 0
  keptLogs = 0
  #undone = 0
  readonly #kinds: Partial<Record<EventKind, number>> = {}
  readonly #nodeIds = new Set<string>()
  readonly #takenBack: TakenBack
  readonly #refused: Refused

  constructor({ ctx, plan, undoing, refused, logs }: Options) {
    this.ctx = ctx
    this.plan = plan
    this.logs = logs
    this.start = plan.revision
    this.#refused = refused
    this.#takenBack = new TakenBack(undoing)
  }

  /** The plan with its size after what has been undone so far. */
  currentPlan(): Promise<PlanAccess> {
    return requireAccess(this.ctx, this.plan.id, 'plan.edit')
  }

  get undone(): number {
    return this.#undone
  }

  /** Whether an event has been taken back, and that has not been taken back in turn. */
  isUndone(revision: number): boolean {
    return this.#takenBack.has(revision)
  }

  /** Whether a later event still has an effect besides taking back one that is as late. */
  isEffective({ revision, undoes }: Pick<LaterEvent, 'revision' | 'undoes'>, after: number): boolean {
    return revision <= this.start && !this.isUndone(revision) && !(undoes !== null && undoes > after)
  }

  /** Whether a later event is by another person, or by the same person in another way, and still has an effect. */
  isForeign(event: PlanEvent, later: LaterEvent): boolean {
    return (
      later.revision > event.revision &&
      this.isEffective(later, event.revision) &&
      (later.actor_id !== event.actor.id || later.via !== JSON.stringify(event.via))
    )
  }

  refusalOf({ revision, kind }: PlanEvent): UndoBlock | undefined {
    const single = this.#refused.events.get(revision)
    const older = this.#refused.kinds.get(kind)
    return single ?? (older && revision <= older.upTo ? older.code : undefined)
  }

  block(event: PlanEvent, code: UndoBlock, { field, values, later }: BlockDetails = {}): void {
    this.blocked.push({
      revision: event.revision,
      kind: event.kind,
      node_id: event.node_id,
      node_title: event.node_title,
      code,
      ...(field !== undefined && { field }),
      ...values,
      by: later ? authorOf(later) : null,
      at: later?.created_at ?? null,
    })
  }

  done(event: PlanEvent): void {
    this.#undone++
    this.#kinds[event.kind] = (this.#kinds[event.kind] ?? 0) + 1
    this.#takenBack.add(event.revision)
    if (event.node_id !== null) this.#nodeIds.add(event.node_id)
  }

  /** Runs commands whose events take back the given ones: each the one about the same node, else the first. */
  async taking(events: readonly PlanEvent[], run: () => Promise<void>): Promise<void> {
    const [first] = events
    if (!first) return
    const byNode = new Map(events.map(({ node_id, revision }) => [node_id, revision]))
    // A claim ends along with its task and is not held again by a redo, so its end takes nothing back.
    this.ctx.undoes = ({ kind, node_id }: EventDraft) =>
      kind === 'node.claim_ended' ? null : (byNode.get(node_id ?? null) ?? first.revision)
    try {
      await run()
    } finally {
      this.ctx.undoes = undefined
    }
  }

  result(left: number): UndoResult {
    return {
      change: this.ctx.change ?? null,
      undone: this.#undone,
      kinds: this.#kinds,
      blocked: this.blocked,
      already: this.already,
      logs: this.keptLogs,
      left,
      node_ids: [...this.#nodeIds].slice(0, NAMED_NODES),
    }
  }
}

function authorOf({ actor_id, actor_name, via }: LaterEvent): BlockedEvent['by'] {
  const used = JSON.parse(via) as Via
  return { id: actor_id, name: actor_name, ...(used.kind !== 'session' && { agent: used.name }) }
}

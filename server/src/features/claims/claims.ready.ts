// Which tasks of a plan are ready, cached. After a change, only what it affects is looked at again.
import type { WaitingTask } from '@cairn/contract/api/claims'
import type { EventKind } from '@cairn/contract/api/events'
import type { PlanNode, ReadyTask } from '@cairn/contract/api/nodes'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { LRUCache } from 'lru-cache'
import { inTurns, mapInTurns, restIfMany } from '../../base/turns.ts'
import type { Ctx } from '../../core/ctx.ts'
import { listTouchedSince } from '../../core/event-log.repo.ts'
import { readDependencies } from '../edges/edges.queries.ts'
import type { NodeListCache } from '../nodes/nodes.cache.ts'
import { readClaimState, toReadyTask } from '../ready-tasks/ready-tasks.queries.ts'

/** Of all cached plans together. */
const NODES_MAX = 100_000
const CANDIDATES_MAX = 50
const WAITING_MAX = 10
/** How often a claim asks for the list again because the plan has changed meanwhile. */
const ATTEMPTS = 5

/** Tasks that were ready a moment ago, in their order: they save a claim a look at the whole plan. */
export interface Candidates {
  ids: readonly string[]
  /** The revision at which these were all tasks that were ready; null if there were more. */
  all_at: number | null
  /** Whether the claim is repeated with new candidates if it throws `Outdated`. */
  isLast: boolean
}

/** None of the candidates was ready any more, and the plan has changed since they were. */
export class Outdated extends Error {}

export interface ReadyLists {
  /**
   * The tasks that the caller can start, the one due first at the top: a credential that is limited to a branch sees
   * those of the branch. If there are none, `waiting` has the first open tasks and why they cannot be started. Authorizes
   * the plan; for calls that only read.
   */
  of(ctx: Ctx, planId: string, limit: number): Promise<{ tasks: ReadyTask[]; total: number; waiting: WaitingTask[] }>
  /**
   * Runs a claim with candidates, again if they were outdated. Of several claims at once, each begins with another
   * candidate.
   */
  claim<T>(ctx: Ctx, planId: string, claim: (candidates: Candidates) => Promise<T>): Promise<T>
}

/** What decides about a node, without its texts. */
type Known = ReadyTask & Pick<PlanNode, 'node_type'>

interface Kept {
  etag: string
  work: ReadyWork<Known>
  dependencies: { source_id: string; target_id: string }[]
  claims: Awaited<ReturnType<typeof readClaimState>>
}

/** After more events than this, a plan's list is built again without looking at each event. */
const EVENTS_MAX = 500
/** What an event changes here: nothing, the claims, the values of its node alone, the tree but no dependency, or more. */
type Effect = 'nothing' | 'claims' | 'values' | 'tree' | 'all'
const EFFECT: Record<EventKind, Effect> = {
  'plan.created': 'nothing',
  'plan.updated': 'nothing',
  'plan.deleted': 'all',
  'plan.restored': 'all',
  'plan.transferred': 'claims',
  'node.created': 'tree',
  'node.updated': 'values',
  'node.status_changed': 'values',
  'node.moved': 'tree',
  'node.deleted': 'tree',
  'node.restored': 'tree',
  'node.purged': 'nothing',
  'node.duplicated': 'all',
  'node.assigned': 'nothing',
  'node.unassigned': 'nothing',
  'node.claimed': 'claims',
  'node.claim_ended': 'claims',
  'edge.created': 'all',
  'edge.updated': 'all',
  'edge.deleted': 'all',
  'log.added': 'nothing',
  'log.updated': 'nothing',
  'log.deleted': 'nothing',
  'log.restored': 'nothing',
  'log.purged': 'nothing',
  'reaction.added': 'nothing',
  'reaction.removed': 'nothing',
  'artifact.added': 'nothing',
  'artifact.updated': 'nothing',
  'artifact.deleted': 'nothing',
  'artifact.restored': 'nothing',
  'artifact.purged': 'nothing',
  'collaborator.added': 'nothing',
  'collaborator.changed': 'claims',
  'collaborator.removed': 'claims',
  'collaborator.left': 'claims',
  'invitation.created': 'nothing',
  'invitation.changed': 'nothing',
  'invitation.removed': 'nothing',
}

export function createReadyLists(nodeLists: NodeListCache): ReadyLists {
  const kept = new LRUCache<string, Kept>({
    maxSize: NODES_MAX,
    sizeCalculation: ({ work }) => work.size + 1,
  })
  /** The last refresh of each plan. Refreshes run one after the other, so none restores an earlier state. */
  const refreshing = new Map<string, Promise<unknown>>()
  /** With which tasks claims that are running have begun. */
  const begun = new Map<string, Set<string>>()

  const isCurrent = (ctx: Ctx, { etag, claims: { first_expiry } }: Kept, wanted: string): boolean =>
    (etag === wanted || isNewer(etag, wanted)) && (first_expiry === null || ctx.now < first_expiry)

  async function read(ctx: Ctx, planId: string): Promise<Kept> {
    const list = await nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
    const found = kept.get(planId)
    if (found && isCurrent(ctx, found, list.etag)) return found
    const before = refreshing.get(planId) ?? Promise.resolve()
    const mine = before
      .catch(() => undefined)
      .then(async () => {
        const now = kept.get(planId)
        return now && isCurrent(ctx, now, list.etag) ? now : refresh(ctx, planId, now, list)
      })
    refreshing.set(planId, mine)
    try {
      return await mine
    } finally {
      if (refreshing.get(planId) === mine) refreshing.delete(planId)
    }
  }

  /** The nodes are read first: what else decides may be newer, and is then read again with the next change. */
  async function refresh(
    ctx: Ctx,
    planId: string,
    found: Kept | undefined,
    list: Awaited<ReturnType<NodeListCache['open']>>,
  ): Promise<Kept> {
    const state = await list.readState()
    const events = await eventsSince(ctx, planId, found, state.etag)
    const kinds = new Set(events?.map(({ kind }) => kind))
    const effects = new Set<Effect>(events === null ? ['all'] : [...kinds].map((kind) => EFFECT[kind]))
    if (found && !effects.has('tree') && !effects.has('all')) {
      const ids = new Set(events?.flatMap(({ kind, node_id }) => (EFFECT[kind] === 'values' && node_id ? node_id : [])))
      const nodes = [...ids].map(state.find)
      const { first_expiry } = found.claims
      const isExpired = first_expiry !== null && ctx.now >= first_expiry
      // Only a task in progress can be an abandoned one.
      const isInProgress = kinds.has('node.status_changed') && nodes.some((node) => node?.status === 'in_progress')
      const isNew = isExpired || isInProgress || effects.has('claims')
      const claims = isNew ? await readClaimState(ctx, planId) : found.claims
      if (nodes.every((node) => node !== undefined && found.work.has(node.id))) {
        found.work.update(
          nodes.flatMap((node) => (node ? toKnown(node) : [])),
          claims.claims,
        )
        return Object.assign(found, { etag: state.etag, claims })
      }
    }
    // In a large plan each of these takes a long turn: the nodes, their dependencies, and the list.
    const known = await mapInTurns(state.list(), toKnown)
    const dependencies = found && !effects.has('all') ? found.dependencies : await readDependencies(ctx, planId)
    const claims = await readClaimState(ctx, planId)
    await restIfMany(dependencies)
    const work = await inTurns(ReadyWork.inSteps(known, dependencies, claims.claims))
    const fresh = { etag: state.etag, work, dependencies, claims }
    kept.set(planId, fresh)
    return fresh
  }

  /** What happened since; null if that is unknown or too much. */
  async function eventsSince(ctx: Ctx, planId: string, found: Kept | undefined, etag: string) {
    if (!found) return null
    const [now, last] = [stateOf(etag), stateOf(found.etag)]
    if (last.life !== now.life || last.revision > now.revision) return null
    const events = await listTouchedSince(ctx.db, planId, last.revision, EVENTS_MAX + 1)
    return events.length > EVENTS_MAX ? null : events
  }

  async function once<T>(
    ctx: Ctx,
    planId: string,
    isLast: boolean,
    claim: (candidates: Candidates) => Promise<T>,
  ): Promise<T> {
    const { work, etag } = await read(ctx, planId)
    const others = begun.get(planId) ?? new Set<string>()
    const ids = work.list(CANDIDATES_MAX + others.size, ctx.actor.branch_limit).map(({ id }) => id)
    const free = ids.filter((id) => !others.has(id))
    const wanted = [...free, ...ids.filter((id) => others.has(id))].slice(0, CANDIDATES_MAX)
    const [first = ''] = wanted
    const all_at = ids.length <= CANDIDATES_MAX ? stateOf(etag).revision : null
    begun.set(planId, others.add(first))
    try {
      return await claim({ ids: wanted, all_at, isLast })
    } finally {
      others.delete(first)
      if (others.size === 0) begun.delete(planId)
    }
  }

  return {
    of: async (ctx, planId, limit) => {
      const { work } = await read(ctx, planId)
      const { branch_limit } = ctx.actor
      const tasks = work.list(branch_limit === null ? limit : undefined, branch_limit)
      const waiting = tasks.length > 0 ? [] : work.waiting(WAITING_MAX, branch_limit)
      return {
        tasks: tasks.slice(0, limit).map(toReadyTask),
        total: branch_limit === null ? work.count : tasks.length,
        waiting: waiting.map(({ node, reason, by }) => ({
          ...toReadyTask(node),
          reason,
          by: by === undefined ? null : toReadyTask(by),
        })),
      }
    },
    claim: async (ctx, planId, claim) => {
      for (let attempt = 1; ; attempt++)
        try {
          return await once(ctx, planId, attempt === ATTEMPTS, claim)
        } catch (error) {
          if (!(error instanceof Outdated) || attempt === ATTEMPTS) throw error
        }
    },
  }
}

/** The revision that the tag of a node list names, and what else it depends on. */
function stateOf(etag: string): { revision: number; life: string } {
  const end = etag.indexOf('-')
  return { revision: Number(etag.slice(etag.indexOf('"') + 1, end)), life: etag.slice(end) }
}

function isNewer(etag: string, wanted: string): boolean {
  const [one, other] = [stateOf(etag), stateOf(wanted)]
  return one.life === other.life && one.revision > other.revision
}

const toKnown = ({ id, parent_id, title, status, due_date, version, node_type }: PlanNode): Known => ({
  ...{ id, parent_id, title, status, due_date, version, node_type },
})

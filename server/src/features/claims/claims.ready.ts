// Which tasks of a plan are ready, kept until the plan or a claim changes.
import type { ReadyTask } from '@cairn/contract/api/nodes'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { branchOf } from '@cairn/contract/rules/tree'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../core/ctx.ts'
import type { NodeListCache } from '../nodes/nodes.cache.ts'
import { readObstacles, toReadyTask } from './claims.queries.ts'

const PLANS_MAX = 100

export interface ReadyLists {
  /**
   * The tasks that the caller can start, the one due first at the top: a credential that is limited to a branch sees
   * those of the branch. Authorizes the plan; for calls that only read.
   */
  of(ctx: Ctx, planId: string): Promise<readonly ReadyTask[]>
  /** Some tasks that were ready within the last second, in order. A claim checks them again. */
  candidates(ctx: Ctx, planId: string): Promise<string[]>
  /** The task is no candidate any more. */
  took(planId: string, nodeId: string): void
}

interface Kept {
  etag: string
  until: string | null
  tasks: ReadyTask[]
  at: number
  taken: Set<string>
}

const CANDIDATES_MS = 1_000
const CANDIDATES_MAX = 50

export function createReadyLists(nodeLists: NodeListCache): ReadyLists {
  const kept = new LRUCache<string, Kept>({ max: PLANS_MAX })

  async function read(ctx: Ctx, planId: string): Promise<ReadyTask[]> {
    const list = await nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
    const found = kept.get(planId)
    // A claim that expires changes what is ready without an event; a heartbeat can only make it later.
    if (found?.etag === list.etag && (found.until === null || ctx.now < found.until)) return found.tasks
    const { dependencies, claims, first_expiry: until } = await readObstacles(ctx, planId)
    const { nodes, etag } = await list.readNodes()
    const tasks = new ReadyWork(nodes, dependencies, claims).list().map(toReadyTask)
    // Nodes that are newer than the rest are read again by the next call.
    if (etag === list.etag) kept.set(planId, { etag, until, tasks, at: Date.parse(ctx.now), taken: new Set() })
    return tasks
  }

  async function readMine(ctx: Ctx, planId: string): Promise<readonly ReadyTask[]> {
    const tasks = await read(ctx, planId)
    const { branch_limit } = ctx.actor
    if (branch_limit === null) return tasks
    const list = await nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
    const branch = branchOf((await list.readNodes()).nodes, branch_limit)
    return tasks.filter(({ id }) => branch.has(id))
  }

  return {
    of: readMine,
    candidates: async (ctx, planId) => {
      const found = kept.get(planId)
      const isFresh = ctx.actor.branch_limit === null && found && Date.parse(ctx.now) - found.at < CANDIDATES_MS
      const tasks = isFresh ? found.tasks : await readMine(ctx, planId)
      const ids: string[] = []
      for (const { id } of tasks) {
        if (ids.length === CANDIDATES_MAX) break
        if (!isFresh || !found.taken.has(id)) ids.push(id)
      }
      return ids
    },
    took: (planId, nodeId) => kept.get(planId)?.taken.add(nodeId),
  }
}

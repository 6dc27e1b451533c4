// Which tasks of a plan are ready, kept until the plan or a claim changes.
import type { ReadyTask } from '@cairn/contract/api/claims'
import { ReadyWork } from '@cairn/contract/rules/ready'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../../core/ctx.ts'
import type { NodeListCache } from '../nodes/nodes.cache.ts'
import { readObstacles, toReadyTask } from './claims.queries.ts'

const PLANS_MAX = 100

export interface ReadyLists {
  /** The tasks that can be started, the one due first at the top. Authorizes the plan; for calls that only read. */
  of(ctx: Ctx, planId: string): Promise<readonly ReadyTask[]>
}

export function createReadyLists(nodeLists: NodeListCache): ReadyLists {
  const kept = new LRUCache<string, { etag: string; until: string | null; tasks: ReadyTask[] }>({ max: PLANS_MAX })
  return {
    of: async (ctx, planId) => {
      const list = await nodeLists.open(ctx, planId, { view: 'outline', format: 'flat' })
      const found = kept.get(planId)
      // A claim that expires changes what is ready without an event; a heartbeat can only make it later.
      if (found?.etag === list.etag && (found.until === null || ctx.now < found.until)) return found.tasks
      const { dependencies, claims, first_expiry } = await readObstacles(ctx, planId)
      const { nodes, etag } = await list.readNodes()
      const tasks = new ReadyWork(nodes, dependencies, claims).list().map(toReadyTask)
      // Nodes that are newer than the rest are read again by the next call.
      if (etag === list.etag) kept.set(planId, { etag, until: first_expiry, tasks })
      return tasks
    },
  }
}

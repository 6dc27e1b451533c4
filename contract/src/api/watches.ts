// Which nodes a person watches or has muted. It is private to that person.
import { z } from 'zod'
import { type Api, Id } from './common.ts'
import { NodeParams } from './nodes.ts'
import { PlanParams } from './plans.ts'

export const WATCH_LEVELS = ['watch', 'mute'] as const
export const WatchLevel = z.enum(WATCH_LEVELS, `level must be one of ${WATCH_LEVELS.join(', ')}`)
export type WatchLevel = z.infer<typeof WatchLevel>

const Watch = z.object({
  level: WatchLevel.nullable().describe('`null`: neither watched nor muted'),
})

export const watchesApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/watches',
    summary: 'The nodes of a plan that you watch or have muted; no one else sees this',
    access: 'plan.read',
    params: PlanParams,
    reply: z.array(z.object({ node_id: Id, level: WatchLevel })),
  },
  get: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/watch',
    summary: 'Whether you watch a node or have muted it; no one else sees this',
    access: 'plan.read',
    params: NodeParams,
    reply: Watch,
  },
  set: {
    method: 'PUT',
    path: '/plans/:planId/nodes/:nodeId/watch',
    summary: 'Watch or mute a node. You watch it automatically when you are assigned, mentioned or comment',
    access: 'plan.mark',
    params: NodeParams,
    body: z.object({ level: WatchLevel }),
    reply: Watch,
  },
  remove: {
    method: 'DELETE',
    path: '/plans/:planId/nodes/:nodeId/watch',
    summary: 'Neither watch nor mute a node; does nothing if you do not',
    access: 'plan.mark',
    params: NodeParams,
  },
} as const satisfies Api

import { z } from 'zod'
import { Artifact } from './artifacts.ts'
import { type Api, Person } from './common.ts'
import { PlanEdge } from './edges.ts'
import { LogEntry } from './logs.ts'
import { NodeParams, PlanNode } from './nodes.ts'
import { Plan } from './plans.ts'

export const NodeContext = z.object({
  plan: Plan,
  node: PlanNode,
  ancestry: z.array(PlanNode),
  children: z.array(PlanNode),
  edges: z.array(PlanEdge),
  logs: z.array(LogEntry),
  artifacts: z.array(Artifact),
  assignees: z.array(Person),
})
export type NodeContext = z.infer<typeof NodeContext>

export const nodeContextApi = {
  get: {
    method: 'GET',
    path: '/plans/:planId/nodes/:nodeId/context',
    summary: 'Everything needed to work on a node: ancestors, children, links, files, assignees, the ten latest logs',
    access: 'plan.read',
    params: NodeParams,
    reply: NodeContext,
  },
} as const satisfies Api

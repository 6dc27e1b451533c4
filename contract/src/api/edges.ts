import { z } from 'zod'
import { type Api, ExpectedVersion, ExpectedVersionBody, Id, Timestamp } from './common.ts'

/** Kinds that are stored; `hierarchical` edges are the tree itself and never rows. */
export const EDGE_KINDS = ['dependency', 'reference', 'sequence'] as const
const EdgeKind = z.enum(EDGE_KINDS, { error: `Kind must be one of ${EDGE_KINDS.join(', ')}` })
export type EdgeKind = z.infer<typeof EdgeKind>

/** For a `dependency`, the source must finish before the target. */
export const PlanEdge = z.object({
  id: Id,
  plan_id: Id,
  source_id: Id,
  target_id: Id,
  kind: EdgeKind,
  version: z.int(),
  created_at: Timestamp,
})
export type PlanEdge = z.infer<typeof PlanEdge>

const InPlan = z.object({ planId: Id })
const EdgeParams = InPlan.extend({ edgeId: Id })

export const edgesApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/edges',
    summary: 'Edges between nodes: dependencies, references and sequences',
    access: 'plan.read',
    params: InPlan,
    reply: z.array(PlanEdge),
    reply_headers: ['X-Plan-Revision'],
  },
  create: {
    method: 'POST',
    path: '/plans/:planId/edges',
    summary: 'Create an edge; a dependency that would create a cycle is rejected with its path',
    access: 'plan.edit',
    params: InPlan,
    body: z.object({ source_id: Id, target_id: Id, kind: EdgeKind }),
    reply: PlanEdge,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/plans/:planId/edges/:edgeId',
    summary: 'Change the kind of an edge',
    access: 'plan.edit',
    params: EdgeParams,
    body: z.object({ kind: EdgeKind, expected_version: ExpectedVersion }),
    versioned: true,
    reply: PlanEdge,
  },
  delete: {
    method: 'DELETE',
    path: '/plans/:planId/edges/:edgeId',
    summary: 'Remove an edge',
    access: 'plan.edit',
    params: EdgeParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
} as const satisfies Api

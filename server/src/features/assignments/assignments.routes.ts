import { nodesApi } from '@cairn/contract/api/nodes'
import type { Router } from '../../http/router.ts'
import { assign, setAssignees, unassign } from './assignments.commands.ts'
import { listAssignments } from './assignments.queries.ts'

/** HTTP routes of assignments. */
export function assignmentsRoutes({ route }: Router): void {
  route(nodesApi.assignments, (ctx, { params }) => listAssignments(ctx, params.planId, params.nodeId))
  route(nodesApi.assign, (ctx, { params, body }) => assign(ctx, params.planId, params.nodeId, body.user_id))
  route(nodesApi.setAssignees, (ctx, { params, body }) => setAssignees(ctx, params.planId, params.nodeId, body))
  route(nodesApi.unassign, (ctx, { params, query, body }) =>
    unassign(ctx, params.planId, params.nodeId, body?.user_id ?? query.user_id),
  )
}

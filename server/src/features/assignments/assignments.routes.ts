import { nodesApi } from '@cairn/contract/api/nodes'
import { invalid } from '../../base/errors.ts'
import type { Router } from '../../http/router.ts'
import { assign, setAssignees, unassign } from './assignments.commands.ts'
import { listAssignments } from './assignments.queries.ts'

/** HTTP face of assignments. */
export function assignmentsRoutes({ route }: Router): void {
  route(nodesApi.assignments, (ctx, { params }) => listAssignments(ctx, params.planId, params.nodeId))
  route(nodesApi.assign, (ctx, { params, body }) => assign(ctx, params.planId, params.nodeId, body.user_id))
  route(nodesApi.setAssignees, (ctx, { params, body }) =>
    setAssignees(ctx, params.planId, params.nodeId, body.user_ids),
  )
  route(nodesApi.unassign, (ctx, { params, query, body }) => {
    const userId = body?.user_id ?? query.user_id
    if (!userId) throw invalid('user_id', 'user_id is required')
    return unassign(ctx, params.planId, params.nodeId, userId)
  })
}

import { collaboratorsApi } from '@cairn/contract/api/collaborators'
import { plansApi } from '@cairn/contract/api/plans'
import type { Services } from '../../core/services.ts'
import type { Router } from '../../http/router.ts'
import { leavePlan, removeCollaborator, setCollaboratorRole } from './collaborators.commands.ts'
import { sealedInvitation } from './collaborators.invitations.ts'
import { listCollaborators } from './collaborators.queries.ts'
import { renewInvitation, share } from './collaborators.share.ts'

/** HTTP routes of sharing. */
export function collaboratorsRoutes({ route }: Router, app: Services): void {
  route(collaboratorsApi.list, (ctx, { params }) => listCollaborators(ctx, app, params.planId))
  route(
    collaboratorsApi.add,
    async (ctx, { params, body }, { reply }) => {
      const { collaborator, created } = await share(ctx, app, params.planId, body)
      reply.status(created ? 201 : 200)
      return collaborator
    },
    sealedInvitation(app),
  )
  route(collaboratorsApi.setRole, (ctx, { params: { planId, userId }, body }) =>
    setCollaboratorRole(ctx, app, { planId, id: userId, ...body }),
  )
  route(collaboratorsApi.remove, (ctx, { params, body }) =>
    removeCollaborator(ctx, { planId: params.planId, id: params.userId, ...body }),
  )
  route(collaboratorsApi.renew, (ctx, { params }) => renewInvitation(ctx, app, params.planId, params.userId))
  route(plansApi.leave, (ctx, { params }) => leavePlan(ctx, params.planId))
}

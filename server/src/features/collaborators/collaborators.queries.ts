import type { Collaborator } from '@cairn/contract/api/collaborators'
import type { Person } from '@cairn/contract/api/common'
import { can } from '@cairn/contract/rules/permissions'
import type { Ctx } from '../../core/ctx.ts'
import { requirePerson } from '../../core/person.ts'
import { authorizePlan } from '../../core/plan-access.ts'
import type { Services } from '../../core/services.ts'
import { snapshot } from '../../db/snapshot.ts'
import { linkFor } from './collaborators.invitations.ts'
import { listInvitations, listMembers } from './collaborators.repo.ts'
import { toCollaborator, toPending } from './collaborators.shape.ts'

interface CollaboratorList {
  owner: Person
  collaborators: Collaborator[]
}

/**
 * The owner, collaborators in the order they joined, then pending invitations. Links only for callers who may give the
 * invitation's role.
 */
export const listCollaborators = (ctx: Ctx, app: Services, planId: string): Promise<CollaboratorList> =>
  snapshot(ctx, (at) => readCollaborators(at, app, planId))

async function readCollaborators(ctx: Ctx, app: Services, planId: string): Promise<CollaboratorList> {
  const plan = await authorizePlan(ctx, planId, 'plan.read')
  const mayShare = can(plan.role, 'plan.share', ctx.actor.scope)
  const members = await listMembers(ctx.db, planId)
  const invitations = await listInvitations(ctx.db, planId)
  return {
    owner: await requirePerson(ctx, plan.owner_id),
    collaborators: [
      ...members.map(toCollaborator),
      ...invitations.map((sent) =>
        toPending(sent, mayShare ? linkFor(app, { id: ctx.actor.id, role: plan.role }, sent) : null),
      ),
    ],
  }
}

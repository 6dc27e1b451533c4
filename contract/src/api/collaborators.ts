import { z } from 'zod'
import { COLLABORATOR_ROLES } from '../rules/permissions.ts'
import {
  type Api,
  ExpectedVersion,
  ExpectedVersionBody,
  emailAddress,
  Id,
  optionalEnum,
  orEmpty,
  Person,
  Timestamp,
} from './common.ts'

const CollaboratorRole = z.enum(COLLABORATOR_ROLES, { error: `Role must be one of ${COLLABORATOR_ROLES.join(', ')}` })
export type CollaboratorRole = z.infer<typeof CollaboratorRole>

/**
 * Someone with access, or a pending invitation, which has no `user_id` and no `user` and is addressed by its own id.
 */
export const Collaborator = z.object({
  id: Id,
  user_id: Id.nullable(),
  name: z.string(),
  email: z.string(),
  avatar_url: z.string().nullable(),
  role: CollaboratorRole,
  status: z.enum(['active', 'pending']),
  user: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  invite_url: z.string().optional(),
  version: z.int(),
  expires_at: Timestamp.nullable().describe('Of an invitation'),
  created_at: Timestamp,
})
export type Collaborator = z.infer<typeof Collaborator>

const InPlan = z.object({ planId: Id })
const CollaboratorParams = InPlan.extend({ userId: Id.describe('The user, or the id of a pending invitation') })

export const collaboratorsApi = {
  list: {
    method: 'GET',
    path: '/plans/:planId/collaborators',
    summary:
      'Who has access: the owner, the collaborators and pending invitations; invite_url only for the owner and the person who sent it',
    access: 'plan.read',
    params: InPlan,
    reply: z.object({ owner: Person, collaborators: z.array(Collaborator) }),
  },
  add: {
    method: 'POST',
    path: '/plans/:planId/collaborators',
    summary:
      'Share with a person; 201 when new, 200 when only the role changed. An unknown address becomes a pending invitation',
    access: 'plan.share',
    params: InPlan,
    body: z
      .object({
        email: orEmpty(emailAddress('Please enter an email address', 'Please enter a valid email address'))
          .nullish()
          .transform((email) => email || undefined),
        user_id: orEmpty(Id)
          .nullish()
          .transform((id) => id || undefined),
        role: optionalEnum('Role', COLLABORATOR_ROLES),
        expected_version: ExpectedVersion,
      })
      .refine((body) => body.email || body.user_id, { message: 'Please enter an email address', path: ['email'] }),
    versioned: true,
    reply: Collaborator,
    status: 201,
    also_status: 200,
  },
  setRole: {
    method: 'PUT',
    path: '/plans/:planId/collaborators/:userId',
    summary: 'Change the role of a collaborator; cancels the invitations sent by a person who may no longer share',
    access: 'plan.share',
    params: CollaboratorParams,
    body: z.object({ role: CollaboratorRole, expected_version: ExpectedVersion }),
    versioned: true,
    reply: Collaborator,
  },
  renew: {
    method: 'POST',
    path: '/plans/:planId/collaborators/:userId/renew',
    summary: 'Renew a pending invitation for 7 days and mail it again',
    access: 'plan.share',
    params: CollaboratorParams,
    reply: Collaborator,
  },
  remove: {
    method: 'DELETE',
    path: '/plans/:planId/collaborators/:userId',
    summary:
      'Remove a collaborator and the pending invitations that this person sent; takes effect immediately, also on live connections',
    access: 'plan.share',
    params: CollaboratorParams,
    body: ExpectedVersionBody,
    versioned: true,
  },
} as const satisfies Api

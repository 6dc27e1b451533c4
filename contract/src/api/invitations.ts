import { z } from 'zod'
import { type Api, Id } from './common.ts'

/** How long an invitation link is valid. */
export const INVITATION_DAYS = 7

const InvitationParams = z.object({ token: z.string() })

/** Everything that a person who opens the link can see. */
export const OpenedInvitation = z.object({ plan_title: z.string(), inviter_name: z.string(), email: z.string() })
export type OpenedInvitation = z.infer<typeof OpenedInvitation>

export const invitationsApi = {
  read: {
    method: 'GET',
    path: '/invitations/:token',
    summary: 'What an invitation link is for: the plan, who invites, and the invited address',
    access: 'public',
    params: InvitationParams,
    reply: OpenedInvitation,
  },
  accept: {
    method: 'POST',
    path: '/invitations/:token/accept',
    summary: 'Accept an invitation to the address of your account',
    access: 'account.secure',
    params: InvitationParams,
    reply: z.object({ plan_id: Id }),
  },
} as const satisfies Api

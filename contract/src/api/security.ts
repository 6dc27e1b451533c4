// The security log: events of accounts, credentials, roles and refused calls. Kinds are stable names for programs.
import { z } from 'zod'
import { type Api, Id, Person, pageOf, pageQuery, Timestamp } from './common.ts'
import { PlanParams } from './plans.ts'

export const SECURITY_KINDS = [
  'sign_in.succeeded',
  'sign_in.failed',
  'two_factor.failed',
  'account.registered',
  'account.deleted',
  'email.verified',
  'email.changed',
  'password.changed',
  'password.reset',
  'password.reset_requested',
  'two_factor.enabled',
  'two_factor.disabled',
  'recovery_codes.renewed',
  'session.ended',
  'token.created',
  'token.limits_changed',
  'token.revoked',
  'app.connected',
  'app.limits_changed',
  'app.disconnected',
  'app.token_reused',
  'calendar.created',
  'calendar.renewed',
  'calendar.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.rotated',
  'webhook.deleted',
  'access.refused',
  'collaborator.added',
  'collaborator.changed',
  'collaborator.removed',
  'collaborator.left',
  'invitation.created',
  'invitation.changed',
  'invitation.removed',
  'plan.transferred',
] as const
export type SecurityKind = (typeof SECURITY_KINDS)[number]

/** The kinds of plan events that change who has access. */
export const isSecurityKind = <K extends string>(kind: K): kind is K & SecurityKind =>
  (SECURITY_KINDS as readonly string[]).includes(kind)

/** The access log of one plan, for its owner. */
export const AccessEntry = z.object({
  id: Id,
  kind: z.enum(SECURITY_KINDS),
  content: z.string().describe('A sentence'),
  plan_id: Id,
  user: Person.describe('Who did it, or tried to'),
  created_at: Timestamp,
})
export type AccessEntry = z.infer<typeof AccessEntry>

const ACCESS_PAGE_SIZE = 20

export const securityApi = {
  planAccess: {
    method: 'GET',
    path: '/activity/plans/:planId/access',
    summary: 'Access log of a plan: sharing, changed roles and refused calls, newest first; for its owner',
    access: 'plan.own',
    params: PlanParams,
    query: pageQuery(ACCESS_PAGE_SIZE),
    reply: pageOf(AccessEntry),
    reply_headers: ['Link'],
  },
} as const satisfies Api

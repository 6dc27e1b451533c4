// The whole permission model, as data. The server enforces it, the web app hides actions by it, the permission test
// walks it.

export const PLAN_ROLES = ['owner', 'admin', 'editor', 'commenter', 'viewer'] as const
export type PlanRole = (typeof PLAN_ROLES)[number]

/** Roles that a collaborator can have; `owner` is only the plan's `owner_id`. */
export const COLLABORATOR_ROLES = ['admin', 'editor', 'commenter', 'viewer'] as const

/** What an API token may do; each scope contains the ones before it. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

interface PlanRule {
  scope: TokenScope
  roles: readonly PlanRole[]
  /** Open to a credential that may change only a branch: its events say whether it stays inside. */
  branch: boolean
  /** Refused once the credential has used its changes of this hour. */
  counted: boolean
}

/** A row is an action on a plan; a caller needs one of `roles` and the token scope (a session has all scopes). */
export const PLAN_ACTIONS = {
  'plan.read': {
    scope: 'read',
    roles: ['owner', 'admin', 'editor', 'commenter', 'viewer'],
    branch: true,
    counted: false,
  },
  /** The copy belongs to the caller. */
  'plan.copy': {
    scope: 'write',
    roles: ['owner', 'admin', 'editor', 'commenter', 'viewer'],
    branch: false,
    counted: true,
  },
  /** Marks that only the caller sees: favorites, watches, what was read. */
  'plan.mark': {
    scope: 'write',
    roles: ['owner', 'admin', 'editor', 'commenter', 'viewer'],
    branch: false,
    counted: false,
  },
  'comment.add': { scope: 'write', roles: ['owner', 'admin', 'editor', 'commenter'], branch: true, counted: true },
  'plan.edit': { scope: 'write', roles: ['owner', 'admin', 'editor'], branch: true, counted: true },
  /** Keeping a claimed task for longer, which is no event. */
  'claim.renew': { scope: 'write', roles: ['owner', 'admin', 'editor'], branch: true, counted: false },
  /** Deleting log entries that others wrote. */
  'log.moderate': { scope: 'write', roles: ['owner', 'admin'], branch: true, counted: true },
  /** Undoing a run of another person's agent. */
  'run.undo': { scope: 'write', roles: ['owner', 'admin'], branch: true, counted: true },
  /** Deleting permanently what is in the trash. */
  'trash.purge': { scope: 'admin', roles: ['owner', 'admin'], branch: true, counted: true },
  /** Its receiver reads every event of the plan. */
  'webhook.manage': { scope: 'admin', roles: ['owner', 'admin'], branch: false, counted: false },
  'plan.leave': { scope: 'write', roles: ['admin', 'editor', 'commenter', 'viewer'], branch: false, counted: true },
  'plan.share': { scope: 'admin', roles: ['owner', 'admin'], branch: false, counted: true },
  'plan.own': { scope: 'admin', roles: ['owner'], branch: false, counted: true },
} as const satisfies Record<string, PlanRule>
export type PlanAction = keyof typeof PLAN_ACTIONS

interface AccountRule {
  scope: TokenScope
  /** Passwords, two-factor, sessions and tokens are never managed with a token. */
  sessionOnly: boolean
}

/** Actions of a signed-in person outside of plans. */
export const ACCOUNT_ACTIONS = {
  'account.read': { scope: 'read', sessionOnly: false },
  'account.write': { scope: 'write', sessionOnly: false },
  'account.secure': { scope: 'admin', sessionOnly: true },
} as const satisfies Record<string, AccountRule>
export type AccountAction = keyof typeof ACCOUNT_ACTIONS

/** Who may call an endpoint; every row of the contract names one. */
export type Access = 'public' | AccountAction | PlanAction

export const isPlanAction = (access: Access): access is PlanAction => access in PLAN_ACTIONS

/** Whether a token of `scope` may do what needs `required`. */
export const scopeAllows = (scope: TokenScope, required: TokenScope): boolean =>
  TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(required)

export const roleAllows = (role: PlanRole, action: PlanAction): boolean =>
  (PLAN_ACTIONS[action].roles as readonly PlanRole[]).includes(role)

/** Whether this role, with this token scope, allows the action on the plan. */
export const can = (role: PlanRole, action: PlanAction, scope: TokenScope = 'admin'): boolean =>
  roleAllows(role, action) && scopeAllows(scope, PLAN_ACTIONS[action].scope)

/** Only the owner makes admins. */
export const canGiveRole = (giver: PlanRole, role: PlanRole): boolean =>
  giver === 'owner' || (giver === 'admin' && role !== 'admin' && role !== 'owner')

/** An admin manages everyone but the owner and other admins. No one can change their own role. */
export const canManageCollaborator = (
  manager: { id: string; role: PlanRole },
  target: { id: string | null; role: PlanRole },
): boolean =>
  target.role !== 'owner' &&
  manager.id !== target.id &&
  (manager.role === 'owner' || (manager.role === 'admin' && target.role !== 'admin'))

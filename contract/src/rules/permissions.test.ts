import { expect, it, test } from 'vitest'
import {
  can,
  canManageCollaborator,
  isPlanAction,
  PLAN_ACTIONS,
  PLAN_ROLES,
  type PlanAction,
  type PlanRole,
  roleAllows,
  scopeAllows,
  TOKEN_SCOPES,
  type TokenScope,
} from './permissions.ts'

// The table of decisions as people read it, written down a second time on purpose.
const MATRIX: [PlanAction, TokenScope, PlanRole[]][] = [
  ['plan.read', 'read', ['owner', 'admin', 'editor', 'commenter', 'viewer']],
  ['plan.copy', 'write', ['owner', 'admin', 'editor', 'commenter', 'viewer']],
  ['plan.mark', 'write', ['owner', 'admin', 'editor', 'commenter', 'viewer']],
  ['comment.add', 'write', ['owner', 'admin', 'editor', 'commenter']],
  ['plan.edit', 'write', ['owner', 'admin', 'editor']],
  ['claim.renew', 'write', ['owner', 'admin', 'editor']],
  ['log.moderate', 'write', ['owner', 'admin']],
  ['run.undo', 'write', ['owner', 'admin']],
  ['trash.purge', 'admin', ['owner', 'admin']],
  ['webhook.manage', 'admin', ['owner', 'admin']],
  ['plan.leave', 'write', ['admin', 'editor', 'commenter', 'viewer']],
  ['plan.share', 'admin', ['owner', 'admin']],
  ['plan.own', 'admin', ['owner']],
]

test.each(MATRIX)('%s needs the scope %s and one of the roles %j', (action, scope, roles) => {
  expect(PLAN_ROLES.filter((role) => roleAllows(role, action))).toEqual(roles)
  for (const role of PLAN_ROLES)
    for (const held of TOKEN_SCOPES)
      expect(can(role, action, held)).toBe(roles.includes(role) && scopeAllows(held, scope))
})

it('has exactly the plan actions of the table', () => {
  expect(Object.keys(PLAN_ACTIONS)).toEqual(MATRIX.map(([action]) => action))
  expect(isPlanAction('plan.own')).toBe(true)
  expect(isPlanAction('account.secure')).toBe(false)
  expect(isPlanAction('public')).toBe(false)
})

it('opens to a branch only what is about nodes, and counts all that has events', () => {
  const actions = Object.entries(PLAN_ACTIONS)
  expect(actions.flatMap(([action, { branch }]) => (branch ? action : []))).toEqual([
    'plan.read',
    'comment.add',
    'plan.edit',
    'claim.renew',
    'log.moderate',
    'run.undo',
    'trash.purge',
  ])
  expect(actions.flatMap(([action, { counted }]) => (counted ? [] : action))).toEqual([
    'plan.read',
    'plan.mark',
    'claim.renew',
    'webhook.manage',
  ])
})

test.each([
  ['read', ['read']],
  ['write', ['read', 'write']],
  ['admin', ['read', 'write', 'admin']],
] as const)('a token of scope %s may do what needs %j', (held, allowed) => {
  expect(TOKEN_SCOPES.filter((needed) => scopeAllows(held, needed))).toEqual(allowed)
})

const MANAGED: Record<PlanRole, PlanRole[]> = {
  owner: ['admin', 'editor', 'commenter', 'viewer'],
  admin: ['editor', 'commenter', 'viewer'],
  editor: [],
  commenter: [],
  viewer: [],
}

test.each(Object.entries(MANAGED))('an %s manages %j', (role, managed) => {
  const manager = { id: 'manager', role: role as PlanRole }
  expect(PLAN_ROLES.filter((target) => canManageCollaborator(manager, { id: 'other', role: target }))).toEqual(managed)
})

it('lets no one manage themselves, and lets people who may share manage an invitation', () => {
  for (const role of PLAN_ROLES)
    expect(canManageCollaborator({ id: 'me', role }, { id: 'me', role: 'viewer' })).toBe(false)
  expect(canManageCollaborator({ id: 'me', role: 'admin' }, { id: null, role: 'editor' })).toBe(true)
})

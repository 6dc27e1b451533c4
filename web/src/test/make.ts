// Things as the server sends them, complete; a test names only what it is about.
import type { LoginReply, Session } from '@cairn/contract/api/auth'
import type { Plan } from '@cairn/contract/api/plans'

let made = 0

/** A new id, of the right shape. */
export function makeId(): string {
  made += 1
  return `01890a5d-ac96-774b-bcce-${String(made).padStart(12, '0')}`
}

const ME = makeId()

export function makeSession(user: Partial<Session['user']> = {}): Session {
  return {
    access_token: 'session-token',
    token_type: 'bearer',
    expires_at: 2_000_000_000,
    expires_in: 2_592_000,
    user: {
      id: ME,
      email: 'ana@example.com',
      created_at: '2026-01-01T00:00:00.000Z',
      user_metadata: { name: 'Ana Ruiz', organization: null, avatar_url: null },
      ...user,
    },
  }
}

export function makeLoginReply(): LoginReply {
  const session = makeSession()
  const { id, email } = session.user
  return { session, user: { id, email, name: 'Ana Ruiz', organization: null, email_verified: true } }
}

export function makePlan(plan: Partial<Plan> = {}): Plan {
  return {
    id: makeId(),
    title: 'Website relaunch',
    description: null,
    status: 'active',
    progress: 0,
    owner_id: ME,
    owner: { id: ME, name: 'Ana Ruiz' },
    role: 'owner',
    node_count: 0,
    completed_count: 0,
    in_progress_count: 0,
    blocked_count: 0,
    revision: 1,
    version: 1,
    created_at: '2026-03-01T10:00:00.000Z',
    updated_at: '2026-03-04T10:00:00.000Z',
    ...plan,
  }
}

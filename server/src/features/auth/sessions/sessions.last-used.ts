import type { Background } from '../../../base/background.ts'
import type { Store } from '../../../db/open.ts'
import { deleteExpiredSession, updateAppUsed, updateSessionSeen, updateTokenUsed } from './sessions.repo.ts'

/** How long recorded uses wait, so one write takes many. */
const BATCH_MS = 1_000
/** Minimum time between two recorded uses. */
export const LAST_USED_STEP_MS = 60_000

/**
 * Records when sessions and tokens are used, at most once a minute each, and writes it later in one transaction: no
 * request waits for it.
 */
export interface LastUsed {
  session(id: string, at: string, expires_at: string): void
  token(id: string, at: string): void
  app(id: string, at: string): void
  /** An expired session is deleted, so that it cannot come back when the clock is set back. */
  expired(id: string, at: string): void
  /** Writes what is noted, now. */
  flush(): Promise<void>
}

export function createLastUsed(store: Store, background: Background): LastUsed {
  let notes = emptyNotes()
  let timer: NodeJS.Timeout | null = null

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const { sessions, tokens, apps, expired } = notes
    notes = emptyNotes()
    if (sessions.size + tokens.size + apps.size + expired.size === 0) return
    await store.write(async (tx) => {
      // In a fixed order, so that two servers on one PostgreSQL never deadlock.
      for (const [id, { at, expires_at }] of sorted(sessions)) await updateSessionSeen(tx, id, at, expires_at)
      for (const [id, at] of sorted(tokens)) await updateTokenUsed(tx, id, at)
      for (const [id, at] of sorted(apps)) await updateAppUsed(tx, id, at)
      for (const [id, at] of sorted(expired)) await deleteExpiredSession(tx, id, at)
    })
  }
  const later = () => {
    timer ??= setTimeout(() => background.run('last used', flush), BATCH_MS).unref()
  }

  return {
    // With PostgreSQL each request asks again until the use is written; the first one is recorded.
    session: (id, at, expires_at) => {
      if (!notes.sessions.has(id)) notes.sessions.set(id, { at, expires_at })
      later()
    },
    token: (id, at) => {
      if (!notes.tokens.has(id)) notes.tokens.set(id, at)
      later()
    },
    app: (id, at) => {
      if (!notes.apps.has(id)) notes.apps.set(id, at)
      later()
    },
    expired: (id, at) => {
      notes.expired.set(id, at)
      later()
    },
    flush,
  }
}

const emptyNotes = () => ({
  sessions: new Map<string, { at: string; expires_at: string }>(),
  tokens: new Map<string, string>(),
  apps: new Map<string, string>(),
  expired: new Map<string, string>(),
})
const sorted = <V>(notes: Map<string, V>): [string, V][] => [...notes].sort(([a], [b]) => (a < b ? -1 : 1))

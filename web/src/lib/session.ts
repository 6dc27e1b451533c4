// The session of this browser. It is in storage, and changes are observed in all tabs.
import type { Session } from '@cairn/contract/api/auth'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const SESSION_KEY = 'auth_session'
const USER_KEY = 'user_id'
const EMAIL_KEY = 'remembered_email'
/** Fired on `window` when this tab changes the session. Other tabs receive the browser's `storage` event. */
const AUTH_CHANGE = 'auth-change'

/** The fields that the app reads. The rest of the reply is stored unchanged. */
export type StoredSession = Pick<Session, 'access_token'> &
  Partial<Pick<Session, 'expires_at' | 'expires_in'>> & {
    user: Pick<Session['user'], 'id' | 'email'> & Partial<Session['user']>
  }

// Used if storage is blocked. The session then lasts as long as the page.
let memory: string | null = null
let parsed: { text: string | null; session: StoredSession | null } = { text: null, session: null }
let endedByChoice = false
let signOutNotice: string | null = null
let lastUserId: string | null = null

/** Returns the stored session, the same object until it changes. null if signed out or invalid. */
export function getSession(): StoredSession | null {
  const text = readStored(SESSION_KEY) ?? memory
  if (text !== parsed.text) {
    lastUserId = parsed.session?.user.id ?? lastUserId
    parsed = { text, session: text === null ? null : parseSession(text) }
  }
  return parsed.session
}

export function saveSession(session: StoredSession): void {
  endedByChoice = false
  const text = JSON.stringify(session)
  memory = writeStored(SESSION_KEY, text) ? null : text
  writeStored(USER_KEY, session.user.id)
  window.dispatchEvent(new Event(AUTH_CHANGE))
}

/** Whether the session seems expired. The server may have prolonged it, because each use does. */
export const isOverdue = (session: StoredSession | null): boolean =>
  session?.expires_at !== undefined && session.expires_at * 1000 <= Date.now()

/** Resets the session's expiry after a use. */
export function prolongSession(): void {
  const session = getSession()
  if (session) saveSession({ ...session, expires_at: Math.floor(Date.now() / 1000) + (session.expires_in ?? 0) })
}

/** Updates the user data in the session after a profile change. */
export function updateSessionUser(changes: Partial<Session['user']['user_metadata']>): void {
  const session = getSession()
  if (!session) return
  const { name = '', organization = null, avatar_url = null } = session.user.user_metadata ?? {}
  saveSession({
    ...session,
    user: { ...session.user, user_metadata: { name, organization, avatar_url, ...changes } },
  })
}

export function updateSessionEmail(email: string): void {
  const session = getSession()
  if (session) saveSession({ ...session, user: { ...session.user, email } })
}

/**
 * Clears the session. `byChoice` is true for a logout, false if the server ended the session. `saying` is the notice
 * that /login shows.
 */
export function clearSession({ byChoice: byUser, saying: notice }: { byChoice: boolean; saying?: string }): void {
  endedByChoice = byUser
  signOutNotice = notice ?? null
  memory = null
  writeStored(SESSION_KEY, null)
  writeStored(USER_KEY, null)
  window.dispatchEvent(new Event(AUTH_CHANGE))
}

/** Whether the last session ended with a logout. /login then does not return to the previous page. */
export const hasLoggedOut = (): boolean => endedByChoice

/** Returns the user whose session ended last on this page, or null. */
export function getLastUserId(): string | null {
  // Notices that it has ended.
  getSession()
  return lastUserId
}

/** Returns the notice that /login shows after the session ended, or null. */
export const getSignOutNotice = (): string | null => signOutNotice

/** Calls `onChange` on a sign-in or sign-out in any tab. Returns a function that stops it. */
export function watchSession(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that storage was cleared.
    if (event.key === SESSION_KEY || event.key === null) onChange()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener(AUTH_CHANGE, onChange)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener(AUTH_CHANGE, onChange)
  }
}

export const useSession = (): StoredSession | null => useSyncExternalStore(watchSession, getSession)

/** Returns the email of the last sign-in with "remember me", or ''. */
export const rememberedEmail = (): string => readStored(EMAIL_KEY) ?? ''

export const rememberEmail = (email: string | null): void => {
  writeStored(EMAIL_KEY, email)
}

/** Returns null without a token or a user. Accepts the older `accessToken`. */
function parseSession(text: string): StoredSession | null {
  try {
    const stored = JSON.parse(text) as Partial<StoredSession> & { accessToken?: string }
    const access_token = stored.access_token ?? stored.accessToken
    if (typeof access_token !== 'string' || typeof stored.user?.id !== 'string') return null
    return { ...stored, access_token, user: stored.user }
  } catch {
    return null
  }
}

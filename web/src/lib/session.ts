// The session in this browser: kept in storage (points 3 and 4), watched across tabs and within this one.
import type { Session } from '@cairn/contract/api/auth'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

const SESSION_KEY = 'auth_session'
const USER_KEY = 'user_id'
const EMAIL_KEY = 'remembered_email'
/** Fired on `window` when this tab changes the session; other tabs hear the browser's `storage` event. */
const AUTH_CHANGE = 'auth-change'

/** What the app needs of a session; the rest of the reply is kept as it came. */
export type StoredSession = Pick<Session, 'access_token'> &
  Partial<Pick<Session, 'expires_at' | 'expires_in'>> & {
    user: Pick<Session['user'], 'id' | 'email'> & Partial<Session['user']>
  }

// Storage may be blocked: the session then lives as long as the page.
let memory: string | null = null
let parsed: { text: string | null; session: StoredSession | null } = { text: null, session: null }
let endedByChoice = false
let farewell: string | null = null
let lastUserId: string | null = null

/** The stored session, the same object until it changes; null when signed out or when what is stored is no session. */
export function getSession(): StoredSession | null {
  const text = readStored(SESSION_KEY) ?? memory
  if (text !== parsed.text) parsed = { text, session: text === null ? null : parseSession(text) }
  return parsed.session
}

export function saveSession(session: StoredSession): void {
  endedByChoice = false
  const text = JSON.stringify(session)
  memory = writeStored(SESSION_KEY, text) ? null : text
  writeStored(USER_KEY, session.user.id)
  window.dispatchEvent(new Event(AUTH_CHANGE))
}

/** Whether the session's time has run out, as far as this browser knows: each use prolongs it on the server. */
export const isOverdue = (session: StoredSession | null): boolean =>
  session?.expires_at !== undefined && session.expires_at * 1000 <= Date.now()

/** The session was just used, so it lasts its whole time again. */
export function prolongSession(): void {
  const session = getSession()
  if (session) saveSession({ ...session, expires_at: Math.floor(Date.now() / 1000) + (session.expires_in ?? 0) })
}

/** Keeps what the session says of its person in step with the profile. */
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
 * Forgets the session. `byChoice` tells a logout from a session that the server has ended; `saying` is what /login says to
 * somebody who leaves for another reason than a logout.
 */
export function clearSession({ byChoice, saying }: { byChoice: boolean; saying?: string }): void {
  endedByChoice = byChoice
  farewell = saying ?? null
  lastUserId = getSession()?.user.id ?? lastUserId
  memory = null
  writeStored(SESSION_KEY, null)
  writeStored(USER_KEY, null)
  window.dispatchEvent(new Event(AUTH_CHANGE))
}

/** Whether the last thing that happened here was a logout, after which no page is remembered. */
export const hasLoggedOut = (): boolean => endedByChoice

/** Whose session ended last on this page, or null. */
export const getLastUserId = (): string | null => lastUserId

/** What the last one to leave is told on /login, or null. */
export const getFarewell = (): string | null => farewell

/** Calls back when somebody signs in or out, in this tab or in another; answers how to stop. */
export function watchSession(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that everything was cleared.
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

/** The e-mail of the last sign-in with "remember me", else ''. */
export const rememberedEmail = (): string => readStored(EMAIL_KEY) ?? ''

export const rememberEmail = (email: string | null): void => {
  writeStored(EMAIL_KEY, email)
}

/** Older entries carry `accessToken` (point 3). Anything without a token and a user is no session. */
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

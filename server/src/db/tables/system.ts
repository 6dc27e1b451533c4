// The tables of the installation itself: its servers, files to delete, and what they count.

/** The one row about this database. */
export interface InstallationRow {
  id: 1
  /** Identifies this history: a restore sets another one, so revisions of the two are never confused. */
  epoch: string
  /** Counts the changes of names and avatars of all people; triggers keep it. */
  people_changes: number
}

/** Rate-limited attempts by key and window, counted by all servers together. */
export interface AttemptRow {
  key: string
  window_start: string
  count: number
}

export interface IdempotencyKeyRow {
  user_id: string
  route: string
  key: string
  body_hash: string
  status: number
  reply: string
  created_at: string
  /** What the call changed in its plan; null if nothing. */
  change: number | null
}

/** Files without references. They are deleted a day after `since`. */
export interface OrphanFileRow {
  file_key: string
  since: string
  /** A clean-up is about to delete it: an upload of the same file waits. */
  deleting_since: string | null
}

/** A server without a heartbeat for this long has ended. */
export const SERVER_ALIVE_MS = 15_000

/** A running server on this database; empty on SQLite, which has only one. */
export interface ServerRow {
  id: string
  version: string
  /** Identifies the store of its uploads. */
  files_id: string
  /** Derived from its secret; reveals only whether two are the same. */
  secret_check: string
  /** The difference between its clock and the database's. */
  clock_off_ms: number
  /** By the clock of the database. */
  seen_at: string
}

/** Revoked access that other servers have to act on; deleted after a short time. */
export interface RevocationRow {
  id: string
  /** JSON of an `AccessRevocation`. */
  revocation: string
  at: string
}

/** Work that one server at a time does for all. */
export interface LeaseRow {
  name: string
  holder: string
  until: string
}

/** Requests that one server has counted in one minute, for the others to add. A crash may lose them. */
export interface RequestCountRow {
  minute: number
  key: string
  server: string
  count: number
}

// Tracks whether the server replies, as reported by calls and the browser. Probes it while it does not.
import { useSyncExternalStore } from 'react'

/** `silent`: the server can be reached but does not reply. `offline`: it cannot be reached. */
export type Connection = 'reached' | 'silent' | 'offline'

const PROBE = '/api/config'
const FIRST_PROBE_MS = 2_000
const LONGEST_PROBE_MS = 30_000
/** While the server is silent it may continue at any moment, which nothing else reports. */
const LONGEST_SILENT_PROBE_MS = 5_000
const PROBE_TIMEOUT_MS = 5_000
/** How long a request may take before the server is probed. */
const SLOW_MS = 5_000
/** Time without a reply or message of the server before it is probed. Longer than the interval of the live channel's pings. */
const QUIET_MS = 30_000

let connection: Connection = 'reached'
/** How many replies and messages have arrived, and when the last one did. */
let heard = 0
let heardAt = Date.now()
let delay = FIRST_PROBE_MS
let timer: ReturnType<typeof setTimeout> | undefined
let isProbing = false
const watchers = new Set<() => void>()

/** Reports that the server replied, with any status, or sent a live message. */
export function reportReached(): void {
  heard += 1
  heardAt = Date.now()
  clearTimeout(timer)
  become('reached')
}

/** Reports that a call got no reply. */
export function reportUnreachable(how: 'silent' | 'offline' = 'offline'): void {
  if (watchers.size === 0) return
  if (connection === 'reached') {
    delay = FIRST_PROBE_MS
    probeLater(how)
  }
  become(how)
}

function become(next: Connection): void {
  if (next === connection) return
  connection = next
  for (const onChange of watchers) onChange()
}

/** Probes the server if `request` takes long, because a slow request alone says nothing about the server. */
export async function suspectIfSlow<Reply>(request: Promise<Reply>): Promise<Reply> {
  const slow = setTimeout(suspect, SLOW_MS)
  try {
    return await request
  } finally {
    clearTimeout(slow)
  }
}

/** Probes a server that is not known to be unreachable. */
function suspect(): void {
  if (connection === 'reached' && watchers.size > 0) void probe()
}

function probeLater(how: 'silent' | 'offline'): void {
  clearTimeout(timer)
  const wait = Math.min(delay, how === 'silent' ? LONGEST_SILENT_PROBE_MS : LONGEST_PROBE_MS)
  timer = setTimeout(probeAgain, wait)
  delay = Math.min(LONGEST_PROBE_MS, delay * 2)
}

function probeAgain(): void {
  if (connection === 'reached') return
  probeLater(connection)
  void probe()
}

async function probe(): Promise<void> {
  if (isProbing) return
  isProbing = true
  const before = heard
  let timeout: AbortSignal | undefined
  try {
    timeout = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    await fetch(PROBE, { cache: 'no-store', signal: timeout })
    reportReached()
  } catch {
    // Another reply may have arrived meanwhile.
    if (heard === before) reportUnreachable(timeout?.aborted ? 'silent' : 'offline')
  } finally {
    isProbing = false
  }
}

const reportOffline = () => reportUnreachable()

/** Calls `onChange` when the connection changes. Returns a function that stops it. */
export function watchConnection(onChange: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener('offline', reportOffline)
    window.addEventListener('online', probeAgain)
    window.addEventListener('focus', probeAgain)
  }
  watchers.add(onChange)
  return () => {
    watchers.delete(onChange)
    if (watchers.size > 0) return
    window.removeEventListener('offline', reportOffline)
    window.removeEventListener('online', probeAgain)
    window.removeEventListener('focus', probeAgain)
    clearTimeout(timer)
    connection = 'reached'
  }
}

/** Probes the server while the page is visible and the server is silent. Returns a function that stops it. */
export function probeWhenQuiet(): () => void {
  heardAt = Date.now()
  const check = () => {
    const isQuiet = Date.now() - heardAt >= QUIET_MS
    if (isQuiet && document.visibilityState === 'visible') suspect()
    next = setTimeout(check, isQuiet ? QUIET_MS : heardAt + QUIET_MS - Date.now())
  }
  let next = setTimeout(check, QUIET_MS)
  return () => clearTimeout(next)
}

/** Resolves when the server is reachable again. */
export const untilReached = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = watchConnection(() => {
      if (getOffline()) return
      stop()
      resolve()
    })
  })

const getConnection = (): Connection => connection
export const useConnection = (): Connection => useSyncExternalStore(watchConnection, getConnection)

/** Whether the server does not reply. */
export const getOffline = (): boolean => connection !== 'reached'
export const useOffline = (): boolean => useSyncExternalStore(watchConnection, getOffline)

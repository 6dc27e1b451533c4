// Tracks whether the server is reachable, as reported by calls and the browser. Probes it while it is not.
import { useSyncExternalStore } from 'react'

const PROBE = '/api/config'
const FIRST_PROBE_MS = 2_000
const LONGEST_PROBE_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000

let isOffline = false
let delay = FIRST_PROBE_MS
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()

/** Reports that the server replied, with any status. */
export function reportReached(): void {
  if (!isOffline) return
  isOffline = false
  clearTimeout(timer)
  for (const onChange of watchers) onChange()
}

/** Reports that a call got no reply. */
export function reportUnreachable(): void {
  if (isOffline || watchers.size === 0) return
  isOffline = true
  delay = FIRST_PROBE_MS
  probeLater()
  for (const onChange of watchers) onChange()
}

function probeLater(): void {
  clearTimeout(timer)
  timer = setTimeout(probe, delay)
  delay = Math.min(LONGEST_PROBE_MS, delay * 2)
}

async function probe(): Promise<void> {
  if (!isOffline) return
  probeLater()
  try {
    await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    reportReached()
  } catch {
    // Still offline.
  }
}

/** Calls `onChange` when the connection is lost or restored. Returns a function that stops it. */
export function watchConnection(onChange: () => void): () => void {
  if (watchers.size === 0) {
    window.addEventListener('offline', reportUnreachable)
    window.addEventListener('online', probe)
    window.addEventListener('focus', probe)
  }
  watchers.add(onChange)
  return () => {
    watchers.delete(onChange)
    if (watchers.size > 0) return
    window.removeEventListener('offline', reportUnreachable)
    window.removeEventListener('online', probe)
    window.removeEventListener('focus', probe)
    clearTimeout(timer)
    isOffline = false
  }
}

/** Resolves when the server is reachable again. */
export const untilReached = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = watchConnection(() => {
      if (isOffline) return
      stop()
      resolve()
    })
  })

export const getOffline = (): boolean => isOffline
export const useOffline = (): boolean => useSyncExternalStore(watchConnection, getOffline)

// Local storage that never throws, even if it is full, blocked or missing, as in private windows.

/** Returns the stored text, or null. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a text. null removes it. Returns whether that worked. */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** How long another tab can take to report a value that it stored at the same time. */
const REPORT_MS = 30_000
/** Two tabs that set the same thing differently do not answer each other for ever. */
const REPEATS_MAX = 3

/**
 * Stores a change of a text that other tabs change too. A tab that writes at the same time may not have seen it, so the
 * change is applied again to what that tab wrote, until a tab reports a text that contains it. `change` gets the stored
 * text and returns the new one; applied twice, it changes nothing more.
 */
export function changeStored(key: string, change: (stored: string | null) => string | null): void {
  writeStored(key, change(readStored(key)))
  let repeats = 0
  const handleStored = (event: StorageEvent) => {
    if (event.key !== key) return
    const stored = readStored(key)
    const changed = change(stored)
    if (changed !== stored) {
      writeStored(key, changed)
      repeats += 1
    }
    if (changed === stored || repeats === REPEATS_MAX) stop()
  }
  const stop = () => window.removeEventListener('storage', handleStored)
  window.addEventListener('storage', handleStored)
  setTimeout(stop, REPORT_MS)
}

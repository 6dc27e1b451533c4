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
const REPORT_MS = 2_000

/**
 * Stores a change of a text that other tabs change too. A tab that writes at the same time may not have seen it, so the
 * change is applied once more to what that tab wrote. `change` gets the stored text and returns the new one; applied
 * twice, it changes nothing more.
 */
export function changeStored(key: string, change: (stored: string | null) => string | null): void {
  writeStored(key, change(readStored(key)))
  const handleStored = (event: StorageEvent) => {
    if (event.key !== key) return
    stop()
    const stored = readStored(key)
    const changed = change(stored)
    if (changed !== stored) writeStored(key, changed)
  }
  const stop = () => window.removeEventListener('storage', handleStored)
  window.addEventListener('storage', handleStored)
  setTimeout(stop, REPORT_MS)
}

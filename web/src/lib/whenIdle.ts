const SOON_MS = 200
const LATEST_MS = 2_000

/** Calls back when the browser has nothing more urgent to do, and returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, SOON_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(act, { timeout: LATEST_MS })
  return () => cancelIdleCallback(request)
}

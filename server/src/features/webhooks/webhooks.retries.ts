/** How long after the first failed attempt and each later one the next follows. */
const DELAYS_MS = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60].map((minutes) => minutes * 60_000)
/** Delays vary by this part, so that the deliveries of an outage do not return together. */
const JITTER = 0.2

/** When to try again after so many failed attempts; null: never. `random` is in [0, 1). */
export function nextAttempt(attempts: number, now: Date, random: number): string | null {
  const delay = DELAYS_MS[attempts - 1]
  if (delay === undefined) return null
  return new Date(now.getTime() + Math.round(delay * (1 + JITTER * (2 * random - 1)))).toISOString()
}

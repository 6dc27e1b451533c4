export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Bytes. */
export const MEGABYTE = 1024 * 1024

/** The time some milliseconds later, or earlier if they are negative, as ISO 8601 in UTC. */
export const plusMs = (time: string | Date, ms: number): string => new Date(new Date(time).getTime() + ms).toISOString()

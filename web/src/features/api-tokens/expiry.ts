// When a token expires: a preset or a custom date.

export const EXPIRY_OPTIONS = [
  { value: 'never', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: 'year', label: '1 year' },
  { value: 'day', label: 'Custom date' },
] as const
export type ExpiryChoice = (typeof EXPIRY_OPTIONS)[number]['value']

/** Returns ISO 8601, null for never, or '' for an invalid or past date. A custom `YYYY-MM-DD` includes that day. */
export function expiresAt(choice: ExpiryChoice, day: string, now: Date = new Date()): string | null | '' {
  if (choice === 'never') return null
  if (choice === 'day') {
    const end = new Date(`${day}T23:59:59`)
    return end.getTime() > now.getTime() ? end.toISOString() : ''
  }
  const end = new Date(now)
  if (choice === 'year') end.setFullYear(end.getFullYear() + 1)
  else end.setDate(end.getDate() + Number(choice))
  return end.toISOString()
}

export const isExpired = (expires_at: string | null, now: number = Date.now()): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now

// Formats relative times and dates.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The user's variant of English, or plain English, because the interface is in English. */
export const LOCALE = navigator.language.startsWith('en') ? navigator.language : 'en'

// Created once, because creating a formatter is slower than using it and lists format a date per row.
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' })
const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const DAY_AND_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' })
const TIME = { hour: 'numeric', minute: '2-digit' } as const
const DATE_TIME = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', ...TIME })
const DATE_TIME_AND_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric', ...TIME })
const FULL_DATE_TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'short' })
const FULL_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' })

/** Returns 'just now', 'Nm ago', 'Nh ago' or 'Nd ago'. Never a future time, even if the clock is slow. */
export function relativeTime(iso: string, now: number = Date.now()): string {
  const age = now - Date.parse(iso)
  if (Number.isNaN(age)) return ''
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`
  return `${Math.floor(age / DAY)}d ago`
}

/** Returns 'Mar 4, 2:05 PM', or 'Mar 4, 2025, 2:05 PM' in another year. */
export function shortDateTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return (date.getFullYear() === now.getFullYear() ? DATE_TIME : DATE_TIME_AND_YEAR).format(date)
}

/** Returns '25 min left', '3 h left' or 'expired'. */
export function timeLeft(minutes: number): string {
  if (minutes <= 0) return 'expired'
  return minutes <= 90 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`
}

/** Returns '2:05 PM'. */
export function timeOfDay(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleTimeString(LOCALE, TIME)
}

/** Returns the full date and time, for tooltips. */
export function fullDateTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : FULL_DATE_TIME.format(date)
}

/** Returns the day without the weekday: 'March 4, 2026'. */
export function longDate(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleDateString(LOCALE, { dateStyle: 'long' })
}

/** Formats a due date (`YYYY-MM-DD`): 'Yesterday', 'Today', 'Tomorrow', a weekday within the week, or the date. */
export function dayLabel(day: string, now: Date = new Date()): string {
  const date = parseDay(day)
  if (!date) return ''
  const distance = daysUntil(day, now)
  if (distance === -1) return 'Yesterday'
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Tomorrow'
  if (distance > 1 && distance < 7) return WEEKDAY.format(date)
  return shortDay(date, now)
}

/** Returns 'Mar 4', or 'Mar 4, 2025' in another year. */
export function shortDay(date: Date, now: Date = new Date()): string {
  return (date.getFullYear() === now.getFullYear() ? DAY_OF_YEAR : DAY_AND_YEAR).format(date)
}

/** Returns the full date of a day, for tooltips. */
export function fullDay(day: string): string {
  const date = parseDay(day)
  return date ? FULL_DAY.format(date) : ''
}

/** Returns today as `YYYY-MM-DD` in the local calendar. */
export function localDay(now: Date = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Returns the number of days from today in the local calendar. Negative for past days. */
export function daysUntil(day: string, now: Date = new Date()): number {
  const date = parseDay(day)
  if (!date) return Number.NaN
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Rounded, because days with a clock change have 23 or 25 hours.
  return Math.round((date.getTime() - today.getTime()) / DAY)
}

/** Parses a day in local time. `new Date('2026-03-04')` would be UTC, which is the day before in America. */
function parseDay(day: string): Date | null {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date)
}

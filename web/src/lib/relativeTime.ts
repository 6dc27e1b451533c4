// Times and dates as people say them.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The app speaks English, in the reader's own kind if they have one: 'Heute' beside 'Tomorrow' would be no help. */
export const LOCALE = navigator.language.startsWith('en') ? navigator.language : 'en'

// Made once: a list formats a date for each of its rows, and making a formatter takes longer than using it.
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: 'long' })
const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const DAY_AND_YEAR = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' })
const FULL_DAY = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' })

/** 'just now', 'Nm ago', 'Nh ago', 'Nd ago' (point 2). A clock that is a little behind never shows the future. */
export function relativeTime(iso: string, now: number = Date.now()): string {
  const age = now - Date.parse(iso)
  if (Number.isNaN(age)) return ''
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m ago`
  if (age < DAY) return `${Math.floor(age / HOUR)}h ago`
  return `${Math.floor(age / DAY)}d ago`
}

/** Short month, day, hour, minute: 'Mar 4, 2:05 PM'; in another year with the year: 'Mar 4, 2025, 2:05 PM'. */
export function shortDateTime(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return date.toLocaleString(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    ...(date.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  })
}

/** The whole date and time, for the hover of a shortened one. */
export function fullDateTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(LOCALE, { dateStyle: 'full', timeStyle: 'short' })
}

/** The day of a moment in full, without the weekday: 'March 4, 2026'. */
export function longDate(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleDateString(LOCALE, { dateStyle: 'long' })
}

/** A due date (`YYYY-MM-DD`, a day and no moment): 'Yesterday', 'Today', 'Tomorrow', a weekday within the week, else the date. */
export function dayLabel(day: string, now: Date = new Date()): string {
  const date = parseDay(day)
  if (!date) return ''
  const distance = daysUntil(day, now)
  if (distance === -1) return 'Yesterday'
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Tomorrow'
  if (distance > 1 && distance < 7) return WEEKDAY.format(date)
  return (date.getFullYear() === now.getFullYear() ? DAY_OF_YEAR : DAY_AND_YEAR).format(date)
}

/** The whole date of a day, for the hover of a shortened one. */
export function fullDay(day: string): string {
  const date = parseDay(day)
  return date ? FULL_DAY.format(date) : ''
}

/** Whole days from today to that day in the reader's calendar; negative when it is past. */
export function daysUntil(day: string, now: Date = new Date()): number {
  const date = parseDay(day)
  if (!date) return Number.NaN
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  // Rounded, because the day of a clock change has 23 or 25 hours.
  return Math.round((date.getTime() - today.getTime()) / DAY)
}

/** `new Date('2026-03-04')` is midnight in UTC, which is the day before in America: the parts are read apart. */
function parseDay(day: string): Date | null {
  const [year, month, date] = day.slice(0, 10).split('-').map(Number)
  if (!year || !month || !date) return null
  return new Date(year, month - 1, date)
}

// The dates of other programs.
import { FIRST_DAY } from '@cairn/contract/api/common'
import { DAY_MS } from '../../base/units.ts'
import type { Problems } from './import.read.ts'

// A time may follow.
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[\s,]|T\d)/
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[\s,])/
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?=$|[\s,])/
/** Like Dec 4, 2026 or 4 December 2026, with or without the day of the week. */
const NAMED = /^(?:[a-z]+,?\s+)?(?:(\d{1,2})\s+([a-z]{3,})|([a-z]{3,})\s+(\d{1,2})),?\s+(\d{4})(?=$|[\s,])/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Whether the day comes first in the dates of a file that are like 1/2/2026; null if they do not show it. */
export function dayFirstIn(words: Iterable<string>): boolean | null {
  let [dayFirst, monthFirst] = [false, false]
  for (const word of words) {
    const [, first, second] = SLASHES.exec(word.trim()) ?? []
    if (Number(first) > 12) dayFirst = true
    if (Number(second) > 12) monthFirst = true
  }
  return dayFirst === monthFirst ? null : dayFirst
}

/** The day that a text begins with; null if there is none, which is reported unless the text is empty. */
export function dateOf(
  text: string,
  line: number,
  field: string,
  problems: Problems,
  dayFirst: boolean | null = null,
): string | null {
  const word = text.trim()
  if (word === '') return null
  const day = read(word, dayFirst)
  if (day !== null && day !== 'ambiguous') return day
  const problem =
    day === null ? 'is not a date like 2026-01-31' : 'does not show whether the day or the month comes first'
  problems.warn(line, field, `"${word.slice(0, 60)}" ${problem}`, 'There is no due date')
  return null
}

function read(word: string, dayFirst: boolean | null): string | 'ambiguous' | null {
  const iso = YEAR_FIRST.exec(word)
  if (iso) return dayIn(iso[1], iso[2], iso[3])
  const dots = DOTS.exec(word)
  if (dots) return dayIn(dots[3], dots[2], dots[1])
  const named = NAMED.exec(word)
  if (named) {
    const name = (named[2] ?? named[3] ?? '').toLowerCase()
    return dayIn(named[5], MONTHS.findIndex((month) => name.startsWith(month)) + 1, named[1] ?? named[4])
  }
  const [, first, second, year] = SLASHES.exec(word) ?? []
  if (year === undefined) return null
  const [asDayFirst, asMonthFirst] = [dayIn(year, second, first), dayIn(year, first, second)]
  if (dayFirst !== null) return dayFirst ? asDayFirst : asMonthFirst
  if (asDayFirst !== null && asMonthFirst !== null && asDayFirst !== asMonthFirst) return 'ambiguous'
  return asDayFirst ?? asMonthFirst
}

type Digits = string | number | undefined

/** A day like 2026-01-31, if the calendar has it. */
function dayIn(year: Digits, month: Digits, day: Digits): string | null {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && text >= FIRST_DAY && new Date(time).toISOString().startsWith(text) ? text : null
}

const IN_UTC = /(?:Z|GMT(?:[+-]0000)?(?: \([^()]{1,40}\))?)$/

/**
 * The day of a midnight in some time zone that is written in UTC, like 2026-06-26 for 23:00 on the day before. Any other
 * text stays: it names the day itself.
 */
export function dayOfMidnight(text: string): string {
  const time = IN_UTC.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : new Date(Math.round(time / DAY_MS) * DAY_MS).toISOString()
}

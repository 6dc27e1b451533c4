import { describe, expect, it } from 'vitest'
import { dayLabel, daysUntil, fullDateTime, fullDay, relativeTime, shortDateTime } from './relativeTime.ts'

const NOW = new Date(2026, 2, 4, 14, 5) // Wednesday
const ago = (ms: number) => relativeTime(new Date(NOW.getTime() - ms).toISOString(), NOW.getTime())
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

it.each([
  [0, 'just now'],
  [59 * SECOND, 'just now'],
  [MINUTE, '1m ago'],
  [59 * MINUTE, '59m ago'],
  [HOUR, '1h ago'],
  [23 * HOUR, '23h ago'],
  [DAY, '1d ago'],
  [400 * DAY, '400d ago'],
  [-5 * SECOND, 'just now'],
])('formats %i ms as %s', (ms, label) => {
  expect(ago(ms)).toBe(label)
})

describe('shortDateTime', () => {
  it('shows month, day, hour and minute', () => {
    expect(shortDateTime(new Date(2026, 2, 4, 9, 7).toISOString(), NOW)).toMatch(/^Mar 4, 9:07\sAM$/)
  })

  it('shows the year too in another year', () => {
    expect(shortDateTime(new Date(2025, 11, 30, 9, 7).toISOString(), NOW)).toMatch(/^Dec 30, 2025, 9:07\sAM$/)
  })
})

it.each([
  ['2026-03-03', 'Yesterday'],
  ['2026-03-04', 'Today'],
  ['2026-03-05', 'Tomorrow'],
  ['2026-03-06', 'Friday'],
  ['2026-03-10', 'Tuesday'],
  ['2026-03-11', 'Mar 11'],
  ['2026-03-02', 'Mar 2'],
  ['2027-01-05', 'Jan 5, 2027'],
])('formats the day %s as %s', (day, label) => {
  expect(dayLabel(day, NOW)).toBe(label)
})

it('counts days in the local calendar, across clock changes and at any hour', () => {
  expect(daysUntil('2026-03-30', new Date(2026, 2, 28, 23, 59))).toBe(2)
  expect(daysUntil('2026-11-02', new Date(2026, 9, 31, 0, 1))).toBe(2)
})

it('formats full dates for tooltips', () => {
  expect(fullDay('2026-03-04')).toBe('Wednesday, March 4, 2026')
  expect(fullDateTime(NOW.toISOString())).toContain('Wednesday, March 4, 2026')
})

it.each([relativeTime, shortDateTime, fullDateTime, fullDay, dayLabel])(
  '%o says nothing about what is no date',
  (label) => {
    expect(label('soon')).toBe('')
  },
)

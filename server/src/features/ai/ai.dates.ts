// The length of the whole plan, and the due date of each part.
import type { AiComplexity, AiTimeline } from '@cairn/contract/api/ai'
import { DAY_MS, plusMs } from '../../base/units.ts'

export const TIMELINE_DAYS: Record<Exclude<AiTimeline, 'auto'>, number> = {
  '1week': 7,
  '1month': 30,
  '3months': 90,
  '6months': 180,
}
/** Without a timeline and without a dated milestone. */
const USUAL_DAYS: Record<AiComplexity, number> = { simple: 30, detailed: 60, comprehensive: 90 }
const LONGEST_DAYS = 5 * 365

/** `now` is a time as ISO 8601; the result is a date. */
export const dayAfter = (now: string, days: number): string => plusMs(now, days * DAY_MS).slice(0, 10)

/** Days from today; undefined if it is not a date, is past or is implausibly far away. */
function daysUntil(date: string, now: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}/.test(date)) return undefined
  const days = (Date.parse(date.slice(0, 10)) - Date.parse(now.slice(0, 10))) / DAY_MS
  return days >= 0 && days <= LONGEST_DAYS ? days : undefined
}

interface Dated {
  phases: readonly { tasks: readonly unknown[] }[]
  milestones: readonly { targetDate: string }[]
}

/**
 * Days from today to the end of each phase, of each of its tasks, and to each milestone; nothing is due after `span`.
 */
export function schedule(
  { phases, milestones }: Dated,
  { complexity, timeline, now }: { complexity: AiComplexity; timeline: AiTimeline; now: string },
) {
  const wanted = milestones.map(({ targetDate }) => daysUntil(targetDate, now))
  const last = Math.max(0, ...wanted.filter((days) => days !== undefined))
  const span = timeline === 'auto' ? last || USUAL_DAYS[complexity] : TIMELINE_DAYS[timeline]

  // A phase gets a share of the time in proportion to its tasks.
  const sizes = phases.map(({ tasks }) => Math.max(1, tasks.length))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let done = 0
  return {
    span,
    phases: sizes.map((size) => {
      const begin = (span * done) / total
      done += size
      const end = (span * done) / total
      return {
        due: Math.round(end),
        tasks: Array.from({ length: size }, (_, index) => Math.round(begin + ((end - begin) * (index + 1)) / size)),
      }
    }),
    milestones: wanted.map((days, index) =>
      Math.min(span, days ?? Math.round((span * (index + 1)) / milestones.length)),
    ),
  }
}

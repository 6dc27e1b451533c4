import { dayLabel, daysUntil, fullDay } from '../lib/relativeTime.ts'
import { cx } from './cx.ts'

/** Shows a due date (`YYYY-MM-DD`) as a relative day. Red when overdue, unless done. */
export function DueDate({ day, isDone }: { day: string; isDone: boolean }) {
  const isLate = !isDone && daysUntil(day) < 0
  return (
    <time
      dateTime={day}
      title={`${isLate ? 'Overdue: ' : 'Due '}${fullDay(day)}`}
      className={cx('whitespace-nowrap text-12 tabular-nums', isLate ? 'font-medium text-blocked-ink' : 'text-muted')}
    >
      {dayLabel(day)}
    </time>
  )
}

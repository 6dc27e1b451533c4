import { dayLabel, daysUntil, fullDay } from '../lib/relativeTime.ts'
import { cx } from './cx.ts'

interface Props {
  /** `YYYY-MM-DD` */
  day: string
  isDone: boolean
}

export const isOverdue = ({ day, isDone }: Props): boolean => !isDone && daysUntil(day) < 0

/** Says in full when something is due, or that it is overdue. */
export const dueText = (due: Props): string => `${isOverdue(due) ? 'Overdue: ' : 'Due '}${fullDay(due.day)}`

/** Shows a due date as a relative day. Red when overdue, unless done. */
export function DueDate(due: Props) {
  return (
    <time
      dateTime={due.day}
      title={dueText(due)}
      className={cx(
        'whitespace-nowrap text-12 tabular-nums',
        isOverdue(due) ? 'font-medium text-blocked-ink' : 'text-muted',
      )}
    >
      {dayLabel(due.day)}
    </time>
  )
}

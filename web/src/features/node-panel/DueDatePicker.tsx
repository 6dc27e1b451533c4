import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { dayLabel, daysUntil, fullDay } from '../../lib/relativeTime.ts'
import { cx } from '../../ui/cx.ts'
import { DayChooser } from '../../ui/DayChooser.tsx'
import { Popover } from '../../ui/Popover.tsx'

interface Props {
  day: string | null
  isDone: boolean
  onChange?: (day: string | null) => void
}

/** A value in the header of the panel. */
export const CHIP = 'flex h-8 items-center gap-2 rounded-6 px-2 text-13 pointer-coarse:h-10'

/** The due date. Common days take one click; a date field takes any other. */
export function DueDatePicker({ day, isDone, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const isLate = day !== null && !isDone && daysUntil(day) < 0
  const label = (
    <>
      <CalendarDays size={16} aria-hidden className={isLate ? '' : 'text-muted'} />
      {day === null ? <span className="text-muted">No due date</span> : dayLabel(day)}
      {isLate && <span className="text-12">(overdue)</span>}
    </>
  )
  const look = cx(CHIP, isLate && 'font-medium text-blocked-ink')
  if (!onChange)
    return (
      <span className={look} title={day ? fullDay(day) : undefined}>
        {label}
      </span>
    )
  const choose = (next: string | null) => {
    setOpen(false)
    if (next !== day) onChange(next)
  }
  return (
    <Popover
      label="Due date"
      align="start"
      open={open}
      onOpenChange={setOpen}
      className="w-60"
      trigger={
        <button
          type="button"
          title={day ? fullDay(day) : undefined}
          className={cx(look, 'hover:bg-hover data-[state=open]:bg-hover')}
        >
          <span className="sr-only">Due date:</span>
          {label}
        </button>
      }
    >
      <DayChooser day={day} canClear={day !== null} onChoose={choose} />
    </Popover>
  )
}

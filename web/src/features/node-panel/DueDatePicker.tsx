import { CalendarDays } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { dayLabel, daysUntil, fullDay } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Popover } from '../../ui/Popover.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

interface Props {
  day: string | null
  isDone: boolean
  onChange?: (day: string | null) => void
}

const CHIP = 'flex h-8 items-center gap-2 rounded-6 px-2 text-13 pointer-coarse:h-10'

/** Until when. The likely days are one click, any other is a date. */
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
      <DateForm day={day} onChoose={choose} />
      <div className="mt-2 grid grid-cols-2 gap-1.5">
        <Button size="sm" onClick={() => choose(dayFromNow(0))}>
          Today
        </Button>
        <Button size="sm" onClick={() => choose(dayFromNow(1))}>
          Tomorrow
        </Button>
        <Button size="sm" onClick={() => choose(dayFromNow(7))}>
          In a week
        </Button>
        {day !== null && (
          <Button size="sm" onClick={() => choose(null)}>
            Clear
          </Button>
        )}
      </div>
    </Popover>
  )
}

/** Typing a date passes through dates nobody means, so it counts when it is confirmed. */
function DateForm({ day, onChoose }: { day: string | null; onChoose: (day: string | null) => void }) {
  const [text, setText] = useState(day ?? '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== '') onChoose(text)
  }
  return (
    <form onSubmit={submit} className="flex gap-1.5">
      <TextInput
        type="date"
        aria-label="Date"
        max="9999-12-31"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0"
      />
      <Button type="submit" look="primary" disabled={text === '' || text === day}>
        Set
      </Button>
    </form>
  )
}

/** In the reader's calendar, `YYYY-MM-DD`. */
function dayFromNow(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

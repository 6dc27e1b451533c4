import { type FocusEvent, type FormEvent, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { TextInput } from './TextInput.tsx'

interface Props {
  day: string | null
  canClear: boolean
  onChoose: (day: string | null) => void
}

/** Chooses a day: presets with one click, or any date. */
export function DayChooser({ day, canClear, onChoose }: Props) {
  return (
    <>
      <DateForm day={day} onChoose={onChoose} />
      <div className="mt-2 grid grid-cols-2 gap-1.5">
        <Button size="sm" onClick={() => onChoose(dayFromNow(0))}>
          Today
        </Button>
        <Button size="sm" onClick={() => onChoose(dayFromNow(1))}>
          Tomorrow
        </Button>
        <Button size="sm" onClick={() => onChoose(dayFromNow(7))}>
          In a week
        </Button>
        {canClear && (
          <Button size="sm" onClick={() => onChoose(null)}>
            Clear
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * A date field. Applies the date when it is confirmed or when a click outside closes the panel, and not before, because
 * typing passes through unintended dates.
 */
function DateForm({ day, onChoose }: { day: string | null; onChoose: (day: string | null) => void }) {
  const [text, setText] = useState(day ?? '')
  const isDone = useRef(false)
  const choose = () => {
    if (text === '' || isDone.current) return
    isDone.current = true
    onChoose(inThisCentury(text))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose()
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const panel = currentTarget.closest('[role=dialog]')
    // The window may have lost the focus, which the field gets back.
    if (!document.hasFocus() || panel?.contains(relatedTarget)) return
    if (text !== day) choose()
  }
  return (
    <form
      onSubmit={submit}
      onBlur={handleBlur}
      onKeyDown={({ key }) => {
        if (key === 'Escape') isDone.current = true
      }}
      className="flex gap-1.5"
    >
      <TextInput
        type="date"
        aria-label="Date"
        max="9999-12-31"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0"
      />
      <Button type="submit" variant="primary" disabled={text === '' || text === day}>
        Set
      </Button>
    </form>
  )
}

/** `0026-12-01`, which browsers make of the year 26, is in 2026. */
const inThisCentury = (day: string): string => day.replace(/^00(?=\d\d-)/, '20')

/** Returns the local date as `YYYY-MM-DD`. */
function dayFromNow(days: number): string {
  const date = new Date()
  date.setDate(date.getDate() + days)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

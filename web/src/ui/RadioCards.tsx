import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Option<T extends string> {
  value: T
  label: string
  hint?: string
  icon?: ReactNode
}

const COLUMNS = {
  1: '',
  2: 'sm:grid-cols-2 sm:[&>:first-child:nth-last-child(odd)]:col-span-2',
  3: 'sm:grid-cols-3',
} as const

interface Props<T extends string> {
  legend: string
  name: string
  value: T
  options: readonly Option<T>[]
  /** Columns where there is room. With 2, an odd option fills the first row. Use 1 for options in a vertical order. */
  columns?: 1 | 2 | 3
  onChange: (value: T) => void
}

/** A choice among a few options with hints. Uses native radios, so arrow keys and forms work. */
export function RadioCards<T extends string>({ legend, name, value, options, columns = 2, onChange }: Props<T>) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-13">{legend}</legend>
      <div className={cx('grid gap-2', COLUMNS[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className={
              'flex items-start gap-3 rounded-6 border border-line-strong bg-surface p-3 transition-colors hover:border-faint ' +
              'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2'
            }
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent) outline-none"
            />
            <span className="flex flex-col gap-0.5">
              <span className="flex items-center gap-1.5 font-medium text-13">
                {option.icon}
                {option.label}
              </span>
              {option.hint && <span className="text-12 text-muted">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { type ReactNode, useId } from 'react'
import { formatNumber } from '../lib/numbers.ts'
import { cx } from './cx.ts'

interface Option<T extends string> {
  value: T
  label: string
  /** With an icon, the label is only read aloud and shown on hover. */
  icon?: ReactNode
  count?: number | undefined
}

interface Props<T extends string> {
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  className?: string
}

/** Selects exactly one of a few modes. Native radios, so arrow keys select. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: Props<T>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('inline-flex shrink-0 gap-0.5 rounded-6 bg-idle-soft p-0.5', className)}
    >
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon ? option.label : undefined}
          className={
            'relative inline-flex h-8 items-center justify-center gap-1.5 rounded-[5px] px-2.5 font-medium text-13 text-muted transition-colors hover:text-ink ' +
            'has-checked:bg-surface has-checked:text-ink has-checked:ring-1 has-checked:ring-line pointer-coarse:h-10 dark:has-checked:bg-pressed forced-colors:has-checked:outline-2'
          }
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.icon ? option.label : undefined}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-[5px]"
          />
          {option.icon ?? option.label}
          {option.count !== undefined && (
            <span className="font-normal text-12 text-muted tabular-nums">{formatNumber(option.count)}</span>
          )}
        </label>
      ))}
    </div>
  )
}

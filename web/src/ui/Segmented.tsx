import { RadioGroup as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
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

/** Selects exactly one of a few modes. Arrow keys select. */
export function Segmented<T extends string>({ label, value, options, onChange, className }: Props<T>) {
  return (
    <Radix.Root
      aria-label={label}
      value={value}
      orientation="horizontal"
      onValueChange={(next) => onChange(next as T)}
      className={cx('inline-flex shrink-0 gap-0.5 rounded-6 bg-idle-soft p-0.5', className)}
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          // Radix selects only while the arrow key is still down, so a short press would only move the focus.
          onFocus={() => option.value !== value && onChange(option.value)}
          aria-label={option.icon ? option.label : undefined}
          title={option.icon ? option.label : undefined}
          className={
            'inline-flex h-8 items-center justify-center gap-1.5 rounded-[5px] px-2.5 font-medium text-13 text-muted transition-colors hover:text-ink ' +
            'data-[state=checked]:bg-surface data-[state=checked]:text-ink data-[state=checked]:ring-1 data-[state=checked]:ring-line pointer-coarse:h-10 dark:data-[state=checked]:bg-pressed forced-colors:data-[state=checked]:outline-2'
          }
        >
          {option.icon ?? option.label}
          {option.count !== undefined && (
            <span className="font-normal text-12 text-muted tabular-nums">{formatNumber(option.count)}</span>
          )}
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}

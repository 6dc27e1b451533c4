import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFieldProps } from './Field.tsx'
import { PANEL, PANEL_PLACE } from './panel.ts'
import { CONTROL } from './TextInput.tsx'

interface Option<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  disabled?: boolean
}

interface Props<T extends string> {
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  /** Required outside of a `Field`. */
  label?: string
  disabled?: boolean
  /** `field` is a form control, `quiet` a value that opens the list when clicked. */
  variant?: 'field' | 'quiet'
  className?: string
}

/** A choice from a short list of options with optional icons. Values are non-empty strings. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  label,
  disabled,
  variant = 'field',
  className,
}: Props<T>) {
  const chosen = options.find((option) => option.value === value)
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} {...(disabled ? { disabled } : {})}>
      <Radix.Trigger
        {...useFieldProps()}
        aria-label={label}
        className={cx(
          'inline-flex items-center justify-between gap-2 text-left',
          variant === 'field'
            ? cx(CONTROL, 'h-9 px-3 pointer-coarse:h-11')
            : 'h-8 rounded-6 px-2 text-13 hover:bg-hover disabled:cursor-default disabled:hover:bg-transparent data-[state=open]:bg-hover pointer-coarse:h-10',
          className,
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          {chosen?.icon}
          <span className="truncate">
            <Radix.Value>{chosen?.label}</Radix.Value>
          </span>
        </span>
        {!(disabled && variant === 'quiet') && <ChevronDown size={14} aria-hidden className="shrink-0 text-faint" />}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          {...PANEL_PLACE}
          className={cx(
            PANEL,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) p-1',
          )}
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex h-8 cursor-pointer select-none items-center gap-2 rounded-6 pr-2 pl-2 text-13 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover pointer-coarse:h-10"
              >
                {option.icon}
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="ml-auto pl-4">
                  <Check size={14} aria-hidden className="text-accent-ink" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

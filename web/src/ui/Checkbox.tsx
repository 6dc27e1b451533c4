import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
}

/** A native checkbox with its label. The whole row is clickable. */
export function Checkbox({ label, className, ...rest }: Props) {
  return (
    <label
      className={cx('flex items-start gap-2.5 py-0.5 text-13 has-disabled:opacity-55 pointer-coarse:py-2', className)}
    >
      <span className="relative mt-0.5 inline-flex size-4 shrink-0">
        <input
          type="checkbox"
          {...rest}
          className={
            'peer size-4 appearance-none rounded-[4px] border border-line-strong bg-surface transition-colors hover:border-faint ' +
            'checked:border-accent checked:bg-accent aria-invalid:border-blocked-fill forced-colors:appearance-auto'
          }
        />
        <Check
          size={12}
          strokeWidth={3}
          aria-hidden
          className="pointer-events-none absolute inset-0.5 text-white opacity-0 peer-checked:opacity-100 forced-colors:hidden"
        />
      </span>
      <span className="min-w-0 flex-1">{label}</span>
    </label>
  )
}

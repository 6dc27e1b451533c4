import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { cx } from './cx.ts'

interface FieldIds {
  id: string
  invalid: boolean
  describedBy: string | undefined
}

const FieldContext = createContext<FieldIds | null>(null)

/** Returns the props that name and describe a control inside a `Field`. Empty outside of one. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return { id: field.id, 'aria-invalid': field.invalid || undefined, 'aria-describedby': field.describedBy }
}

interface Props {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Shows "(optional)" beside the label. */
  optional?: boolean
  /** Shown right of the label: a link or a counter. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Connects a label, one control, its hint and its error for screen readers. */
export function Field({ label, hint, error, optional, aside, className, children }: Props) {
  const id = useId()
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = cx(error ? errorId : '', hint ? hintId : '') || undefined
  return (
    <FieldContext value={{ id, invalid: Boolean(error), describedBy }}>
      <div className={cx('flex flex-col gap-1.5', className)}>
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="font-medium text-13">
            {label}
            {optional && <span className="font-normal text-muted"> (optional)</span>}
          </label>
          {aside && <span className="text-12 text-muted">{aside}</span>}
        </div>
        {children}
        {error && <FieldError id={errorId}>{error}</FieldError>}
        {hint && (
          <p id={hintId} className="text-12 text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** The error of a field, announced when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-12 text-blocked-ink">
      <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
      <span>{children}</span>
    </p>
  )
}

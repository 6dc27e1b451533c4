import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { useFieldProps } from './Field.tsx'
import { CONTROL } from './TextInput.tsx'

/** A ref callback that moves the caret to the end of the text. */
export const caretAtEnd = (field: HTMLTextAreaElement | HTMLInputElement | null): void =>
  field?.setSelectionRange(field.value.length, field.value.length)

/** Grows with its text from `rows` up to half the window height, if the browser supports it. */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...useFieldProps()}
      {...rest}
      className={cx(CONTROL, 'field-sizing-content max-h-[50dvh] resize-y px-3 py-2', className)}
      style={{ minHeight: `calc(${rows} * 1.25rem + 1.125rem)`, ...rest.style }}
    />
  )
}

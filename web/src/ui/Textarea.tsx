import type { ComponentProps } from 'react'
import { isSend } from '../lib/shortcuts.ts'
import { cx } from './cx.ts'
import { useFieldProps } from './Field.tsx'
import { CONTROL } from './TextInput.tsx'

/** A ref callback that moves the caret to the end of the text. */
export const caretAtEnd = (field: HTMLTextAreaElement | HTMLInputElement | null): void =>
  field?.setSelectionRange(field.value.length, field.value.length)

/** Unlike `requestSubmit`, does nothing while the button is disabled. */
export const pressMainButton = ({ form }: HTMLTextAreaElement): void =>
  form?.querySelector<HTMLButtonElement>('[type=submit]')?.click()

/**
 * Grows with its text from `rows` up to half the window height, if the browser supports it. Ctrl+Enter presses the main
 * button of its form.
 */
export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...useFieldProps()}
      onKeyDown={(event) => {
        if (isSend(event)) pressMainButton(event.currentTarget)
      }}
      {...rest}
      className={cx(CONTROL, 'field-sizing-content max-h-[50dvh] resize-y px-3 py-2', className)}
      style={{ minHeight: `calc(${rows} * 1.25rem + 1.125rem)`, ...rest.style }}
    />
  )
}

import { type FocusEvent, useState } from 'react'
import { cx } from './cx.ts'
import { useTitleEdit } from './useTitleEdit.ts'

interface Props {
  as: 'h1' | 'h2'
  /** The name of the field. */
  label: string
  title: string
  /** Where a title is stored while it is typed. */
  place: string
  /** Shown instead of the title, which may be empty. */
  shown?: string
  /** Whether a long title wraps. The whole line is clickable then. */
  wraps?: boolean
  className: string
  fieldClassName: string
  /** Undefined if the user may not rename. */
  onRename: ((title: string, before: string) => void) | undefined
}

/** A heading that becomes a field when it is clicked. */
export function EditableTitle({ as: Heading, shown, onRename, ...field }: Props) {
  const [isEditing, setEditing] = useState(false)
  const { title, wraps, className } = field
  const dir = wraps ? 'auto' : undefined
  const text = shown ?? title
  if (!onRename)
    return (
      <Heading dir={dir} className={className}>
        {text}
      </Heading>
    )
  if (isEditing) return <TitleField {...field} onSave={onRename} onClose={() => setEditing(false)} />
  return (
    <Heading className="flex min-w-0">
      <button
        type="button"
        dir={dir}
        title="Rename"
        onClick={() => setEditing(true)}
        className={cx(className, 'min-w-0 hover:bg-hover', wraps && 'flex-1')}
      >
        {text}
      </button>
    </Heading>
  )
}

interface FieldProps extends Pick<Props, 'label' | 'title' | 'place' | 'wraps' | 'className' | 'fieldClassName'> {
  onSave: (title: string, before: string) => void
  onClose: () => void
}

/** Takes the focus, because it replaces the title that was clicked. */
function TitleField({ label, wraps, className, fieldClassName, ...edit }: FieldProps) {
  const field = {
    ...useTitleEdit(edit),
    autoFocus: true,
    'aria-label': label,
    className: cx(className, fieldClassName),
    onFocus: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => target.select(),
  }
  return wraps ? <textarea {...field} dir="auto" rows={1} /> : <input {...field} />
}

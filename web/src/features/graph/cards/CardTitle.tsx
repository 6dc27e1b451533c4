import { useTitleEdit } from '../../../ui/useTitleEdit.ts'

interface Props {
  title: string
  /** Where the title is stored while it is typed. */
  place: string
  onSave: (title: string, before: string) => void
  onClose: (end: { byKey: boolean }) => void
}

/** The title field of a card. */
export function CardTitle({ title, place, onSave, onClose }: Props) {
  const field = useTitleEdit({ title, place, onSave, onClose: (by) => onClose({ byKey: by !== 'blur' }) })
  return (
    <input
      {...field}
      // biome-ignore lint/a11y/noAutofocus: the user has just opened it to type.
      autoFocus
      aria-label="Title"
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        event.stopPropagation()
        field.onKeyDown(event)
      }}
      className="h-[1lh] min-w-0 flex-1 rounded-[4px] bg-surface text-[length:inherit] outline-2 outline-accent"
    />
  )
}

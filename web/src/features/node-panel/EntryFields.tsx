import type { LogType } from '@cairn/contract/api/logs'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { LOG_CHOICES } from './logDisplay.tsx'

interface EntryValues {
  log_type: LogType
  /** Comma-separated. */
  tags: string
}

interface Props {
  value: EntryValues
  /** Whether the user may write entries other than comments. */
  hasType: boolean
  onChange: (change: Partial<EntryValues>) => void
}

/** The type and tags of a log entry. */
export function EntryFields({ value, hasType, onChange }: Props) {
  return (
    <>
      {hasType && (
        <Select
          label="Entry type"
          value={value.log_type}
          options={LOG_CHOICES}
          onChange={(log_type) => onChange({ log_type })}
          className="w-36!"
        />
      )}
      <TextInput
        aria-label="Tags, comma-separated"
        placeholder="Tags"
        autoComplete="off"
        value={value.tags}
        onChange={(event) => onChange({ tags: event.target.value })}
        className="w-auto! min-w-22 flex-1"
      />
    </>
  )
}

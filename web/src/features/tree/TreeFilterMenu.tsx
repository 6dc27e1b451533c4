import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { STATUS_CHOICES, TYPE_CHOICES } from '../../data/nodeLook.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import type { TreeFilter } from './treeFilter.ts'

interface Props {
  filter: TreeFilter
  onChange: (filter: TreeFilter) => void
}

/** Which statuses and types are shown; none chosen means all. */
export function TreeFilterMenu({ filter, onChange }: Props) {
  const { statuses, types } = filter
  const chosen = statuses.size + types.size
  return (
    <Popover
      label="Filter nodes"
      className="w-52"
      trigger={
        <IconButton
          label={chosen === 0 ? 'Filter' : `Filter, ${chosen} chosen`}
          pressed={chosen > 0}
          icon={<ListFilter size={16} aria-hidden />}
          className="size-8"
        />
      }
    >
      <Choices
        legend="Status"
        options={STATUS_CHOICES}
        chosen={statuses}
        onChange={(next) => onChange({ ...filter, statuses: next })}
      />
      <Choices
        legend="Type"
        options={TYPE_CHOICES}
        chosen={types}
        onChange={(next) => onChange({ ...filter, types: next })}
      />
      {chosen > 0 && (
        <Button
          size="sm"
          className="mt-3 w-full"
          onClick={() => onChange({ ...filter, statuses: new Set(), types: new Set() })}
        >
          Clear filters
        </Button>
      )}
    </Popover>
  )
}

interface ChoicesProps<T extends string> {
  legend: string
  options: readonly { value: T; label: string; icon: ReactNode }[]
  chosen: ReadonlySet<T>
  onChange: (chosen: ReadonlySet<T>) => void
}

function Choices<T extends string>({ legend, options, chosen, onChange }: ChoicesProps<T>) {
  return (
    <fieldset className="not-first:mt-3">
      <legend className="mb-1 font-medium text-12 text-muted">{legend}</legend>
      {options.map(({ value, label, icon }) => (
        <Checkbox
          key={value}
          checked={chosen.has(value)}
          onChange={({ target }) => {
            const next = new Set(chosen)
            if (target.checked) next.add(value)
            else next.delete(value)
            onChange(next)
          }}
          label={
            <span className="flex items-center gap-2">
              {icon}
              {label}
            </span>
          }
        />
      ))}
    </fieldset>
  )
}

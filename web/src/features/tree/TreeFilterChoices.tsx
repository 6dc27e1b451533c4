import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { countChosen, withoutChoices } from '../../view-state/nodeFilter.ts'
import { type FilterGroup, type FilterProps, useFilterGroups } from './filterGroups.tsx'

/** Which nodes are shown. Nothing checked means all. */
export function TreeFilterChoices({ filter, onChange }: FilterProps) {
  const groups = useFilterGroups({ filter, onChange })
  const choices = useRef<HTMLDivElement>(null)
  return (
    <div ref={choices} tabIndex={-1} className="outline-none">
      {groups.map((group) => (
        <Choices key={group.legend} {...group} />
      ))}
      {countChosen(filter) > 0 && (
        <Button
          size="sm"
          className="mt-3 w-full"
          onClick={() => {
            onChange(withoutChoices(filter))
            choices.current?.focus()
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  )
}

function Choices({ legend, options, isChosen, toggle }: FilterGroup) {
  return (
    <fieldset className="not-first:mt-3">
      <legend className="mb-1 font-medium text-12 text-muted">{legend}</legend>
      {options.map(({ value, label, icon }) => (
        <Checkbox
          key={value}
          checked={isChosen(value)}
          onChange={() => toggle(value)}
          label={
            <span className="flex items-center gap-2">
              {icon}
              <span className="min-w-0 truncate">{label}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}

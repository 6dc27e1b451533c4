import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { withoutChoices } from '../../view-state/nodeFilter.ts'
import { type FilterProps, useFilterGroups } from './filterGroups.tsx'

export interface FilterChipsProps extends FilterProps {
  /** Called after the last condition was removed. Takes the focus. */
  onEmpty: () => void
}

/** Names the conditions of the filter, because rows that it hides would otherwise seem to be missing. */
export function TreeFilterChips({ filter, onChange, onEmpty }: FilterChipsProps) {
  const chosen = useFilterGroups({ filter, onChange }).flatMap(({ legend, options, isChosen, toggle }) =>
    options.filter(({ value }) => isChosen(value)).map((option) => ({ ...option, legend, toggle })),
  )
  const list = useRef<HTMLUListElement>(null)
  return (
    <div className="flex shrink-0 items-start gap-2 border-line border-b px-4 py-1.5">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Filters"
        className="flex max-h-16 min-w-0 pointer-coarse:max-h-20 flex-1 flex-wrap gap-1.5 overflow-y-auto outline-none"
      >
        {chosen.map(({ legend, value, label, alone = label, icon, toggle }) => (
          <li key={`${legend} ${value}`} className="min-w-0">
            <button
              type="button"
              title={`Remove filter: ${alone}`}
              aria-label={`Remove filter: ${alone}`}
              onClick={() => {
                toggle(value)
                if (chosen.length > 1) list.current?.focus()
                else onEmpty()
              }}
              className="flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line px-2.5 text-12 text-muted hover:bg-hover hover:text-ink pointer-coarse:h-9 [&_svg]:size-3.5 [&_svg]:shrink-0"
            >
              {icon}
              <span className="truncate text-ink">{alone}</span>
              <X aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          onChange(withoutChoices(filter))
          onEmpty()
        }}
      >
        Clear
      </Button>
    </div>
  )
}

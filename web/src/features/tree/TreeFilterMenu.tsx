import { ListFilter } from 'lucide-react'
import type { RefObject } from 'react'
import { lazyPart } from '../../lib/lazyPart.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { countChosen } from '../../view-state/nodeFilter.ts'
import type { FilterProps } from './filterGroups.tsx'

export const TreeFilterChoices = lazyPart(() => import('./TreeFilterChoices.tsx'), 'TreeFilterChoices')
export const TreeFilterChips = lazyPart(() => import('./TreeFilterChips.tsx'), 'TreeFilterChips')

interface Props extends FilterProps {
  button: RefObject<HTMLButtonElement | null>
}

/** The button of the filter, which says how many conditions it has. */
export function TreeFilterMenu({ filter, onChange, button }: Props) {
  const chosen = countChosen(filter)
  return (
    <Popover
      label="Filter nodes"
      className="max-h-(--radix-popover-content-available-height) w-60 overflow-y-auto"
      trigger={
        <IconButton
          ref={button}
          label={chosen === 0 ? 'Filter' : `Filter (${chosen} active)`}
          pressed={chosen > 0}
          icon={<ListFilter size={16} aria-hidden />}
          className="size-8"
        />
      }
    >
      <TreeFilterChoices filter={filter} onChange={onChange} />
    </Popover>
  )
}

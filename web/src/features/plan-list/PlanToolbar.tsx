import { LayoutGrid, List, Search, X } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { PlanFilter } from './filterPlans.ts'
import type { PlanView } from './planView.ts'

const VIEWS = [
  { value: 'grid', label: 'Grid view', icon: <LayoutGrid size={16} aria-hidden /> },
  { value: 'list', label: 'List view', icon: <List size={16} aria-hidden /> },
] as const

interface Props {
  search: string
  onSearch: (search: string) => void
  filter: PlanFilter
  counts: Record<PlanFilter, number>
  onFilter: (filter: PlanFilter) => void
  view: PlanView
  onView: (view: PlanView) => void
}

export function PlanToolbar({ search, onSearch, filter, counts, onFilter, view, onView }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TextInput
        ref={input}
        type="search"
        aria-label="Search plans"
        placeholder="Search plans..."
        icon={<Search size={16} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onSearch('')}
        action={
          search !== '' && (
            <IconButton
              size="sm"
              label="Clear the search"
              icon={<X size={14} aria-hidden />}
              onClick={() => {
                onSearch('')
                input.current?.focus()
              }}
            />
          )
        }
        // The browser's own button has its own colour.
        className="min-w-52 flex-1 [&_input::-webkit-search-cancel-button]:hidden"
      />
      <div className="flex items-center justify-between gap-3 max-sm:w-full">
        <Segmented
          label="Filter by status"
          value={filter}
          onChange={onFilter}
          options={[
            { value: 'all', label: 'All', count: counts.all },
            { value: 'active', label: 'Active', count: counts.active },
            { value: 'completed', label: 'Completed', count: counts.completed },
          ]}
        />
        <Segmented label="View" value={view} onChange={onView} options={VIEWS} />
      </div>
    </div>
  )
}

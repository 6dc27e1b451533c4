import { LayoutGrid, List, Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '../../ui/IconButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import type { Belonging, PlanChoice, PlanFilter, PlanSort } from './planChoice.ts'
import type { PlanView } from './planView.ts'

const VIEWS = [
  { value: 'grid', label: 'Grid view', icon: <LayoutGrid size={16} aria-hidden /> },
  { value: 'list', label: 'List view', icon: <List size={16} aria-hidden /> },
] as const

const BELONGINGS: readonly { value: Belonging; label: string }[] = [
  { value: 'all', label: 'Mine and shared' },
  { value: 'mine', label: 'Mine' },
  { value: 'shared', label: 'Shared with me' },
]

const SORTS: readonly { value: PlanSort; label: string }[] = [
  { value: 'updated', label: 'Last updated' },
  { value: 'title', label: 'Title' },
  { value: 'created', label: 'Newest' },
  { value: 'progress', label: 'Progress' },
]

interface Props {
  input: RefObject<HTMLInputElement | null>
  choice: PlanChoice
  counts: Record<PlanFilter, number>
  onChange: (change: Partial<PlanChoice>) => void
  view: PlanView
  onView: (view: PlanView) => void
}

export function PlanToolbar({ input, choice, counts, onChange, view, onView }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <TextInput
        ref={input}
        type="search"
        aria-label="Search plans"
        aria-keyshortcuts="/"
        placeholder="Search plans..."
        icon={<Search size={16} aria-hidden />}
        value={choice.search}
        onChange={(event) => onChange({ search: event.target.value })}
        onKeyDown={(event) => event.key === 'Escape' && onChange({ search: '' })}
        action={
          choice.search !== '' && (
            <IconButton
              size="sm"
              label="Clear search"
              icon={<X size={14} aria-hidden />}
              onClick={() => {
                onChange({ search: '' })
                input.current?.focus()
              }}
            />
          )
        }
        // Hides the browser's own clear button.
        className="min-w-52 flex-1 [&_input::-webkit-search-cancel-button]:hidden"
      />
      <div className="flex flex-wrap items-center justify-between gap-3 max-sm:w-full">
        <Segmented
          label="Filter by status"
          value={choice.filter}
          onChange={(filter) => onChange({ filter })}
          options={[
            { value: 'all', label: 'All', count: counts.all },
            { value: 'active', label: 'Active', count: counts.active },
            { value: 'completed', label: 'Completed', count: counts.completed },
          ]}
        />
        <Segmented label="View" value={view} onChange={onView} options={VIEWS} />
      </div>
      <div className="flex gap-3 max-sm:w-full">
        <Select
          label="Filter by owner"
          value={choice.belonging}
          options={BELONGINGS}
          onChange={(belonging) => onChange({ belonging })}
          className="sm:w-43 max-sm:min-w-0 max-sm:flex-1"
        />
        <Select
          label="Sort by"
          value={choice.sort}
          options={SORTS}
          onChange={(sort) => onChange({ sort })}
          className="sm:w-36 max-sm:min-w-0 max-sm:flex-1"
        />
      </div>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Command as Cmdk } from 'cmdk'
import { Check, Minus, Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { membersQuery } from '../../data/members.ts'
import { fold } from '../../lib/fold.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { TextInput } from '../../ui/TextInput.tsx'

export interface ListedPerson {
  id: string
  name: string
  email: string
  avatar_url: string | null
}

/** Of several nodes, a person may be assigned to some only. */
export type Assigned = 'all' | 'some' | 'none'

interface Props {
  planId: string
  assignedOf: (person: ListedPerson) => Assigned
  onToggle: (person: ListedPerson) => void
  /** Alt with an arrow key moves the highlighted person in the order. */
  onShift?: (person: ListedPerson, by: -1 | 1) => void
}

const CHECKED = { all: true, some: 'mixed', none: false } as const
const STEP: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

/** Searches the members of a plan. Arrow keys highlight, Enter assigns or unassigns, and the list stays open. */
export function PeopleList({ planId, assignedOf, onToggle, onShift }: Props) {
  const { data: people = [], error, isPending, refetch } = useQuery(membersQuery(planId))
  const [search, setSearch] = useState('')
  const [highlighted, setHighlighted] = useState('')
  const typed = fold(search.trim())
  const found = people.filter(({ name, email }) => fold(name).includes(typed) || fold(email).includes(typed))
  const shift = (event: KeyboardEvent) => {
    const by = STEP[event.key]
    if (!event.altKey || by === undefined) return
    // Alt with an arrow key would jump to the next group.
    event.preventDefault()
    const person = people.find(({ id }) => id === highlighted)
    if (person && assignedOf(person) === 'all') onShift?.(person, by)
  }
  return (
    <Cmdk
      label="People"
      shouldFilter={false}
      loop
      vimBindings={false}
      value={highlighted}
      onValueChange={setHighlighted}
      onKeyDown={shift}
      className="flex min-h-0 flex-col gap-1"
    >
      <Cmdk.Input asChild value={search} onValueChange={setSearch}>
        <TextInput autoFocus placeholder="Search people..." icon={<Search size={15} aria-hidden />} />
      </Cmdk.Input>
      <Cmdk.List label="People" aria-multiselectable className="max-h-64 overflow-y-auto">
        {found.map((person) => {
          const assigned = assignedOf(person)
          return (
            <Cmdk.Item
              key={person.id}
              value={person.id}
              aria-checked={CHECKED[assigned]}
              onSelect={() => onToggle(person)}
              className="flex min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-6 px-2 py-1 data-[selected=true]:bg-hover pointer-coarse:min-h-11"
            >
              <Avatar name={person.name} src={person.avatar_url} />
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="truncate text-13">{person.name}</span>
                <span className="truncate text-12 text-muted">{person.email}</span>
              </span>
              {assigned === 'all' && <Check size={14} aria-hidden className="shrink-0 text-accent-ink" />}
              {assigned === 'some' && <Minus size={14} aria-hidden className="shrink-0 text-accent-ink" />}
            </Cmdk.Item>
          )
        })}
        {found.length === 0 && !error && (
          <p role="status" className="px-2 py-6 text-center text-13 text-muted">
            {isPending ? 'Loading people...' : 'No people found'}
          </p>
        )}
      </Cmdk.List>
      {error && people.length === 0 && (
        <ErrorNotice title="Failed to load people" error={error} onRetry={() => void refetch()} />
      )}
    </Cmdk>
  )
}

import { CalendarClock, CalendarX, CirclePlay, Eye, Hand, Hourglass, UserRound, UserRoundX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { STATUS_CHOICES, TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { countChosen, NO_FILTER, type TreeFilter } from '../../view-state/nodeFilter.ts'
import { useTreeTools } from './TreeContext.ts'

export interface FilterProps {
  filter: TreeFilter
  onChange: (filter: TreeFilter) => void
}

const DUE_CHOICES = [
  { value: 'overdue', label: 'Overdue', icon: <CalendarX size={16} aria-hidden className="text-muted" /> },
  { value: 'week', label: 'Next 7 days', icon: <CalendarClock size={16} aria-hidden className="text-muted" /> },
] as const

const WORK_CHOICES = [
  { value: 'ready', label: 'Ready', icon: <CirclePlay size={16} aria-hidden className="text-muted" /> },
  { value: 'byAgents', label: 'Held by an agent', icon: <Hand size={16} aria-hidden className="text-muted" /> },
] as const

/** Which nodes are shown. Nothing checked means all. */
export function TreeFilterChoices({ filter, onChange }: FilterProps) {
  const { people } = useTreeTools()
  const myId = useSession()?.user.id
  const assignees = [
    { value: 'me', label: 'Me', icon: <UserRound size={16} aria-hidden className="text-muted" /> },
    { value: 'none', label: 'No one', icon: <UserRoundX size={16} aria-hidden className="text-muted" /> },
    ...[...people]
      .filter(([id]) => id !== myId)
      .map(([id, { name, avatar_url }]) => ({
        value: id,
        label: name,
        icon: <Avatar name={name} src={avatar_url} size="sm" />,
      })),
  ]
  const choices = useRef<HTMLDivElement>(null)
  return (
    <div ref={choices} tabIndex={-1} className="outline-none">
      <Choices
        legend="Status"
        options={STATUS_CHOICES}
        chosen={filter.statuses}
        onChange={(statuses) => onChange({ ...filter, statuses })}
      />
      <Choices
        legend="Type"
        options={TYPE_CHOICES}
        chosen={filter.types}
        onChange={(types) => onChange({ ...filter, types })}
      />
      <Choices
        legend="Assigned to"
        options={assignees}
        chosen={filter.assignees}
        onChange={(next) => onChange({ ...filter, assignees: next })}
      />
      <Choices
        legend="Due"
        options={DUE_CHOICES}
        chosen={filter.dues}
        onChange={(dues) => onChange({ ...filter, dues })}
      />
      <Choices
        legend="Work"
        options={WORK_CHOICES}
        chosen={new Set(WORK_CHOICES.map(({ value }) => value).filter((value) => filter[value]))}
        onChange={(next) => onChange({ ...filter, ready: next.has('ready'), byAgents: next.has('byAgents') })}
      />
      <Choices
        legend="Dependencies"
        options={[
          { value: 'waiting', label: 'Waiting', icon: <Hourglass size={16} aria-hidden className="text-muted" /> },
        ]}
        chosen={new Set(filter.waiting ? ['waiting'] : [])}
        onChange={(next) => onChange({ ...filter, waiting: next.size > 0 })}
      />
      <Choices
        legend="Watching"
        options={[
          { value: 'watched', label: 'Watched by me', icon: <Eye size={16} aria-hidden className="text-muted" /> },
        ]}
        chosen={new Set(filter.watched ? ['watched'] : [])}
        onChange={(next) => onChange({ ...filter, watched: next.size > 0 })}
      />
      {countChosen(filter) > 0 && (
        <Button
          size="sm"
          className="mt-3 w-full"
          onClick={() => {
            onChange({ ...NO_FILTER, search: filter.search })
            choices.current?.focus()
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
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
              <span className="min-w-0 truncate">{label}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  )
}

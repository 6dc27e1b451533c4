import {
  CalendarClock,
  CalendarX,
  CirclePlay,
  Eye,
  Hand,
  Hourglass,
  MessageSquare,
  UserRound,
  UserRoundX,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { STATUS_CHOICES, TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import type { TreeFilter } from '../../view-state/nodeFilter.ts'
import { useTreeTools } from './TreeContext.ts'

export interface FilterProps {
  filter: TreeFilter
  onChange: (filter: TreeFilter) => void
}

export interface FilterOption<T extends string = string> {
  value: T
  /** In the group, whose heading is above it. */
  label: string
  /** Without the heading, if the label alone is not clear. */
  alone?: string
  icon: ReactNode
}

/** A heading of the filter with its boxes. Nothing chosen means all. */
export interface FilterGroup {
  legend: string
  options: readonly FilterOption[]
  isChosen: (value: string) => boolean
  toggle: (value: string) => void
}

const DUE_CHOICES = [
  { value: 'overdue', label: 'Overdue', icon: <CalendarX size={16} aria-hidden className="text-muted" /> },
  {
    value: 'week',
    label: 'Next 7 days',
    alone: 'Due in 7 days',
    icon: <CalendarClock size={16} aria-hidden className="text-muted" />,
  },
] as const

const WORK_CHOICES = [
  { value: 'ready', label: 'Ready', icon: <CirclePlay size={16} aria-hidden className="text-muted" /> },
  { value: 'byAgents', label: 'Held by an agent', icon: <Hand size={16} aria-hidden className="text-muted" /> },
] as const

const DEPENDENCY_CHOICES = [
  { value: 'waiting', label: 'Waiting', icon: <Hourglass size={16} aria-hidden className="text-muted" /> },
] as const

const FOLLOWING_CHOICES = [
  { value: 'watched', label: 'Watched by me', icon: <Eye size={16} aria-hidden className="text-muted" /> },
  { value: 'unread', label: 'Unread comments', icon: <MessageSquare size={16} aria-hidden className="text-muted" /> },
] as const

/** The conditions of the filter, for its menu and for the row that names the chosen ones. */
export function useFilterGroups({ filter, onChange }: FilterProps): FilterGroup[] {
  const { people } = useTreeTools()
  const myId = useSession()?.user.id
  const someOf = (
    field: 'statuses' | 'types' | 'assignees' | 'dues',
    legend: string,
    options: readonly FilterOption[],
  ): FilterGroup => {
    const chosen: ReadonlySet<string> = filter[field]
    return {
      legend,
      options,
      isChosen: (value) => chosen.has(value),
      toggle: (value) => {
        const next = new Set(chosen)
        if (!next.delete(value)) next.add(value)
        onChange({ ...filter, [field]: next })
      },
    }
  }
  const flagsOf = (
    legend: string,
    options: readonly FilterOption<'ready' | 'byAgents' | 'waiting' | 'watched' | 'unread'>[],
  ): FilterGroup => ({
    legend,
    options,
    isChosen: (value) => options.some((option) => option.value === value && filter[option.value]),
    toggle: (value) => {
      const option = options.find((one) => one.value === value)
      if (option) onChange({ ...filter, [option.value]: !filter[option.value] })
    },
  })
  const assignees = [
    {
      value: 'me',
      label: 'Me',
      alone: 'Assigned to me',
      icon: <UserRound size={16} aria-hidden className="text-muted" />,
    },
    {
      value: 'none',
      label: 'No one',
      alone: 'Assigned to no one',
      icon: <UserRoundX size={16} aria-hidden className="text-muted" />,
    },
    ...[...people]
      .filter(([id]) => id !== myId)
      .map(([id, { name, avatar_url }]) => ({
        value: id,
        label: name,
        alone: `Assigned to ${name}`,
        icon: <Avatar name={name} src={avatar_url} size="sm" />,
      })),
  ]
  return [
    someOf('statuses', 'Status', STATUS_CHOICES),
    someOf('types', 'Type', TYPE_CHOICES),
    someOf('assignees', 'Assigned to', assignees),
    someOf('dues', 'Due', DUE_CHOICES),
    flagsOf('Work', WORK_CHOICES),
    flagsOf('Dependencies', DEPENDENCY_CHOICES),
    flagsOf('Following', FOLLOWING_CHOICES),
  ]
}

import { Bot } from 'lucide-react'
import { Avatar } from '../ui/Avatar.tsx'
import { cx } from '../ui/cx.ts'
import { AppMark } from './AppMark.tsx'

interface Shown {
  name: string
  avatar_url: string | null
  /** The name of the API token or app that acts for the person. */
  agent?: string | null | undefined
  /** The icon of that app. */
  icon_url?: string | undefined
}

/** Identifies a person, or an agent beside the person it acts for. */
export const presenceKey = ({ id, agent }: { id: string; agent?: string | null | undefined }): string =>
  `${id} ${agent ?? ''}`

/** The name of a person, or of an agent and the person it acts for. */
export const actorName = ({ name, agent }: Pick<Shown, 'name' | 'agent'>): string =>
  agent ? `${agent}, for ${name}` : name

/** The avatar of a person. An agent has an icon of its own, because its person is not there. */
export function PersonAvatar({
  person,
  size = 'md',
  className,
}: {
  person: Shown
  size?: 'sm' | 'md'
  className?: string
}) {
  if (!person.agent)
    return <Avatar name={person.name} src={person.avatar_url} size={size} {...(className ? { className } : {})} />
  const label = actorName(person)
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-idle-soft text-ink',
        size === 'sm' ? 'size-5' : 'size-7',
        className,
      )}
    >
      {person.icon_url ? (
        <AppMark
          name={person.agent}
          icon={person.icon_url}
          className={cx('rounded-full', size === 'sm' ? 'size-5 text-12' : 'size-7 text-13')}
        />
      ) : (
        <Bot size={size === 'sm' ? 13 : 16} aria-hidden />
      )}
    </span>
  )
}

import { CloudOff } from 'lucide-react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** Maximum number of avatars. Other people are shown as a number. */
const SHOWN_MAX = 4

interface PresentPerson {
  id: string
  name: string
  avatar_url: string | null
  /** The title of the node that this person is viewing. */
  at: string | null
}

/** The other people who have the plan open, or a badge while live updates are paused. */
export function PresenceAvatars({ people, isCut }: { people: readonly PresentPerson[]; isCut: boolean }) {
  if (isCut)
    return (
      <Tooltip text="Live updates are paused. Your changes are saved; you’ll see other people’s changes when the connection is back.">
        <button type="button" className="rounded-full" aria-label="Live updates paused">
          <Badge tone="sequence" icon={<CloudOff aria-hidden />}>
            <span className="max-sm:hidden">Reconnecting...</span>
          </Badge>
        </button>
      </Tooltip>
    )
  if (people.length === 0) return null
  const shown = people.slice(0, SHOWN_MAX)
  return (
    <ul aria-label="Viewing now" className="flex items-center">
      {shown.map(({ id, name, avatar_url, at }) => (
        <li key={id} className="-ml-1.5 first:ml-0 max-sm:not-first:hidden">
          <Tooltip text={at === null ? name : `${name} is viewing “${at}”`}>
            <span className="inline-flex rounded-full ring-2 ring-surface">
              <Avatar name={name} src={avatar_url} />
            </span>
          </Tooltip>
        </li>
      ))}
      {people.length > SHOWN_MAX && (
        <li className="-ml-1.5 inline-flex h-7 min-w-7 items-center justify-center rounded-full bg-idle-soft px-1.5 text-12 text-muted tabular-nums ring-2 ring-surface max-sm:hidden">
          +{people.length - SHOWN_MAX}
        </li>
      )}
      {people.length > 1 && <li className="ml-1 text-12 text-muted tabular-nums sm:hidden">+{people.length - 1}</li>}
    </ul>
  )
}

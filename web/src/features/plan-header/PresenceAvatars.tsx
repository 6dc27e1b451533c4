import { CloudOff, Footprints } from 'lucide-react'
import { actorName, PersonAvatar, presenceKey } from '../../display/PersonAvatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu, MenuItem, MenuLabel } from '../../ui/Menu.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** Maximum number of avatars. Other people are shown as a number. */
const SHOWN_MAX = 4

interface PresentPerson {
  id: string
  name: string
  avatar_url: string | null
  agent?: string | null | undefined
  /** The title of the node that this person is viewing. */
  at: string | null
}

interface Props {
  people: readonly PresentPerson[]
  isCut: boolean
  follow: {
    isFollowed: (person: PresentPerson) => boolean
    start: (person: PresentPerson) => void
    stop: () => void
  }
}

/** The other people who have the plan open, each with a menu to follow them, or a badge while live updates are paused. */
export function PresenceAvatars({ people, isCut, follow }: Props) {
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
      {shown.map((person) => (
        <li key={presenceKey(person)} className="-ml-1.5 first:ml-0 max-sm:not-first:hidden">
          <Menu
            trigger={
              <button
                type="button"
                aria-label={whereIs(person)}
                title={whereIs(person)}
                className={cx(
                  'inline-flex rounded-full ring-2',
                  follow.isFollowed(person) ? 'ring-accent' : 'ring-surface',
                )}
              >
                <PersonAvatar person={person} />
              </button>
            }
          >
            <MenuLabel>{whereIs(person)}</MenuLabel>
            <MenuItem
              icon={<Footprints size={16} aria-hidden />}
              onSelect={() => (follow.isFollowed(person) ? follow.stop() : follow.start(person))}
            >
              {follow.isFollowed(person) ? 'Stop following' : `Follow ${actorName(person)}`}
            </MenuItem>
          </Menu>
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

const whereIs = (person: PresentPerson): string =>
  person.at === null ? actorName(person) : `${actorName(person)} is viewing “${person.at}”`

import { listed } from '../lib/listed.ts'
import { cx } from '../ui/cx.ts'
import { actorName, PersonAvatar, presenceKey } from './PersonAvatar.tsx'

interface Person {
  id: string
  name: string
  avatar_url: string | null
  agent?: string | null | undefined
}

const SHOWN_MAX = 3

/** The other people who have a node open, on its row or card. */
export function Viewers({ people, className }: { people: readonly Person[]; className?: string }) {
  if (people.length === 0) return null
  const names = people.map(actorName)
  const label = `${listed(names)} ${names.length === 1 ? 'is' : 'are'} viewing this`
  return (
    <span role="img" aria-label={label} title={label} className={cx('flex shrink-0 items-center', className)}>
      {people.slice(0, SHOWN_MAX).map((person) => (
        <span
          key={presenceKey(person)}
          aria-hidden
          className="-ml-1.5 inline-flex rounded-full outline-2 outline-accent ring-3 ring-surface first:ml-0"
        >
          <PersonAvatar person={person} size="sm" />
        </span>
      ))}
      {people.length > SHOWN_MAX && (
        <span aria-hidden className="ml-1 text-12 text-muted tabular-nums">
          +{people.length - SHOWN_MAX}
        </span>
      )}
    </span>
  )
}

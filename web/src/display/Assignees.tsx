import { Avatar } from '../ui/Avatar.tsx'
import { assignedTo } from './assignedTo.ts'

interface Props {
  /** In order. */
  people: readonly { id: string; name: string; avatar_url: string | null }[]
}

/** The avatars of the first two assignees and the number of others. */
export function Assignees({ people }: Props) {
  const names = people.map(({ name }) => name)
  const rest = people.length - 2
  return (
    <span
      role="img"
      aria-label={assignedTo(names)}
      title={`Assigned to ${names.join(', ')}`}
      className="flex items-center"
    >
      <span aria-hidden className="flex items-center gap-0.5">
        {people.slice(0, 2).map(({ id, name, avatar_url }) => (
          <Avatar key={id} name={name} src={avatar_url} size="sm" />
        ))}
      </span>
      {rest > 0 && (
        <span
          aria-hidden
          data-rest={`+${rest}`}
          className="ml-1 text-12 text-muted tabular-nums before:content-[attr(data-rest)]"
        />
      )}
    </span>
  )
}

import { cx } from '../ui/cx.ts'
import { actorName } from './PersonAvatar.tsx'

interface Change {
  name: string | null
  agent: string | null
  revision: number
}

const authorOf = ({ name, agent }: Change): string => (name === null ? '' : actorName({ name, agent }))

/** Outlines a row or card for a moment after its node was changed. */
export function ChangeMark({ change }: { change: Change | undefined }) {
  if (!change) return null
  return (
    <span
      key={change.revision}
      data-changed-by={authorOf(change)}
      aria-hidden
      className="pointer-events-none absolute inset-0 rounded-[inherit] ring-2 ring-accent ring-inset motion-safe:animate-mark"
    />
  )
}

const LABEL = 'pointer-events-none truncate rounded-6 bg-accent px-1.5 text-12 text-white'
const LOOK = {
  // Takes the place of the details behind it, but not of the button for their menu.
  row: 'ml-auto max-w-20 shrink-0 @min-[900px]:max-w-40 [&+span]:ml-0 [&+span]:flex-none [&+span>:first-child]:hidden',
  // Gets shorter where the badges behind it need the room.
  card: 'mr-auto max-w-40',
} as const

interface AuthorProps {
  change: Change | undefined
  look: keyof typeof LOOK
}

/** Names the other person or agent who has just changed a node, on its row or card. */
export function ChangeAuthor({ change, look }: AuthorProps) {
  if (!change || change.name === null) return null
  return (
    <span aria-hidden className={cx(LABEL, LOOK[look])}>
      {look === 'row' ? (change.agent ?? change.name) : authorOf(change)}
    </span>
  )
}

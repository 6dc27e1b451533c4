import { Fragment } from 'react'
import { cx } from '../ui/cx.ts'
import { actorName } from './PersonAvatar.tsx'

interface Props {
  change: { name: string | null; agent: string | null; revision: number } | undefined
  look: 'row' | 'card'
}

const LABEL = 'pointer-events-none max-w-40 truncate rounded-6 bg-accent px-1.5 text-12 text-white'
/** Takes the place of the details behind it, and yields to the title. They keep an anchor for their menu. */
const INSTEAD = '[&+span]:ml-0 [&+span]:max-w-0 [&+span]:overflow-hidden'

/** Marks a row or card for a moment after its node was changed, with the name of the other person or agent. */
export function ChangeMark({ change, look }: Props) {
  if (!change) return null
  const name = change.name === null ? '' : actorName({ name: change.name, agent: change.agent })
  return (
    <Fragment key={change.revision}>
      <span
        data-changed-by={name}
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-[inherit] ring-2 ring-accent ring-inset motion-safe:animate-mark"
      >
        {look === 'card' && name !== '' && <span className={cx(LABEL, 'absolute -top-2.5 left-3')}>{name}</span>}
      </span>
      {look === 'row' && name !== '' && (
        <span aria-hidden className={cx(LABEL, 'ml-auto min-w-20 shrink-[9999]', INSTEAD)}>
          {change.agent ?? name}
        </span>
      )}
    </Fragment>
  )
}

import { cx } from '../ui/cx.ts'
import { actorName } from './PersonAvatar.tsx'

interface Props {
  change: { name: string | null; agent: string | null; revision: number } | undefined
  look: 'row' | 'card'
}

/** Marks a row or card for a moment after its node was changed, with the name of whoever else did it. */
export function ChangeMark({ change, look }: Props) {
  if (!change) return null
  const name = change.name === null ? '' : actorName({ name: change.name, agent: change.agent })
  return (
    <span
      key={change.revision}
      data-changed-by={name}
      aria-hidden
      className="pointer-events-none absolute inset-0 rounded-[inherit] ring-2 ring-accent ring-inset motion-safe:animate-mark"
    >
      {name !== '' && (
        <span
          className={cx(
            'absolute max-w-40 truncate rounded-6 bg-accent px-1.5 text-12 text-white',
            look === 'row' ? 'top-1/2 right-10 -translate-y-1/2' : '-top-2.5 left-3',
          )}
        >
          {name}
        </span>
      )}
    </span>
  )
}

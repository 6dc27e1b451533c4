import { CircleCheck } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** Waits for the first call of an assistant, and says when it has arrived. */
export function FirstCall({ name, usedAt }: { name: string; usedAt: string | null }) {
  return (
    <p
      role="status"
      className={cx(
        'flex items-center gap-2 rounded-6 px-3 py-2.5 text-13',
        usedAt === null ? 'bg-idle-soft text-muted' : 'bg-done-soft text-done-ink',
      )}
    >
      {usedAt === null ? (
        <>
          <Spinner size={15} />
          {`Waiting for the first call from ${name}...`}
        </>
      ) : (
        <>
          <CircleCheck size={16} aria-hidden />
          <span>
            {`${name} is connected. First call: `}
            <RelativeTime at={usedAt} />
          </span>
        </>
      )}
    </p>
  )
}

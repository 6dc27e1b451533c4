import { CircleCheck } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** Waits for the first call of an assistant, then says when the last one arrived. */
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
            {`${name} is connected. Last call: `}
            <RelativeTime at={usedAt} />
          </span>
        </>
      )}
    </p>
  )
}

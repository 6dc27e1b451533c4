import { TRASH_DAYS } from '@cairn/contract/api/common'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortDay } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

interface Props {
  icon: ReactNode
  title: string
  /** What belongs to it and where it was. */
  text: ReactNode
  deletedAt: string
  deletedBy: { name: string } | null
  isBusy: boolean
  onRestore: (() => void) | undefined
  onPurge: (() => void) | undefined
}

/** An item in the trash with what the user may do to it. */
export function TrashRow({ icon, title, text, deletedAt, deletedBy, isBusy, onRestore, onPurge }: Props) {
  return (
    <li className="flex items-center gap-3 py-2.5">
      {icon}
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span dir="auto" className="truncate font-medium text-13" title={title}>
          {title}
        </span>
        <span className="break-words text-12 text-muted">
          {text}
          {text !== null && ' · '}
          deleted <RelativeTime at={deletedAt} />
          {deletedBy && ` by ${deletedBy.name}`} · kept until {shortDay(keptUntil(deletedAt))}
        </span>
      </div>
      {onRestore && (
        <Button size="sm" busy={isBusy} onClick={onRestore} aria-label={`Restore ${title}`}>
          Restore
        </Button>
      )}
      {onPurge && (
        <IconButton
          size="sm"
          label={`Delete ${title} permanently`}
          icon={<Trash2 size={15} aria-hidden />}
          onClick={onPurge}
        />
      )}
    </li>
  )
}

const keptUntil = (deletedAt: string): Date => new Date(Date.parse(deletedAt) + TRASH_DAYS * 24 * 60 * 60 * 1000)

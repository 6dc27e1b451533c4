import type { Calendar } from '@cairn/contract/api/calendar'
import { useState } from 'react'
import { useRenewCalendar, useRevokeCalendar } from '../../data/calendars.ts'
import { messageOf } from '../../lib/api.ts'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyField } from '../../ui/CopyField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { type Change, ConfirmChange } from './ConfirmChange.tsx'

interface Props {
  /** What the feed is called, in labels. */
  name: string
  /** The plan of the feed; null: the user's assigned nodes. */
  planId: string | null
  /** Undefined: the feed is off. */
  feed: Calendar | undefined
  /** Whether its first control takes the focus when it appears. */
  autoFocus?: boolean
}

/** Creates, copies, replaces and turns off the URL of one feed. */
export function CalendarFeed({ name, planId, feed, autoFocus }: Props) {
  const renew = useRenewCalendar()
  const revoke = useRevokeCalendar()
  const [change, setChange] = useState<Change | null>(null)
  // The URL of a feed that was replaced or turned off elsewhere since no longer works.
  const url = feed && renew.data?.created_at === feed.created_at ? renew.data.url : undefined

  const create = () =>
    renew.mutate(planId, {
      onSuccess: () => setChange(null),
      onError: (error) => toast.error(messageOf(error, 'Failed to create calendar URL')),
    })
  const turnOff = () =>
    feed &&
    revoke.mutate(feed.id, {
      onSuccess: () => {
        setChange(null)
        toast.success('Calendar turned off')
      },
      onError: (error) => toast.error(messageOf(error, 'Failed to turn off calendar')),
    })

  if (!feed)
    return (
      <Button size="sm" autoFocus={autoFocus} busy={renew.isPending} onClick={create} className="self-start">
        {renew.isPending ? 'Creating...' : 'Create calendar URL'}
      </Button>
    )
  return (
    <div className="flex flex-col gap-3">
      {url !== undefined && <NewUrl url={url} />}
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-13 text-muted">
          URL created{' '}
          <time dateTime={feed.created_at} title={fullDateTime(feed.created_at)}>
            {shortDateTime(feed.created_at)}
          </time>
        </p>
        <Button
          size="sm"
          autoFocus={autoFocus && !url}
          aria-label={`Replace URL of ${name}`}
          onClick={() => setChange('replace')}
        >
          Replace URL…
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Turn off ${name}`} onClick={() => setChange('turn-off')}>
          Turn off…
        </Button>
      </div>
      {change && (
        <ConfirmChange
          change={change}
          isBusy={renew.isPending || revoke.isPending}
          onConfirm={change === 'replace' ? create : turnOff}
          onClose={() => setChange(null)}
        />
      )}
    </div>
  )
}

function NewUrl({ url }: { url: string }) {
  const copying = useCopy({ failure: 'Failed to copy URL to clipboard' })
  const hint = 'Copy it now. You won’t be able to see it again.'
  return <CopyField autoFocus label="Calendar URL" hint={hint} value={url} {...copying} />
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionsQuery, useEndSessions } from '../../data/sessions.ts'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { SessionRow } from './SessionRow.tsx'

/** Number of sessions shown at first. Scripts that sign in repeatedly leave long lists. */
const SHOWN = 8

/** Lists the user's sessions and ends them. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [showsAll, setShowsAll] = useState(false)
  const end = useEndSessions()
  const sessions = [...(data ?? [])].sort((a, b) => Number(b.current) - Number(a.current))
  const others = sessions.filter(({ current }) => !current).map(({ id }) => id)

  const logOutOthers = () =>
    end.mutateAsync(others).then(
      () => toast.success('Logged out of all other sessions'),
      (failure: unknown) => toast.error(messageOf(failure, 'Failed to log out other sessions')),
    )
  return (
    <PageSection
      title="Sessions"
      anchor="sessions"
      text="Devices and apps where you’re signed in."
      actions={
        others.length > 0 && (
          <Button size="sm" busy={end.isPending} onClick={logOutOthers}>
            Log out all other sessions
          </Button>
        )
      }
    >
      {error && <ErrorNotice title="Failed to load sessions" error={error} onRetry={() => refetch()} />}
      {!data && !error && <ListSkeleton />}
      {data && (
        <ul aria-label="Sessions" className="lines-between overflow-hidden rounded-10 border border-line bg-surface">
          {(showsAll ? sessions : sessions.slice(0, SHOWN)).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!showsAll && sessions.length > SHOWN && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          Show all {sessions.length} sessions
        </Button>
      )}
    </PageSection>
  )
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="lines-between rounded-10 border border-line bg-surface">
      {['w-48', 'w-40'].map((width) => (
        <div key={width} className="flex h-16 items-center gap-3 px-4">
          <Skeleton className="size-9" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}

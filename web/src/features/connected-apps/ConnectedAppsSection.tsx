import type { ConnectedApp } from '@cairn/contract/api/apps'
import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { appsQuery } from '../../data/apps.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNotice } from '../../ui/ErrorNotice.tsx'
import { PageSection } from '../../ui/PageSection.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AppLimitsDialog } from './AppLimitsDialog.tsx'
import { AppRow } from './AppRow.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'

/** Lists the apps that the user has let in, and disconnects them. */
export function ConnectedAppsSection() {
  const { data: apps, error, refetch } = useQuery(appsQuery)
  const [ended, setEnded] = useState<ConnectedApp | null>(null)
  const [limited, setLimited] = useState<ConnectedApp | null>(null)
  return (
    <PageSection title="Connected apps" anchor="apps" text="Apps that you have given access to your plans.">
      {error && <ErrorNotice title="Failed to load connected apps" error={error} onRetry={() => refetch()} />}
      {!apps && !error && (
        <div role="status" aria-label="Loading" className="rounded-10 border border-line bg-surface">
          <div className="flex h-16 items-center gap-3 px-4">
            <Skeleton className="size-9" />
            <Skeleton className="h-3 w-48" />
          </div>
        </div>
      )}
      {apps && apps.length > 0 && (
        <ul
          aria-label="Connected apps"
          className="lines-between overflow-hidden rounded-10 border border-line bg-surface"
        >
          {apps.map((app) => (
            <AppRow key={app.id} app={app} onLimits={() => setLimited(app)} onDisconnect={() => setEnded(app)} />
          ))}
        </ul>
      )}
      {apps?.length === 0 && (
        <div className="rounded-10 border border-line bg-surface">
          <EmptyState
            icon={<Plug size={20} />}
            title="No connected apps"
            text="Apps that ask for access to your plans, and that you allow, appear here."
          />
        </div>
      )}
      {limited && <AppLimitsDialog app={limited} onClose={() => setLimited(null)} />}
      {ended && <DisconnectDialog app={ended} onClose={() => setEnded(null)} />}
    </PageSection>
  )
}

import type { ConnectedApp } from '@cairn/contract/api/apps'
import type { TokenScope } from '@cairn/contract/rules/permissions'
import { AppMark } from '../../display/AppMark.tsx'
import { fullDateTime, shortDateTime } from '../../lib/relativeTime.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Reach, UsedThisHour } from '../credential-limits/LimitsSummary.tsx'

const SCOPE_LOOK: Record<TokenScope, { label: string; tone: Tone }> = {
  read: { label: 'Read only', tone: 'done' },
  write: { label: 'Read and edit', tone: 'sequence' },
  admin: { label: 'Full access', tone: 'blocked' },
}

interface Props {
  app: ConnectedApp
  onLimits: () => void
  onDisconnect: () => void
}

export function AppRow({ app, onLimits, onDisconnect }: Props) {
  const { label, tone } = SCOPE_LOOK[app.scope]
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 pr-3 pl-4">
      <AppMark name={app.name} icon={app.icon_url} />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-words font-medium">{app.name}</span>
          <Badge tone={tone}>{label}</Badge>
        </span>
        <span className="break-words text-13 text-muted">
          {app.host ?? `Unverified app, returns to ${app.redirect_host}`}
        </span>
        <span className="break-words text-13 text-muted">
          <Reach limits={app} />
        </span>
        <span className="flex flex-wrap gap-x-1.5 text-13 text-muted">
          <span>
            Connected{' '}
            <time dateTime={app.created_at} title={fullDateTime(app.created_at)}>
              {shortDateTime(app.created_at)}
            </time>{' '}
            ·
          </span>
          <span>
            {app.last_used ? (
              <>
                Last used <RelativeTime at={app.last_used} />
              </>
            ) : (
              'Never used'
            )}{' '}
            ·
          </span>
          <span>{changesOf(app.changes)}</span>
        </span>
        <UsedThisHour limits={app} />
      </div>
      <div className="flex justify-end max-sm:w-full">
        <Button size="sm" variant="ghost" aria-label={`Limits of ${app.name}`} onClick={onLimits}>
          Limits
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Disconnect ${app.name}`} onClick={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </li>
  )
}

function changesOf(count: number): string {
  if (count === 0) return 'No changes'
  return count === 1 ? '1 change' : `${count.toLocaleString('en-US')} changes`
}

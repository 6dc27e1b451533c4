import type { SignedInDevice } from '@cairn/contract/api/auth'
import { Monitor, Smartphone, Tablet, Terminal } from 'lucide-react'
import { useEndSessions } from '../../data/sessions.ts'
import { messageOf } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/Toast.tsx'
import { type DeviceKind, describeDevice } from './device.ts'

const ICON: Record<DeviceKind, typeof Monitor> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: Terminal,
}

/** A session. The current one has no button, because Logout ends it. */
export function SessionRow({ session }: { session: SignedInDevice }) {
  const end = useEndSessions()
  const { name, kind } = describeDevice(session.user_agent)
  const Icon = ICON[kind]
  const logOut = () =>
    end.mutateAsync([session.id]).catch((error: unknown) => {
      toast.error(messageOf(error, 'Failed to log out session'))
    })
  return (
    <li className="flex min-h-16 items-center gap-3 py-2.5 pr-3 pl-4">
      <span
        aria-hidden
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-6 bg-idle-soft text-muted"
      >
        <Icon size={18} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span title={session.user_agent ?? undefined} className="truncate font-medium">
            {name}
          </span>
          {session.current && <Badge tone="accent">This device</Badge>}
        </span>
        <span className="flex flex-wrap gap-x-1.5 text-13 text-muted">
          {session.ip && <span className="break-all">{session.ip} ·</span>}
          <span>
            Last active <RelativeTime at={session.last_seen} />
          </span>
        </span>
      </div>
      {!session.current && (
        <Button size="sm" variant="ghost" busy={end.isPending} onClick={logOut} aria-label={`Log out ${name}`}>
          Log out
        </Button>
      )}
    </li>
  )
}

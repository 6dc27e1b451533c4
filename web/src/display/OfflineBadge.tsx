import { CloudOff, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { probeWhenQuiet, useConnection } from '../lib/connection.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

/** Shows on every page that the server is unreachable or does not respond. */
export function OfflineBadge() {
  const connection = useConnection()
  useEffect(probeWhenQuiet, [])
  return (
    <div role="status" className="flex">
      {connection === 'offline' && (
        <Tooltip text="The server can’t be reached. Changes aren’t saved until you’re connected again.">
          <button type="button" className="rounded-full">
            <Badge tone="sequence" icon={<CloudOff aria-hidden />}>
              Offline
            </Badge>
          </button>
        </Tooltip>
      )}
      {connection === 'silent' && (
        <Tooltip text="The server isn’t responding. Changes aren’t saved until it responds again.">
          <button type="button" className="rounded-full">
            <Badge tone="sequence" icon={<Hourglass aria-hidden />}>
              {/* On a phone the text would push the account menu out of the header. */}
              <span className="max-sm:sr-only">Not responding</span>
            </Badge>
          </button>
        </Tooltip>
      )}
    </div>
  )
}

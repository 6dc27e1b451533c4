import { CloudOff } from 'lucide-react'
import { useOffline } from '../lib/connection.ts'
import { Badge } from '../ui/Badge.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'

/** Shows on every page that the server is unreachable. */
export function OfflineBadge() {
  const isOffline = useOffline()
  return (
    <div role="status" className="flex">
      {isOffline && (
        <Tooltip text="The server can’t be reached. Changes aren’t saved until you’re connected again.">
          <button type="button" className="rounded-full">
            <Badge tone="sequence" icon={<CloudOff aria-hidden />}>
              Offline
            </Badge>
          </button>
        </Tooltip>
      )}
    </div>
  )
}

import { CloudOff } from 'lucide-react'
import { useOffline } from '../lib/connection.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { LoadingView } from './Spinner.tsx'

/** Shown while the code of a part loads. Offline it says what the part waits for, and can be closed. */
export function LoadingPart({ onClose }: { onClose: () => void }) {
  if (!useOffline()) return <LoadingView text="Loading..." />
  return (
    <div role="alert">
      <EmptyState icon={<CloudOff size={20} />} title="You’re offline" text="This opens when you’re online again.">
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </EmptyState>
    </div>
  )
}

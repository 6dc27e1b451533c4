import { Hand } from 'lucide-react'
import { useClaim, useRelease, useTakeOver } from '../../data/claims.ts'
import { holdText } from '../../display/ClaimMark.tsx'
import { messageOf } from '../../lib/api.ts'
import { timeOfDay } from '../../lib/relativeTime.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'

/** Who holds the open task and until when. An editor can take it over, or let go what they hold. */
export function ClaimBar({ planId, nodeId, canEdit }: { planId: string; nodeId: string; canEdit: boolean }) {
  const claim = useClaim(nodeId)
  const takeOver = useTakeOver(planId)
  const release = useRelease(planId)
  const myId = useSession()?.user.id
  if (!claim) return null
  const isMine = claim.user.id === myId && claim.agent === null
  const onError = (error: unknown) => void toast.error(messageOf(error, 'Failed to change who holds this'))
  return (
    <div className="flex items-center gap-2 rounded-6 bg-accent-soft py-1 pr-1 pl-2.5 text-13 text-accent-ink">
      <Hand size={14} aria-hidden className="shrink-0" />
      <span role="status" className="min-w-0 flex-1">
        {isMine ? `You hold this until ${timeOfDay(claim.expires_at)}` : holdText(claim)}
      </span>
      {canEdit &&
        (isMine ? (
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate(claim.id, { onError })}>
            Release
          </Button>
        ) : (
          <Button size="sm" busy={takeOver.isPending} onClick={() => takeOver.mutate(nodeId, { onError })}>
            Take over
          </Button>
        ))}
    </div>
  )
}

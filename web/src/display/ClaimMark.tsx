import type { Claim } from '@cairn/contract/api/claims'
import { Hand } from 'lucide-react'
import { timeOfDay } from '../lib/relativeTime.ts'
import { actorName } from './PersonAvatar.tsx'

/** Who holds a task and until when, on its row or card. */
export function ClaimMark({ claim }: { claim: Claim | undefined }) {
  if (!claim) return null
  const label = `${actorName({ name: claim.user.name, agent: claim.agent })} holds this until ${timeOfDay(claim.expires_at)}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className="inline-flex min-w-0 max-w-28 shrink-0 items-center gap-1 rounded-full bg-accent-soft px-1.5 py-0.5 text-12 text-accent-ink"
    >
      <Hand size={12} aria-hidden className="shrink-0" />
      <span aria-hidden className="truncate">
        {claim.agent ?? claim.user.name}
      </span>
    </span>
  )
}

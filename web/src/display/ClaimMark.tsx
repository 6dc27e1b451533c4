import type { Claim } from '@cairn/contract/api/claims'
import { Hand } from 'lucide-react'
import { timeOfDay } from '../lib/relativeTime.ts'
import { actorName } from './PersonAvatar.tsx'

/** Says who holds a task and until when. */
export const holdText = ({ user: { name }, agent, expires_at }: Claim): string =>
  `${actorName({ name, agent })}${agent === null ? '' : ','} holds this until ${timeOfDay(expires_at)}`

/** Who holds a task and until when, on its row or card. */
export function ClaimMark({ claim }: { claim: Claim | undefined }) {
  if (!claim) return null
  const label = holdText(claim)
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

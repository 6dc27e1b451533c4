import type { Claim } from '@cairn/contract/api/claims'
import { Hand } from 'lucide-react'
import { timeLeft, timeOfDay } from '../lib/relativeTime.ts'
import { cx } from '../ui/cx.ts'
import { actorName } from './PersonAvatar.tsx'

interface Hold {
  claim: Claim
  /** Minutes left; 0 if the claim has expired. */
  minutes: number
}

/** Says who holds a task and until when, or who held it until just now. */
export const holdText = ({ claim: { user, agent, expires_at }, minutes }: Hold): string =>
  `${actorName({ name: user.name, agent })}${agent === null ? '' : ','} ${minutes === 0 ? 'held' : 'holds'} this until ${timeOfDay(expires_at)}`

/** Who holds a task and for how long, on its row or card. In a narrow row the time leaves its room to the title. */
export function ClaimMark({ hold, look }: { hold: Hold | undefined; look: 'row' | 'card' }) {
  if (!hold) return null
  const { claim, minutes } = hold
  const label = `${holdText(hold)}, ${timeLeft(minutes)}`
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex min-w-0 shrink-0 items-center gap-1 rounded-full px-1.5 py-0.5 text-12',
        look === 'row' ? 'max-w-24 @min-[900px]:max-w-40' : 'max-w-40',
        minutes === 0 ? 'bg-hover text-muted' : 'bg-accent-soft text-accent-ink',
      )}
    >
      <Hand size={12} aria-hidden className="shrink-0" />
      <span aria-hidden className="truncate">
        {claim.agent ?? claim.user.name}
      </span>
      <span
        aria-hidden
        className={cx('shrink-0 whitespace-nowrap tabular-nums', look === 'row' && '@max-[900px]:hidden')}
      >
        {timeLeft(minutes).replace(' left', '')}
      </span>
    </span>
  )
}

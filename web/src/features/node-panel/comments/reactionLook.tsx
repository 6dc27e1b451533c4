// Labels and icons of reactions. Not every system has a font with emoji.
import { EMOJI, type Emoji, REACTIONS } from '@cairn/contract/api/logs'
import { Check, Eye, Heart, Laugh, type LucideIcon, PartyPopper, ThumbsUp } from 'lucide-react'

const ICON: Record<Emoji, LucideIcon> = {
  thumbs_up: ThumbsUp,
  heart: Heart,
  celebrate: PartyPopper,
  laugh: Laugh,
  eyes: Eye,
  check: Check,
}
const COLOR: Record<Emoji, string> = {
  thumbs_up: 'text-accent-ink',
  heart: 'fill-current text-blocked-ink',
  celebrate: 'text-sequence-ink',
  laugh: 'text-progress-ink',
  eyes: 'text-idle-ink',
  check: 'text-done-ink',
}

export function ReactionIcon({ emoji, size }: { emoji: Emoji; size: number }) {
  const Icon = ICON[emoji]
  return <Icon size={size} aria-hidden className={COLOR[emoji]} />
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const REACTION_LABEL = Object.fromEntries(
  EMOJI.map((emoji) => [emoji, sentenceCase(REACTIONS[emoji])]),
) as Record<Emoji, string>

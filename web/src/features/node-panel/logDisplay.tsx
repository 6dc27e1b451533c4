// Labels, colors and icons of the log entry types.
import { LOG_TYPES, type LogType } from '@cairn/contract/api/logs'
import { Brain, Gavel, type LucideIcon, MessageSquare, TrendingUp, TriangleAlert } from 'lucide-react'
import type { Tone } from '../../ui/Badge.tsx'

export const LOG_LOOK: Record<LogType, { label: string; tone: Tone; Icon: LucideIcon }> = {
  progress: { label: 'Progress', tone: 'progress', Icon: TrendingUp },
  reasoning: { label: 'Reasoning', tone: 'accent', Icon: Brain },
  challenge: { label: 'Challenge', tone: 'blocked', Icon: TriangleAlert },
  decision: { label: 'Decision', tone: 'sequence', Icon: Gavel },
  comment: { label: 'Comment', tone: 'idle', Icon: MessageSquare },
}

export const LOG_CHOICES = LOG_TYPES.map((value) => {
  const { label, Icon } = LOG_LOOK[value]
  return { value, label, icon: <Icon size={15} aria-hidden className="text-muted" /> }
})

// Labels, icons and colors of plan statuses. The label carries the meaning; icon and color help.
import type { PlanStatus } from '@cairn/contract/api/plans'
import { Archive, CircleCheck, CircleDashed, CirclePlay, type LucideIcon } from 'lucide-react'
import type { Tone } from '../ui/Badge.tsx'

export const PLAN_STATUS: Record<PlanStatus, { label: string; tone: Tone; Icon: LucideIcon }> = {
  draft: { label: 'Draft', tone: 'idle', Icon: CircleDashed },
  active: { label: 'Active', tone: 'progress', Icon: CirclePlay },
  completed: { label: 'Completed', tone: 'done', Icon: CircleCheck },
  archived: { label: 'Archived', tone: 'sequence', Icon: Archive },
}

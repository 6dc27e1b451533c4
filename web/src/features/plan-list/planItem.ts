import type { ListedPlan } from '@cairn/contract/api/plans'

/** What a plan needs to be shown as a row or as a card. */
export interface PlanItemProps {
  plan: ListedPlan
  isSelected: boolean
  isSelecting: boolean
  onSelect: (planId: string) => void
}

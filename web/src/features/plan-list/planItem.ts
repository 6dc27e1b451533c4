import type { ListedPlan } from '@cairn/contract/api/plans'

/** Props of a plan's row and card. */
export interface PlanItemProps {
  plan: ListedPlan
  isSelected: boolean
  isSelecting: boolean
  onSelect: (planId: string) => void
}

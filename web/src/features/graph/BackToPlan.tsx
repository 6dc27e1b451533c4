import { LocateFixed } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Box } from './layout/geometry.ts'
import { overlap } from './layout/spatialIndex.ts'
import { useView } from './view/ViewContext.ts'
import { regionOf } from './view/view.ts'

/** A button in the middle of a canvas that was moved until nothing of the plan is in view. */
export function BackToPlan({ extent, onClick }: { extent: Box; onClick: () => void }) {
  const isAway = useView((view) => view.width > 0 && !overlap(extent, regionOf(view)))
  if (!isAway) return null
  return (
    <Button
      size="sm"
      icon={<LocateFixed size={16} aria-hidden />}
      onClick={onClick}
      className="absolute inset-0 z-10 m-auto w-fit shadow-float"
    >
      Back to the plan
    </Button>
  )
}

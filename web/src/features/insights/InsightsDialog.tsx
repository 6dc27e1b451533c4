import { Dialog } from '../../ui/Dialog.tsx'
import { Insights, type InsightsProps } from './InsightsPanel.tsx'

/** Shows the insights in a dialog, for windows too narrow for the panel. */
export function InsightsDialog({ onClose, ...props }: InsightsProps & { onClose: () => void }) {
  return (
    <Dialog open title="Plan Insights" onOpenChange={(open) => !open && onClose()}>
      <div className="-mx-4">
        <Insights {...props} />
      </div>
    </Dialog>
  )
}

import { TRASH_DAYS } from '@cairn/contract/api/common'
import type { Plan } from '@cairn/contract/api/plans'
import { can } from '@cairn/contract/rules/permissions'
import { useState } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogFooter } from '../../ui/Dialog.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { type Purge, PurgeDialog } from './PurgeDialog.tsx'
import { TrashedEntries } from './TrashedEntries.tsx'
import { TrashedNodes } from './TrashedNodes.tsx'

interface Props {
  plan: Plan
  nodes: PlanNodes
  /** Opens a restored node. */
  onShow: (id: string) => void
  onClose: () => void
}

const KINDS = [
  { value: 'nodes', label: 'Nodes' },
  { value: 'entries', label: 'Files and logs' },
] as const

/** What was deleted from a plan, when and by whom. Editors restore it; owner and admin delete it permanently. */
export function TrashDialog({ plan, nodes, onShow, onClose }: Props) {
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('nodes')
  const [purge, setPurge] = useState<Purge | null>(null)
  const onPurge = can(plan.role, 'trash.purge') ? setPurge : undefined
  return (
    <Dialog
      open
      title="Trash"
      description={`Deleted nodes, files and log entries are kept for ${TRASH_DAYS} days.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <Segmented label="Show" value={kind} options={KINDS} onChange={setKind} className="mb-2 self-start" />
      {kind === 'nodes' ? (
        <TrashedNodes plan={plan} nodes={nodes} onShow={onShow} onPurge={onPurge} />
      ) : (
        <TrashedEntries plan={plan} onPurge={onPurge} />
      )}
      {onPurge && (
        <DialogFooter>
          <Button
            variant="danger"
            onClick={() =>
              onPurge({
                title: 'Empty the trash?',
                text: `All deleted nodes, files and log entries of “${plan.title}” are deleted permanently. This can’t be undone.`,
                wanted: { all: true },
              })
            }
          >
            Empty trash
          </Button>
        </DialogFooter>
      )}
      {purge && <PurgeDialog planId={plan.id} purge={purge} onClose={() => setPurge(null)} />}
    </Dialog>
  )
}

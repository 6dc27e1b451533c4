import { TRASH_DAYS } from '@cairn/contract/api/common'
import type { Plan } from '@cairn/contract/api/plans'
import type { TrashCounts } from '@cairn/contract/api/trash'
import { can } from '@cairn/contract/rules/permissions'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { trashedEntriesQuery } from '../../data/planTrash.ts'
import { counted } from '../../lib/numbers.ts'
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

/** What was deleted from a plan, when and by whom. Editors restore it; owner and admin delete it permanently. */
export function TrashDialog({ plan, nodes, onShow, onClose }: Props) {
  const [kind, setKind] = useState<'nodes' | 'entries'>('nodes')
  const counts = useInfiniteQuery(trashedEntriesQuery(plan.id)).data?.pages[0]?.counts
  const kinds = [
    { value: 'nodes', label: 'Nodes', count: counts?.nodes },
    { value: 'entries', label: 'Files and logs', count: counts?.entries },
  ] as const
  const [purge, setPurge] = useState<Purge | null>(null)
  const onPurge = can(plan.role, 'trash.purge') ? setPurge : undefined
  return (
    <Dialog
      open
      title="Trash"
      description={`Deleted nodes, files and log entries are kept for ${TRASH_DAYS} days.`}
      onOpenChange={(open) => !open && onClose()}
    >
      <Segmented label="Show" value={kind} options={kinds} onChange={setKind} className="mb-2 self-start" />
      {kind === 'nodes' ? (
        <TrashedNodes plan={plan} nodes={nodes} onShow={onShow} onPurge={onPurge} />
      ) : (
        <TrashedEntries plan={plan} onPurge={onPurge} />
      )}
      {onPurge && counts && counts.latest_at !== null && (
        <DialogFooter>
          <Button variant="danger" onClick={() => onPurge(everything(plan.title, counts))}>
            Empty trash
          </Button>
        </DialogFooter>
      )}
      {purge && <PurgeDialog planId={plan.id} purge={purge} onClose={() => setPurge(null)} />}
    </Dialog>
  )
}

/** What is deleted while the dialog is open stays in the trash. */
const everything = (plan: string, { nodes, entries, latest_at }: TrashCounts): Purge => ({
  title: 'Empty the trash?',
  text: `${counted(nodes + entries, 'deleted item')} of “${plan}” will be deleted permanently. This can’t be undone.`,
  wanted: { all: true, ...(latest_at !== null && { until: latest_at }) },
})

import { useState } from 'react'
import { refusalOf, useEdgeActions } from '../../actions/edgeActions.ts'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { EDGE_KIND_CHOICES, RELATIONS, relationLabel } from '../../display/edgeDisplay.tsx'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { NodePicker } from './NodePicker.tsx'
import { useCloseWhenDeleted } from './useCloseWhenDeleted.ts'

interface Props {
  planId: string
  nodes: PlanNodes
  id: string
  onClose: () => void
}

const CHOICES = RELATIONS.map((relation) => ({
  value: `${relation.kind} ${relation.way}`,
  label: relationLabel(relation),
  icon: EDGE_KIND_CHOICES.find(({ value }) => value === relation.kind)?.icon,
}))

/** Links a node to another one without drawing an edge: asks for the link type and the other node. */
export function LinkDialog({ planId, nodes, id, onClose }: Props) {
  const node = useNode(nodes, id)
  useCloseWhenDeleted(nodes, id, onClose)
  const { create } = useEdgeActions(planId)
  const [choice, setChoice] = useState(CHOICES[0]?.value ?? '')
  const relation = RELATIONS[CHOICES.findIndex(({ value }) => value === choice)]
  const refusal = create.isError ? refusalOf(create.error, nodes) : null

  const link = (otherId: string | null) => {
    if (otherId === null || !relation || create.isPending) return
    const [source_id, target_id] = relation.way === 'out' ? [id, otherId] : [otherId, id]
    create.mutate({ source_id, target_id, kind: relation.kind }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      isBusy={create.isPending}
      title={`Link “${titleOf(node ?? { title: '' })}” to another node`}
      width="sm"
    >
      <div className="flex flex-col gap-3">
        <Select
          label="Link type"
          value={choice}
          options={CHOICES}
          onChange={(next) => {
            create.reset()
            setChoice(next)
          }}
        />
        {refusal && (
          <Notice look="error">
            <p>{refusal.message}</p>
            {refusal.circle && <p>{refusal.circle}</p>}
          </Notice>
        )}
        <NodePicker nodes={nodes} label="Node to link" value={undefined} exceptId={id} onPick={link} />
      </div>
    </Dialog>
  )
}

import type { NodeType } from '@cairn/contract/api/nodes'
import type { PlanNodes } from '../../data/nodeStore.ts'
import { TYPE_CHOICES } from '../../display/nodeDisplay.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { ParentField } from './ParentField.tsx'

interface Props {
  nodes: PlanNodes
  rootId: string | null
  type: NodeType
  onType: (type: NodeType) => void
  parentId: string | null
  onParent: (id: string | null) => void
}

/** The type and parent fields of a new node. */
export function NodeChoices({ nodes, rootId, type, onType, parentId, onParent }: Props) {
  return (
    <>
      <Field label="Type">
        <Select
          value={type}
          // A plan has at most one root.
          options={TYPE_CHOICES.filter(({ value }) => value !== 'root' || rootId === null)}
          onChange={onType}
        />
      </Field>
      {type !== 'root' && <ParentField nodes={nodes} rootId={rootId} value={parentId} onChange={onParent} />}
    </>
  )
}

import { useCallback } from 'react'
import { titleOf } from '../../data/nodeLook.tsx'
import type { StoredNode } from '../../data/nodeStore.ts'
import { useNode } from '../../data/nodes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { NodePicker } from './NodePicker.tsx'
import { useTreeTools } from './TreeContext.ts'

/** Moves a node under another one without dragging: last among its children. */
export function MoveDialog({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const { nodes, actions, onReveal } = useTreeTools()
  const node = useNode(nodes, nodeId)
  // The picker does not look under what is excluded, so the whole subtree is out.
  const isExcluded = useCallback((other: StoredNode) => other.id === nodeId, [nodeId])
  if (!node) return null
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Move “${titleOf(node)}” to…`} width="sm">
      <NodePicker
        nodes={nodes}
        label="New parent"
        {...(nodes.structure.rootId === null ? { none: 'Top level' } : {})}
        value={node.parent_id}
        isExcluded={isExcluded}
        onPick={(parent_id) => {
          if (parent_id !== node.parent_id) actions.move(nodeId, { parent_id, order_index: null })
          onReveal(nodeId)
          onClose()
        }}
      />
    </Dialog>
  )
}

import { Handle, Position, useUpdateNodeInternals } from '@xyflow/react'
import { useEffect } from 'react'

/** Connection handles of a card. Mounted only when needed, because each one subscribes to the canvas. */
export function CardHandles({ id, isConnectable }: { id: string; isConnectable: boolean }) {
  const updateInternals = useUpdateNodeInternals()
  useEffect(() => updateInternals(id), [updateInternals, id])
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={isConnectable} className="graph-handle" />
      <Handle type="source" position={Position.Right} isConnectable={isConnectable} className="graph-handle" />
    </>
  )
}

import { Handle, Position, useUpdateNodeInternals } from '@xyflow/react'
import { useEffect } from 'react'

/** Where edges begin and end, and where a new one is drawn from. They are there only when needed: each one watches the canvas. */
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

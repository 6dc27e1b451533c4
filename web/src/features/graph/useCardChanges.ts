import type { NodeChange } from '@xyflow/react'
import { useCallback, useState } from 'react'
import type { Point } from './geometry.ts'
import type { CardNode } from './NodeCard.tsx'
import type { SceneControls } from './useScene.ts'

/** What React Flow tells of the cards: dragged ones go to the scene; those picked for doing something to all of them are kept here. */
export function useCardChanges(controls: SceneControls) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const handleChanges = useCallback(
    (changes: NodeChange<CardNode>[]) => {
      const moved = new Map<string, Point>()
      let isOver = false
      for (const change of changes) {
        if (change.type === 'position' && change.position) moved.set(change.id, change.position)
        if (change.type === 'position' && change.dragging === false) isOver = true
      }
      if (moved.size > 0 || isOver) controls.moveTo(moved, { keep: isOver })
      const selections = changes.filter((change) => change.type === 'select')
      if (selections.length > 0)
        setPicked((before) => {
          const next = new Set(before)
          for (const { id, selected } of selections) {
            if (selected) next.add(id)
            else next.delete(id)
          }
          return next
        })
    },
    [controls],
  )
  return { picked, setPicked, handleChanges }
}

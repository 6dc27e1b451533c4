import type { NodeChange } from '@xyflow/react'
import { useCallback } from 'react'
import type { Selection } from '../../../view-state/selection.ts'
import type { Point } from '../layout/geometry.ts'
import type { SceneControls } from '../useScene.ts'
import type { CardNode } from './NodeCard.tsx'

/**
 * Passes React Flow's changes on: drags to the scene, selected cards to the selection. `takeDrop` answers whether the end
 * of a drag means something other than a new position.
 */
export function useCardChanges(
  controls: SceneControls,
  selection: Selection,
  takeDrop: (ids: readonly string[]) => boolean,
) {
  return useCallback(
    (changes: NodeChange<CardNode>[]) => {
      const moved = new Map<string, Point>()
      const dropped: string[] = []
      for (const change of changes) {
        if (change.type === 'position' && change.position) moved.set(change.id, change.position)
        if (change.type === 'position' && change.dragging === false) dropped.push(change.id)
      }
      const isOver = dropped.length > 0
      if (isOver && takeDrop(dropped)) controls.endDragInto(dropped)
      else if (moved.size > 0 || isOver) controls.moveTo(moved, { isOver })
      const selections = changes.filter((change) => change.type === 'select')
      if (selections.length === 0) return
      const next = new Set(selection.ids)
      for (const { id, selected } of selections) {
        if (selected) next.add(id)
        else next.delete(id)
      }
      selection.set(next)
    },
    [controls, selection, takeDrop],
  )
}

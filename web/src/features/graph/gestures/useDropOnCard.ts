import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkActions } from '../../../actions/bulkActions.ts'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import type { Point } from '../layout/geometry.ts'
import type { Scene } from '../paint/scene.ts'
import { useViewStore } from '../view/ViewContext.ts'
import { parentAt } from './parentAt.ts'

/** How long a dragged card is held over another before it would become its child. */
const HOLD_MS = 400

/** The card under a dragged one. */
export interface DropTarget {
  id: string
  /** Held long enough: a drop gives the dragged card this parent. */
  isReady: boolean
}

interface Options {
  scene: Scene
  nodes: PlanNodes
  actions: NodeActions
  bulk: BulkActions
}

/** Makes a dragged card the child of the card on which it is dropped after a short hold. */
export function useDropOnCard({ scene, nodes, actions, bulk }: Options) {
  const view = useViewStore()
  const [target, setTarget] = useState<DropTarget | null>(null)
  const now = useRef<DropTarget | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest(scene)
  const put = useCallback((next: DropTarget | null) => {
    now.current = next
    setTarget(next)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  /** Takes the position of the pointer in the window. */
  const handleDrag = useCallback(
    (dragged: ReadonlySet<string>, pointer: Point) => {
      const id = parentAt({ scene: latest.current, nodes, place: view.toCanvas(pointer), dragged })
      if (id === now.current?.id) return
      clearTimeout(timer.current)
      put(id === undefined ? null : { id, isReady: false })
      if (id !== undefined) timer.current = setTimeout(() => put({ id, isReady: true }), HOLD_MS)
    },
    [view, nodes, put],
  )
  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    put(null)
  }, [put])
  /** Ends the drag. Returns whether the cards have got another parent. */
  const takeDrop = useCallback(
    (ids: readonly string[]): boolean => {
      const { current: found } = now
      cancel()
      if (!found?.isReady) return false
      const [only] = ids
      const parent_id = found.id
      if (ids.length === 1 && only !== undefined) actions.move(only, { parent_id, order_index: null })
      else void bulk.run(ids, { kind: 'move', parent_id })
      return true
    },
    [actions, bulk, cancel],
  )
  const hasTarget = useCallback(() => now.current !== null, [])
  return useMemo(
    () => ({ target, hasTarget, handleDrag, takeDrop, cancel }),
    [target, hasTarget, handleDrag, takeDrop, cancel],
  )
}

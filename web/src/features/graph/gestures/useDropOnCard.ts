import { type OnNodeDrag, useReactFlow } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BulkActions } from '../../../actions/bulkActions.ts'
import type { NodeActions } from '../../../actions/nodeActions.ts'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import type { CardNode } from '../cards/NodeCard.tsx'
import type { Scene } from '../paint/scene.ts'
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
  const { screenToFlowPosition } = useReactFlow()
  const [target, setTarget] = useState<DropTarget | null>(null)
  const now = useRef<DropTarget | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useLatest(scene)
  const put = useCallback((next: DropTarget | null) => {
    now.current = next
    setTarget(next)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const handleDrag = useCallback<OnNodeDrag<CardNode>>(
    (event, _card, dragged) => {
      const at = 'touches' in event ? (event.touches as TouchList)[0] : event
      const place = at && screenToFlowPosition({ x: at.clientX, y: at.clientY })
      const ids = dragged.map(({ id }) => id)
      const id = place && parentAt({ scene: latest.current, nodes, place, dragged: new Set(ids) })
      if (id === now.current?.id) return
      clearTimeout(timer.current)
      put(id === undefined ? null : { id, isReady: false })
      if (id !== undefined) timer.current = setTimeout(() => put({ id, isReady: true }), HOLD_MS)
    },
    [screenToFlowPosition, nodes, put],
  )
  /** Ends the drag. Returns whether the cards have got another parent. */
  const takeDrop = useCallback(
    (ids: readonly string[]): boolean => {
      clearTimeout(timer.current)
      const { current: found } = now
      if (found) put(null)
      if (!found?.isReady) return false
      const [only] = ids
      const parent_id = found.id
      if (ids.length === 1 && only !== undefined) actions.move(only, { parent_id, order_index: null })
      else void bulk.run(ids, { kind: 'move', parent_id })
      return true
    },
    [actions, bulk, put],
  )
  return useMemo(() => ({ target, handleDrag, takeDrop }), [target, handleDrag, takeDrop])
}

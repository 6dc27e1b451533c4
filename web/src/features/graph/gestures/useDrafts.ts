import type { NodeType } from '@cairn/contract/api/nodes'
import { useCallback, useState } from 'react'
import type { PlanNodes } from '../../../data/nodeStore.ts'
import { randomKey } from '../../../lib/idempotency.ts'
import { useLatest } from '../../../lib/useLatest.ts'
import { likelyType } from '../../../view-state/likelyType.ts'
import { type Box, NODE_SIZE, type Point } from '../layout/geometry.ts'
import { placeOfChild } from '../layout/updateLayout.ts'
import type { Scene } from '../paint/scene.ts'
import type { ViewControls } from '../useViewport.ts'

/** A node that is being typed on the canvas, or being created. */
export interface Draft {
  key: string
  parent_id: string | null
  node_type: NodeType
  box: Box
  /** Whether the node stays where it is typed, instead of taking the next free place. */
  isPlaced: boolean
  /** The end of a drawn line that the new node completes. */
  drawn?: DrawnLine
}

export interface DrawnLine {
  nodeId: string
  /** Which end of the line `nodeId` is. */
  end: 'source' | 'target'
}

interface Options {
  nodes: PlanNodes
  scene: Scene
  /** The root, or the top of the focused branch. */
  topId: string | null
  view: ViewControls
  /** Adds a child in another way, when its place is not on the canvas. */
  onAddChild: (id: string) => void
}

/** The nodes that are being typed on the canvas, and the ways to begin one. Positions are those of the canvas. */
export function useDrafts({ nodes, scene, topId, view, onAddChild }: Options) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const latest = useLatest({ scene, topId, view, onAddChild })
  // Earlier ones that wait for the server stay.
  const begin = useCallback((next: Omit<Draft, 'key'>) => {
    setDrafts((open) => [...open, { ...next, key: randomKey() }])
    latest.current.view.bring(next.box)
  }, [])
  /** In the middle of a position, at the top of the plan. */
  const addAt = useCallback(
    ({ x, y }: Point) => {
      const parent_id = latest.current.topId
      const node_type = likelyType(parent_id === null ? undefined : nodes.get(parent_id))
      const size = NODE_SIZE[node_type]
      begin({
        ...{ parent_id, node_type, isPlaced: true },
        box: { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2), ...size },
      })
    },
    [nodes, begin],
  )
  /** Where a line that was drawn from a node ends. */
  const addAtLine = useCallback(
    (drawn: DrawnLine, { x, y }: Point) => {
      const node_type = likelyType(nodes.get(drawn.nodeId))
      const size = NODE_SIZE[node_type]
      const left = drawn.end === 'source' ? x : x - size.width
      begin({
        ...{ parent_id: drawn.nodeId, node_type, isPlaced: true, drawn },
        box: { x: Math.round(left), y: Math.round(y - size.height / 2), ...size },
      })
    },
    [nodes, begin],
  )
  /** At the next free place among the children of a node. */
  const addChild = useCallback(
    (parent_id: string) => {
      const { layout, tree } = latest.current.scene
      const isCollapsed = nodes.structure.children.has(parent_id) && tree.childrenOf(parent_id).length === 0
      const node_type = likelyType(nodes.get(parent_id))
      const box = isCollapsed ? undefined : placeOfChild(layout, tree, parent_id, NODE_SIZE[node_type])
      if (box) begin({ parent_id, node_type, box, isPlaced: false })
      else latest.current.onAddChild(parent_id)
    },
    [nodes, begin],
  )
  const end = useCallback(({ key }: Draft) => setDrafts((open) => open.filter((draft) => draft.key !== key)), [])
  return { open: drafts, addAt, addAtLine, addChild, end }
}

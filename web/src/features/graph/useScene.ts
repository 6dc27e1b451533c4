import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import { useStructure } from '../../data/nodes.ts'
import { counted } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { titleOf } from '../../look/nodeLook.tsx'
import { toast } from '../../ui/Toast.tsx'
import {
  allOpen,
  type Expansion,
  isOpen,
  keepFolds,
  readExpansion,
  rememberExpansion,
  withOpen,
} from '../../view-state/expansion.ts'
import { extentsOf } from './layout/extents.ts'
import {
  type Direction,
  type Layout,
  type LayoutKind,
  NODE_SIZE,
  type Point,
  type Size,
  type VisibleTree,
} from './layout/geometry.ts'
import {
  type HandPlaces,
  readHandPlaces,
  rememberHandPlaces,
  withHandPlaces,
  withPlacesOf,
} from './layout/handPlaces.ts'
import { keepPlaces } from './layout/keepPlaces.ts'
import { layOut } from './layout/layout.ts'
import { expansionAt, levelOf, levelsOf, openingExpansion } from './layout/opening.ts'
import type { Scene } from './paint/visible.ts'

/** The input of the layout. A new `round` lays out all nodes again. */
interface Arrangement {
  expansion: Expansion
  /** null for the readable one. */
  kind: LayoutKind | null
  direction: Direction
  /** How often all nodes have been laid out. */
  round: number
}

export type SceneControls = ReturnType<typeof useScene>['controls']

/** The scene of a plan: its visible nodes, their positions, and functions that change them. */
export function useScene(planId: string, nodes: PlanNodes, viewport: Size) {
  const structure = useStructure(nodes)
  const [arrangement, setArrangement] = useState<Arrangement>(() => {
    const direction = readDirection()
    const opening = () =>
      openingExpansion(nodes.structure, { viewport, direction }, (at) => visibleTree(nodes, nodes.structure, at))
    return { expansion: readExpansion(planId, 'graph') ?? opening(), kind: null, direction, round: 0 }
  })
  const [places, setPlaces] = useState<HandPlaces>(() => readHandPlaces(planId))
  const { expansion } = arrangement
  const last = useRef<{ arrangement: Arrangement; layout: Layout } | null>(null)
  const [known, setKnown] = useState(structure)
  if (known !== structure) {
    setKnown(structure)
    const kept = keepFolds(expansion, known, structure)
    if (kept !== expansion) {
      // Same round: the other nodes do not move.
      setArrangement({ ...arrangement, expansion: kept })
      rememberExpansion(planId, 'graph', expansion, kept)
    }
  }

  const tree = useMemo(() => visibleTree(nodes, structure, expansion), [nodes, structure, expansion])
  const size = useLatest(viewport)
  const layout = useMemo(() => {
    const before = last.current
    return before?.arrangement.round === arrangement.round
      ? keepPlaces(before.layout, tree)
      : layOut(tree, { viewport: size.current, kind: arrangement.kind ?? undefined, direction: arrangement.direction })
  }, [tree, arrangement])
  useLayoutEffect(() => {
    last.current = { arrangement, layout }
  }, [arrangement, layout])
  const scene = useMemo((): Scene => {
    const placed = withHandPlaces(layout, tree, places)
    return { layout: placed, tree, extents: extentsOf(placed, tree) }
  }, [layout, tree, places])

  const changeExpansion = useCallback(
    (change: (before: Expansion) => Expansion) =>
      setArrangement((before) => {
        const next = change(before.expansion)
        if (next === before.expansion) return before
        rememberExpansion(planId, 'graph', before.expansion, next)
        return { ...before, expansion: next, round: before.round + 1 }
      }),
    [planId],
  )
  const depthOf = useCallback(
    (id: string) => {
      let level = 0
      for (let node = nodes.get(id); node; node = node.parent_id === null ? undefined : nodes.get(node.parent_id))
        level += 1
      return level
    },
    [nodes],
  )

  const latest = useLatest(places)
  /** The positions before the current drag. */
  const beforeDrag = useRef<HandPlaces | null>(null)
  const putPlaces = useCallback(
    (next: HandPlaces) => {
      rememberHandPlaces(planId, latest.current, next)
      latest.current = next
      setPlaces(next)
    },
    [planId],
  )
  const controls = useMemo(
    () => ({
      setOpen: (id: string, open: boolean) =>
        changeExpansion((before) => withOpen(before, id, { level: depthOf(id), open })),
      expandAll: () => changeExpansion(() => allOpen),
      /** Expands all branches above a level and collapses those below. `index` starts at 0. */
      showLevel: (index: number) => changeExpansion(() => expansionAt(levelsOf(nodes.structure), index)),
      /** Expands every branch above a node, so that it has a position. */
      reveal: (id: string) =>
        changeExpansion((before) => {
          let next = before
          for (let parentId = nodes.get(id)?.parent_id ?? null; parentId !== null; ) {
            next = withOpen(next, parentId, { level: depthOf(parentId), open: true })
            parentId = nodes.get(parentId)?.parent_id ?? null
          }
          return next
        }),
      setKind: (kind: LayoutKind | null) => setArrangement((before) => ({ ...before, kind, round: before.round + 1 })),
      setDirection: (direction: Direction) => {
        rememberDirection(direction)
        setArrangement((before) => ({ ...before, direction, round: before.round + 1 }))
      },
      /** Lays out all nodes again and drops manual positions. Can be undone. */
      tidyUp: () => {
        const [placesBefore, drawn] = [latest.current, last.current]
        putPlaces({})
        setArrangement((before) => ({ ...before, round: before.round + 1 }))
        offerUndo('Graph tidied up', () => {
          putPlaces(placesBefore)
          if (!drawn) return
          last.current = drawn
          setArrangement(drawn.arrangement)
        })
      },
      /** Moves dragged nodes. Stores their positions when the drag is over, and offers Undo. */
      moveTo: (moved: ReadonlyMap<string, Point>, { isOver }: { isOver: boolean }) => {
        beforeDrag.current ??= latest.current
        const next = { ...latest.current, ...Object.fromEntries(moved) }
        latest.current = next
        setPlaces(next)
        if (!isOver) return
        const before = beforeDrag.current
        rememberHandPlaces(planId, before, next)
        beforeDrag.current = null
        const ids = Object.keys(next).filter((id) => !isSamePoint(next[id], before[id]))
        if (ids.length > 0) offerUndo(whatMoved(nodes, ids), () => putPlaces(withPlacesOf(ids, latest.current, before)))
      },
    }),
    [planId, nodes, changeExpansion, depthOf, putPlaces],
  )
  const levels = useMemo(() => levelsOf(structure), [structure])
  return { scene, structure, levels: { count: levels.length, shown: levelOf(expansion, levels) }, controls }
}

const DIRECTION_KEY = 'graph_direction'
const readDirection = (): Direction => (readStored(DIRECTION_KEY) === 'right' ? 'right' : 'down')
const rememberDirection = (direction: Direction) => writeStored(DIRECTION_KEY, direction)

/** Shows a toast with Undo. Only the last change can be undone. */
function offerUndo(text: string, undo: () => void): void {
  toast.dismiss(UNDO_ID)
  toast(text, { id: UNDO_ID, action: { label: 'Undo', onClick: undo } })
}
const UNDO_ID = 'graph-undo'

const isSamePoint = (a: Point | undefined, b: Point | undefined): boolean => a?.x === b?.x && a?.y === b?.y

function whatMoved(nodes: PlanNodes, ids: readonly string[]): string {
  const [only] = ids.length === 1 ? ids.map((id) => nodes.get(id)) : []
  return only ? `“${shorten(titleOf(only), 60)}” moved` : `${counted(ids.length, 'node')} moved`
}

function visibleTree(nodes: PlanNodes, { children }: Structure, expansion: Expansion): VisibleTree {
  const shown = new Map<string | null, readonly string[]>()
  let count = 0
  const visit = (id: string | null, level: number) => {
    const below = children.get(id) ?? []
    if (below.length === 0 || (id !== null && !isOpen(expansion, id, level))) return
    shown.set(id, below)
    count += below.length
    for (const childId of below) visit(childId, level + 1)
  }
  visit(null, 0)
  return {
    count,
    childrenOf: (id) => shown.get(id) ?? NONE,
    sizeOf: (id) => NODE_SIZE[nodes.get(id)?.node_type ?? 'task'],
  }
}

const NONE: readonly string[] = []

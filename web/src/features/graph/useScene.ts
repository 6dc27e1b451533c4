import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PlanNodes, Structure } from '../../data/nodeStore.ts'
import { titleOf } from '../../display/nodeDisplay.tsx'
import { randomKey } from '../../lib/idempotency.ts'
import { counted } from '../../lib/numbers.ts'
import { shorten } from '../../lib/shorten.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { useLatest } from '../../lib/useLatest.ts'
import { toast } from '../../ui/Toast.tsx'
import { isWithin, useShownStructure } from '../../view-state/branch.ts'
import {
  allOpen,
  type Expansion,
  isOpen,
  keepExpanded,
  readExpansion,
  rememberExpansion,
  withOpen,
} from '../../view-state/expansion.ts'
import {
  type NodePositions,
  type PositionStep,
  readNodePositions,
  recordPositionStep,
  rememberNodePositions,
  undoPositionStep,
  watchNodePositions,
  watchPositionSteps,
} from '../../view-state/nodePositions.ts'
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
import { layOut } from './layout/layout.ts'
import { applyNodePositions, updatePlacedLayout } from './layout/nodePositions.ts'
import { expansionAt, levelOf, levelsOf, openingExpansion } from './layout/opening.ts'
import type { Scene } from './paint/scene.ts'

interface Frame {
  viewport: Size
  /** The branch to show, or null for the whole plan. */
  branchId: string | null
}

/** The input of the layout. A new `round` lays out all nodes again. */
interface Arrangement {
  /** The plan, or a branch of it. Each has its own expansion and positions. */
  viewId: string
  expansion: Expansion
  /** null for the readable one. */
  kind: LayoutKind | null
  direction: Direction
  /** How often all nodes have been laid out. */
  round: number
}

/** A node that is being created, and the position where it was typed. */
interface ExpectedNode {
  parent_id: string | null
  title: string
  place: Point
}

interface Drawn {
  arrangement: Arrangement
  layout: Layout
}

/** Layouts kept for undo. */
const REPLACED_MAX = 10

export type SceneControls = ReturnType<typeof useScene>['controls']

/** The scene of a plan: its visible nodes, their positions, and functions that change them. */
export function useScene(planId: string, nodes: PlanNodes, { viewport, branchId }: Frame) {
  const structure = useShownStructure(nodes, branchId)
  const viewId = branchId === null ? planId : `${planId}/${branchId}`
  const open = (direction: Direction): Arrangement => {
    const opening = () =>
      openingExpansion(structure, { viewport, direction }, (at) => visibleTree(nodes, structure, at))
    return { viewId, expansion: readExpansion(viewId, 'graph') ?? opening(), kind: null, direction, round: 0 }
  }
  const [lastArrangement, setArrangement] = useState(() => open(readDirection()))
  const [lastPlaces, setPlaces] = useState<NodePositions>(() => readNodePositions(viewId))
  // Changed below in the render that discovers a change, which would otherwise lay out the new nodes in the old view.
  let arrangement = lastArrangement
  let places = lastPlaces
  /** Grows with each change whose movements are worth following. */
  const [glides, setGlides] = useState(0)
  /** The whole plan and each branch as they were last drawn. */
  const drawn = useRef(new Map<string, Drawn>())
  /** A node to reveal in the next view. */
  const awaitedId = useRef<string | null>(null)
  const expected = useRef(new Set<ExpectedNode>())
  const [known, setKnown] = useState(structure)
  if (known !== structure) {
    setKnown(structure)
    if (arrangement.viewId === viewId) {
      const { expansion } = arrangement
      const kept = keepExpanded(expansion, known, structure)
      if (kept !== expansion) {
        // Same round: the other nodes do not move.
        arrangement = { ...arrangement, expansion: kept }
        setArrangement(arrangement)
        rememberExpansion(viewId, 'graph', expansion, kept)
      }
      const arrived = placesOfArrived(nodes, { expected: expected.current, known, structure })
      if (arrived.length > 0) {
        places = { ...places, ...Object.fromEntries(arrived) }
        setPlaces(places)
      }
    } else {
      const { direction } = arrangement
      const before = drawn.current.get(viewId)?.arrangement
      arrangement = before?.direction === direction ? before : open(direction)
      const wantedId = awaitedId.current
      if (wantedId !== null)
        arrangement = {
          ...arrangement,
          expansion: revealed(nodes, arrangement.expansion, { id: wantedId, branchId }),
        }
      places = readNodePositions(viewId)
      setArrangement(arrangement)
      setPlaces(places)
    }
  }
  const { expansion } = arrangement

  const tree = useMemo(() => visibleTree(nodes, structure, expansion), [nodes, structure, expansion])
  const size = useLatest(viewport)
  const latest = useLatest(places)
  const layout = useMemo(() => {
    const before = drawn.current.get(arrangement.viewId)
    const { kind, direction, round } = arrangement
    const layOutAll = (usual?: LayoutKind) => layOut(tree, { viewport: size.current, kind: kind ?? usual, direction })
    return before?.arrangement.round === round
      ? updatePlacedLayout(before.layout, tree, latest.current, layOutAll)
      : layOutAll()
  }, [tree, arrangement])
  useLayoutEffect(() => {
    drawn.current.set(arrangement.viewId, { arrangement, layout })
    awaitedId.current = null
  }, [arrangement, layout])
  const scene = useMemo((): Scene => {
    const placed = applyNodePositions(layout, tree, places)
    return { layout: placed, tree, extents: extentsOf(placed, tree) }
  }, [layout, tree, places])

  const changeExpansion = useCallback(
    (change: (before: Expansion) => Expansion) =>
      setArrangement((before) => {
        const next = change(before.expansion)
        if (next === before.expansion) return before
        rememberExpansion(before.viewId, 'graph', before.expansion, next)
        return { ...before, expansion: next, round: before.round + 1 }
      }),
    [],
  )

  const shown = useLatest(structure)
  /** The layouts that Tidy up has replaced, by its step of undo, while the page is open. */
  const replaced = useRef(new Map<string, Drawn>())
  const keepLayout = useCallback((stepId: string, before: Drawn) => {
    replaced.current.set(stepId, before)
    const [oldest] = replaced.current.keys()
    if (replaced.current.size > REPLACED_MAX && oldest !== undefined) replaced.current.delete(oldest)
  }, [])
  useEffect(
    () =>
      watchPositionSteps((step) => {
        if (step.viewId !== viewId) return
        latest.current = readNodePositions(viewId)
        setPlaces(latest.current)
        setGlides((before) => before + 1)
        const [back, now] = [replaced.current.get(step.id), drawn.current.get(viewId)]
        if (!back || !now) return
        replaced.current.set(step.id, now)
        drawn.current.set(viewId, back)
        setArrangement((known) => (known.viewId === viewId ? back.arrangement : known))
      }),
    [viewId],
  )
  /** The positions before the current drag. */
  const beforeDrag = useRef<NodePositions | null>(null)
  useEffect(
    () =>
      watchNodePositions(viewId, (move) => {
        latest.current = move(latest.current)
        if (beforeDrag.current) beforeDrag.current = move(beforeDrag.current)
        setPlaces(latest.current)
      }),
    [viewId],
  )
  const putPlaces = useCallback(
    (next: NodePositions) => {
      rememberNodePositions(viewId, latest.current, next)
      latest.current = next
      setPlaces(next)
    },
    [viewId],
  )
  const controls = useMemo(() => {
    const glide = () => setGlides((before) => before + 1)
    return {
      setOpen: (id: string, open: boolean) =>
        changeExpansion((before) => withOpen(before, id, { level: pathTo(nodes, { id, branchId }).length, open })),
      expandAll: () => changeExpansion(() => allOpen),
      /** Expands all branches above a level and collapses those below. `index` starts at 0. */
      showLevel: (index: number) => changeExpansion(() => expansionAt(levelsOf(shown.current), index)),
      /** Expands every branch above a node, so that it has a position. */
      reveal: (id: string) => {
        if (branchId !== null && !isWithin(nodes, id, branchId)) awaitedId.current = id
        else changeExpansion((before) => revealed(nodes, before, { id, branchId }))
      },
      setKind: (kind: LayoutKind | null) => {
        glide()
        setArrangement((before) => ({ ...before, kind, round: before.round + 1 }))
      },
      setDirection: (direction: Direction) => {
        rememberDirection(direction)
        glide()
        setArrangement((before) => ({ ...before, direction, round: before.round + 1 }))
      },
      /** Lays out all nodes again and drops manual positions. Can be undone. */
      tidyUp: () => {
        const [placesBefore, drawnBefore] = [latest.current, drawn.current.get(viewId)]
        putPlaces({})
        glide()
        setArrangement((before) => ({ ...before, round: before.round + 1 }))
        const step = newStep(viewId, Object.keys(placesBefore), placesBefore)
        if (drawnBefore) keepLayout(step.id, drawnBefore)
        offerUndo('Graph tidied up', { planId, label: 'tidy up the canvas', step })
      },
      /** Leaves out nodes that follow a dragged one above them, because they have no position of their own. */
      leadersOf: (ids: ReadonlySet<string>): string[] => {
        const follows = (id: string): boolean => {
          const above = latest.current[id] ? null : (nodes.get(id)?.parent_id ?? null)
          return above !== null && (ids.has(above) || follows(above))
        }
        return [...ids].filter((id) => !follows(id))
      },
      /** Moves dragged nodes. Stores their positions when the drag is over, and offers Undo. */
      moveTo: (moved: ReadonlyMap<string, Point>, { isOver }: { isOver: boolean }) => {
        beforeDrag.current ??= latest.current
        const next = { ...latest.current, ...Object.fromEntries(moved) }
        latest.current = next
        setPlaces(next)
        if (!isOver) return
        const before = beforeDrag.current
        rememberNodePositions(viewId, before, next)
        beforeDrag.current = null
        const ids = Object.keys(next).filter((id) => nodes.get(id) && !isSamePoint(next[id], before[id]))
        if (ids.length > 0)
          offerUndo(`${whatMoved(nodes, ids)} moved`, {
            planId,
            label: `move ${whatMoved(nodes, ids)} on the canvas`,
            step: newStep(viewId, ids, before),
          })
      },
      /** Puts dragged nodes back to where they were. */
      cancelDrag: () => {
        latest.current = beforeDrag.current ?? latest.current
        beforeDrag.current = null
        setPlaces(latest.current)
      },
      /** Creates a node at a position. It is drawn there as soon as it arrives, which may be before the reply. */
      createAt: async ({ x, y }: Point, node: Omit<ExpectedNode, 'place'>, create: () => Promise<{ id: string }>) => {
        const awaited = { ...node, place: { x, y } }
        expected.current.add(awaited)
        try {
          const made = await create()
          putPlaces({ ...latest.current, [made.id]: { x, y } })
          return made
        } finally {
          expected.current.delete(awaited)
        }
      },
      /** Ends a drag that gives nodes another parent, beside whose children they then take their place. */
      endDragInto: (ids: Iterable<string>) => {
        const next: Record<string, Point> = { ...(beforeDrag.current ?? latest.current) }
        const forget = (id: string) => {
          delete next[id]
          for (const childId of nodes.structure.children.get(id) ?? []) forget(childId)
        }
        for (const id of ids) forget(id)
        latest.current = beforeDrag.current ?? latest.current
        beforeDrag.current = null
        glide()
        putPlaces(next)
      },
    }
  }, [planId, viewId, branchId, nodes, changeExpansion, keepLayout, putPlaces])
  const levels = useMemo(() => levelsOf(structure), [structure])
  const shownLevel = levelOf(expansion, levels)
  return {
    ...{ scene, structure, glides, controls },
    levels: useMemo(() => ({ count: levels.length, shown: shownLevel }), [levels, shownLevel]),
  }
}

/** Returns the ids from the top of the branch, or of the plan, to a node. */
function pathTo(nodes: PlanNodes, { id, branchId }: { id: string; branchId: string | null }): string[] {
  const path: string[] = []
  for (let at: string | null = id; at !== null; at = at === branchId ? null : (nodes.get(at)?.parent_id ?? null))
    path.unshift(at)
  return path
}

/** Expands every branch above a node. */
const revealed = (nodes: PlanNodes, expansion: Expansion, to: { id: string; branchId: string | null }): Expansion =>
  pathTo(nodes, to)
    .slice(0, -1)
    .reduce((opened, above, index) => withOpen(opened, above, { level: index + 1, open: true }), expansion)

/** The positions of the expected nodes that are new in a structure. */
function placesOfArrived(
  nodes: PlanNodes,
  { expected, known, structure }: { expected: ReadonlySet<ExpectedNode>; known: Structure; structure: Structure },
): [string, Point][] {
  return [...expected].flatMap(({ parent_id, title, place }) => {
    const before = new Set(known.children.get(parent_id))
    const id = structure.children.get(parent_id)?.find((one) => !before.has(one) && nodes.get(one)?.title === title)
    return id === undefined ? [] : [[id, place] as [string, Point]]
  })
}

const DIRECTION_KEY = 'graph_direction'
const readDirection = (): Direction => (readStored(DIRECTION_KEY) === 'right' ? 'right' : 'down')
const rememberDirection = (direction: Direction) => writeStored(DIRECTION_KEY, direction)

const newStep = (viewId: string, ids: readonly string[], before: NodePositions): PositionStep => ({
  viewId,
  id: `positions-${randomKey()}`,
  places: Object.fromEntries(ids.map((id) => [id, before[id] ?? null])),
})

/** Records a step of undo, and offers it in a toast. */
function offerUndo(text: string, { planId, label, step }: { planId: string; label: string; step: PositionStep }): void {
  recordPositionStep(planId, label, step)
  toast(text, { id: step.id, action: { label: 'Undo', onClick: () => undoPositionStep(planId, step) } })
}

const isSamePoint = (a: Point | undefined, b: Point | undefined): boolean => a?.x === b?.x && a?.y === b?.y

function whatMoved(nodes: PlanNodes, ids: readonly string[]): string {
  const [only] = ids.length === 1 ? ids.map((id) => nodes.get(id)) : []
  return only ? `“${shorten(titleOf(only), 60)}”` : counted(ids.length, 'node')
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

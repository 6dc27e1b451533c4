// Where a person has put nodes on the canvas, by plan or branch. Stored in this browser, shared by its tabs.
import { changeStored, readStored } from '../lib/storage.ts'

interface Point {
  x: number
  y: number
}

/** The positions of manually moved nodes, by id. */
export type NodePositions = Readonly<Record<string, Point>>

/** A step of undo: the positions that nodes get back, or null for the layout's, and which layout was drawn. */
export interface PositionStep {
  /** The plan or branch. */
  viewId: string
  /** Differs for each step. */
  id: string
  places: Readonly<Record<string, Point | null>>
}

interface Keeper {
  /** A step that can be undone. `label` says what it did, after “Undo:”. */
  onStep: (planId: string, label: string, step: PositionStep) => void
  onUndo: (planId: string, step: PositionStep) => void
}
const keepers = new Set<Keeper>()

/** Keeps the steps of this tab for undo. Returns a function that stops it. */
export function keepPositionSteps(keeper: Keeper): () => void {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

/** Makes a change of positions a step of undo. */
export function recordPositionStep(planId: string, label: string, step: PositionStep): void {
  for (const { onStep } of keepers) onStep(planId, label, step)
}

/** Undoes a step, like the Undo button. */
export function undoPositionStep(planId: string, step: PositionStep): void {
  if (keepers.size === 0) takePositionStep(step)
  for (const { onUndo } of keepers) onUndo(planId, step)
}

type Watcher = (step: PositionStep) => void
const watchers = new Set<Watcher>()

/** Listens to steps of undo and redo, after they are stored. Returns a function that stops it. */
export function watchPositionSteps(watcher: Watcher): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Takes a step of undo or redo, and returns the one that takes it back. */
export function takePositionStep(step: PositionStep): PositionStep {
  const before = readNodePositions(step.viewId)
  const after: Record<string, Point> = { ...before }
  const back: Record<string, Point | null> = {}
  for (const [id, place] of Object.entries(step.places)) {
    back[id] = before[id] ?? null
    if (place) after[id] = place
    else delete after[id]
  }
  rememberNodePositions(step.viewId, before, after)
  for (const watcher of watchers) watcher(step)
  return { ...step, places: back }
}

/** Returns the positions with those of `ids` restored from `before`. */
export function withPositionsOf(ids: readonly string[], now: NodePositions, before: NodePositions): NodePositions {
  const next: Record<string, Point> = { ...now }
  for (const id of ids) {
    const place = before[id]
    if (place) next[id] = place
    else delete next[id]
  }
  return next
}

const keyOf = (planId: string) => `node_positions:${planId}`

/** Returns the positions stored in this browser. */
export const readNodePositions = (planId: string): NodePositions => parsePositions(readStored(keyOf(planId)))

function parsePositions(text: string | null): NodePositions {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, place]) => isPoint(place)))
  } catch {
    return {} // Invalid, or in an old format.
  }
}

/** Stores this tab's changes and preserves those of other tabs. An empty `after` removes all positions. */
export function rememberNodePositions(planId: string, before: NodePositions, after: NodePositions): void {
  const isEmpty = Object.keys(after).length === 0
  const changed = Object.keys({ ...before, ...after }).filter((id) => before[id] !== after[id])
  changeStored(keyOf(planId), (text) => {
    const places = isEmpty ? {} : withPositionsOf(changed, parsePositions(text), after)
    return Object.keys(places).length === 0 ? null : JSON.stringify(places)
  })
}

/** Calls `onMove` with what another tab changes, to be applied to the positions here. Returns a function that stops it. */
export function watchNodePositions(
  planId: string,
  onMove: (move: (now: NodePositions) => NodePositions) => void,
): () => void {
  const handleStored = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== keyOf(planId)) return
    const [before, after] = [parsePositions(oldValue), parsePositions(newValue)]
    const changed = Object.keys({ ...before, ...after }).filter(
      (id) => before[id]?.x !== after[id]?.x || before[id]?.y !== after[id]?.y,
    )
    onMove((now) => withPositionsOf(changed, now, after))
  }
  window.addEventListener('storage', handleStored)
  return () => window.removeEventListener('storage', handleStored)
}

const isPoint = (place: unknown): place is Point =>
  typeof place === 'object' &&
  place !== null &&
  Number.isFinite((place as Point).x) &&
  Number.isFinite((place as Point).y)

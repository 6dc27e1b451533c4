import type { DrawnLine } from '../gestures/useDrafts.ts'

/** What a pointer is on. */
export type Target =
  | { on: 'card'; id: string }
  /** The end of a line that can be drawn from here. */
  | ({ on: 'handle' } & DrawnLine)
  | { on: 'edge'; id: string }
  | { on: 'canvas' }

/** Fields and buttons, which handle presses themselves. */
const CONTROLS = 'button, input, textarea, a, [data-control]'

export const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null

/** Returns what an element of the graph is part of, or undefined for one that is not in it. */
export function targetOf(target: EventTarget | null): Target | undefined {
  if (!(target instanceof Element) || !target.closest('.graph-pane')) return undefined
  const nodeId = target.closest<HTMLElement>('.graph-card')?.dataset.id
  const end = target.closest<HTMLElement>('.graph-handle')?.dataset.end
  if (nodeId !== undefined)
    return end === 'source' || end === 'target' ? { on: 'handle', nodeId, end } : { on: 'card', id: nodeId }
  const edgeId = target.closest<SVGElement>('.graph-edge-hit')?.dataset.id
  return edgeId === undefined ? { on: 'canvas' } : { on: 'edge', id: edgeId }
}

/** The card that a target is or belongs to. */
export function cardOf(target: Target | undefined): string | undefined {
  if (target?.on === 'handle') return target.nodeId
  return target?.on === 'card' ? target.id : undefined
}

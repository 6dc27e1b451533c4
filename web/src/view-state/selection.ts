// The selected nodes for bulk actions, shared by tree and graph.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PlanNodes } from '../data/nodeStore.ts'
import { isTouch } from '../lib/mediaQuery.ts'

const NONE: ReadonlySet<string> = new Set()

export class Selection {
  #ids = NONE
  readonly #watchers = new Set<() => void>()

  get ids(): ReadonlySet<string> {
    return this.#ids
  }

  readonly set = (ids: ReadonlySet<string>): void => {
    if (ids.size === 0 && this.#ids.size === 0) return
    this.#ids = ids.size === 0 ? NONE : ids
    for (const onChange of this.#watchers) onChange()
  }

  /** Selects a node that is opened. On touch screens, opening a node clears the selection instead. */
  readonly only = (id: string): void => this.set(isTouch() ? NONE : new Set([id]))

  readonly toggle = (id: string): void => {
    const next = new Set(this.#ids)
    if (!next.delete(id)) next.add(id)
    this.set(next)
  }

  /** The selected nodes if this is one of several, otherwise null. */
  severalWith(id: string): ReadonlySet<string> | null {
    return this.#ids.size > 1 && this.#ids.has(id) ? this.#ids : null
  }

  /** Whether bulk actions are available. */
  get isOpen(): boolean {
    return this.#ids.size > (isTouch() ? 0 : 1)
  }

  /** Whether a tap toggles a node in the selection. */
  get takesTaps(): boolean {
    return isTouch() && this.#ids.size > 0
  }

  readonly clear = (): void => this.set(NONE)

  /** After a bulk action the nodes stay selected for the next one. On touch screens, taps open nodes again. */
  readonly settle = (): void => {
    if (isTouch()) this.clear()
  }

  readonly watch = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange)
    return () => this.#watchers.delete(onChange)
  }

  /** Removes nodes that are no longer in the plan. */
  keep(isThere: (id: string) => boolean): void {
    const left = [...this.#ids].filter(isThere)
    if (left.length < this.#ids.size) this.set(new Set(left))
  }
}

/** The selection of an open plan. Deleted nodes are removed from it. */
export function useSelection(nodes: PlanNodes): Selection {
  const [selection] = useState(() => new Selection())
  useEffect(() => nodes.watchAll(() => selection.keep((id) => nodes.get(id) !== undefined)), [nodes, selection])
  return selection
}

export const usePicked = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.watch, () => selection.ids)

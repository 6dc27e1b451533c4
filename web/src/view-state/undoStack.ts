// What this tab changed in a plan and can undo. It survives a reload and ends with the tab.
import { useSyncExternalStore } from 'react'

/** A change of the plan, or one of this browser alone, which a reload forgets. */
export type UndoEntry =
  | { change: number; label: string | null }
  | { change: null; label: string; undo: () => void; redo: () => void }

interface Sides {
  undo: readonly UndoEntry[]
  redo: readonly UndoEntry[]
}

const MAX = 100
/** Events may arrive before the reply that names their change. */
const LABELS_MAX = 200
const NOTHING: Sides = { undo: [], redo: [] }

/** The changes of one person in one plan, newest last. A new change empties `redo`. */
export class UndoStack {
  readonly #key: string
  #sides: Sides
  readonly #labels = new Map<number, string | null>()
  readonly #watchers = new Set<() => void>()

  constructor(userId: string, planId: string) {
    this.#key = `undo:${userId}:${planId}`
    this.#sides = readSides(this.#key)
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#watchers.add(onChange)
    return () => void this.#watchers.delete(onChange)
  }

  readonly get = (): Sides => this.#sides

  /** Adds a change of this tab. */
  record(change: number): void {
    if (this.#sides.undo.some((entry) => entry.change === change)) return
    const label = this.#labels.get(change)
    // What cannot be undone is no step.
    if (label !== null || !this.#labels.has(change)) this.#push({ change, label: label ?? null })
  }

  /** Adds a step that only this browser knows. */
  recordLocal(label: string, undo: () => void, redo: () => void): void {
    this.#push({ change: null, label, undo, redo })
  }

  /** Says in words what a change did; null if it cannot be undone. */
  describe(change: number, label: string | null): void {
    this.#labels.set(change, label)
    const [oldest] = this.#labels.keys()
    if (this.#labels.size > LABELS_MAX && oldest !== undefined) this.#labels.delete(oldest)
    const { undo, redo } = this.#sides
    if (!undo.some((entry) => entry.change === change)) return
    this.#set({
      undo: undo.flatMap((entry): UndoEntry[] => {
        if (entry.change !== change) return [entry]
        return label === null ? [] : [{ change, label }]
      }),
      redo,
    })
  }

  /** Moves an entry to the other side as `next`, or drops it for null. */
  settle(from: keyof Sides, entry: UndoEntry, next: UndoEntry | null): void {
    const to = from === 'undo' ? 'redo' : 'undo'
    const rest = this.#sides[from].filter((known) => known !== entry)
    const others = next ? [...this.#sides[to], next].slice(-MAX) : this.#sides[to]
    this.#set(from === 'undo' ? { undo: rest, redo: others } : { undo: others, redo: rest })
  }

  #push(entry: UndoEntry): void {
    this.#set({ undo: [...this.#sides.undo, entry].slice(-MAX), redo: [] })
  }

  #set(sides: Sides): void {
    this.#sides = sides
    writeSides(this.#key, sides)
    for (const onChange of this.#watchers) onChange()
  }
}

function readSides(key: string): Sides {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    const { undo, redo } = (stored ?? NOTHING) as Sides
    return { undo: undo.filter(isStored), redo: redo.filter(isStored) }
  } catch {
    return NOTHING
  }
}

function writeSides(key: string, { undo, redo }: Sides): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ undo: undo.filter(isStored), redo: redo.filter(isStored) }))
  } catch {
    // Without storage the steps end with the page.
  }
}

const isStored = ({ change }: UndoEntry): boolean => typeof change === 'number'

export const useUndoStack = (stack: UndoStack): Sides => useSyncExternalStore(stack.subscribe, stack.get)

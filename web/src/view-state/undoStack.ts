// What this tab changed in a plan and can undo. It survives a reload and ends with the tab.
import { useSyncExternalStore } from 'react'
import type { PositionStep } from './nodePositions.ts'

/** Changes of the plan that are one step, and what they did in words. */
export interface UndoEntry {
  changes: readonly number[]
  label: string | null
  /** Instead of changes of the plan: nodes that were moved on the canvas of this browser. */
  positions?: PositionStep
}

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
    const label = this.#labels.get(change)
    // What cannot be undone is no step.
    if (label === null || this.find('undo', { changes: [change] })) return
    const entry = { changes: [change], label: label ?? null }
    this.#set({ undo: [...this.#sides.undo, entry].slice(-MAX), redo: [] })
  }

  /** Adds a change of positions on the canvas. */
  recordPositions(label: string, positions: PositionStep): void {
    this.#set({ undo: [...this.#sides.undo, { changes: [], label, positions }].slice(-MAX), redo: [] })
  }

  /** The newest step with one of these changes or these positions. Naming and merging replace its entry. */
  find(side: keyof Sides, { changes, positions }: Pick<UndoEntry, 'changes' | 'positions'>): UndoEntry | undefined {
    return this.#sides[side].findLast((known) =>
      positions ? known.positions?.id === positions.id : changes.some((change) => known.changes.includes(change)),
    )
  }

  /** Makes one step of those that contain these changes. */
  merge(changes: readonly number[]): void {
    const { undo, redo } = this.#sides
    const merged = undo.filter((entry) => changes.some((change) => entry.changes.includes(change)))
    const [first, ...rest] = merged
    if (!first || rest.length === 0) return
    const entry = { changes: merged.flatMap((one) => one.changes), label: first.label }
    const last = rest.at(-1)
    this.#set({
      undo: undo.flatMap((one) => {
        if (one === last) return [entry]
        return merged.includes(one) ? [] : [one]
      }),
      redo,
    })
  }

  /** Says in words what the step of a change did; null if it cannot be undone. */
  describe(change: number, label: string | null): void {
    this.#labels.set(change, label)
    const [oldest] = this.#labels.keys()
    if (this.#labels.size > LABELS_MAX && oldest !== undefined) this.#labels.delete(oldest)
    const { undo, redo } = this.#sides
    const entry = this.find('undo', { changes: [change] })
    if (!entry) return
    this.#set({
      undo: undo.flatMap((one) => {
        if (one !== entry) return [one]
        return label === null ? [] : [{ ...entry, label }]
      }),
      redo,
    })
  }

  /** Moves an entry to the other side as `next`, or drops it for null. */
  settle(from: keyof Sides, entry: UndoEntry, next: UndoEntry | null): void {
    const to = from === 'undo' ? 'redo' : 'undo'
    const rest = this.#sides[from].filter((known) => !isSameStep(known, entry))
    const others = next ? [...this.#sides[to], next].slice(-MAX) : this.#sides[to]
    this.#set(from === 'undo' ? { undo: rest, redo: others } : { undo: others, redo: rest })
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
    return { undo: undo.filter(isEntry), redo: redo.filter(isEntry) }
  } catch {
    return NOTHING
  }
}

function writeSides(key: string, sides: Sides): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(sides))
  } catch {
    // Without storage the steps end with the page.
  }
}

/** Whether two entries are one step. Naming a step replaces its entry. */
const isSameStep = (a: UndoEntry, b: UndoEntry): boolean =>
  a.positions?.id === b.positions?.id && a.changes.join() === b.changes.join()

const isEntry = ({ changes }: UndoEntry): boolean => Array.isArray(changes)

export const useUndoStack = (stack: UndoStack): Sides => useSyncExternalStore(stack.subscribe, stack.get)

// Names the steps of undo by the events of their changes, which may arrive in several batches.
import type { PlanEvent } from '@cairn/contract/api/events'
import { ChangeSummary } from '../display/changeLabel.ts'
import type { UndoStack } from '../view-state/undoStack.ts'

/** Changes of long ago get no more events. */
const CHANGES_MAX = 200

export class StepLabels {
  readonly #stack: UndoStack
  /** The changes of one step share a summary. */
  readonly #summaries = new Map<number, ChangeSummary>()

  constructor(stack: UndoStack) {
    this.#stack = stack
  }

  /** Adds events to what their changes did, and updates the labels of the steps. */
  add(events: readonly PlanEvent[]): void {
    const touched = new Map<ChangeSummary, number>()
    for (const event of events) {
      const summary = this.#of(event.change)
      summary.add(event)
      touched.set(summary, event.change)
    }
    for (const [summary, change] of touched) this.#stack.describe(change, summary.label)
  }

  /** Names these changes together from now on, because they are one step. */
  merge(changes: readonly number[]): void {
    const [first, ...rest] = changes
    if (first === undefined || rest.length === 0) return
    const whole = this.#of(first)
    for (const change of rest) {
      const known = this.#summaries.get(change)
      if (known && known !== whole) whole.include(known)
      this.#summaries.set(change, whole)
    }
    if (!whole.isEmpty) this.#stack.describe(first, whole.label)
  }

  #of(change: number): ChangeSummary {
    const known = this.#summaries.get(change)
    if (known) return known
    const summary = new ChangeSummary()
    this.#summaries.set(change, summary)
    const [oldest] = this.#summaries.keys()
    if (this.#summaries.size > CHANGES_MAX && oldest !== undefined) this.#summaries.delete(oldest)
    return summary
  }
}

import { addTo } from '../../base/lists.ts'
import type { Undoing } from './undo.repo.ts'

/**
 * Which events of a plan are taken back, by revision: those that an event takes back that is not taken back in turn.
 * It works along chains of any length: a change may be undone and redone thousands of times.
 */
export class TakenBack {
  readonly #undoes = new Map<number, number>()
  readonly #undoneBy = new Map<number, number[]>()
  readonly #takenBack = new Set<number>()
  readonly #added = new Set<number>()

  constructor(undoing: readonly Undoing[]) {
    // The newest first: whether an event is taken back depends on later ones alone.
    for (const { revision, undoes } of undoing.toSorted((a, b) => b.revision - a.revision)) {
      this.#undoes.set(revision, undoes)
      addTo(this.#undoneBy, undoes, revision)
      if (!this.has(revision)) this.#takenBack.add(undoes)
    }
  }

  has(revision: number): boolean {
    return this.#takenBack.has(revision)
  }

  /** The revisions of all events that are taken back. */
  all(): ReadonlySet<number> {
    return this.#takenBack
  }

  /** The change that an undo takes back, also after redos; undefined for a change of its own and for a redo. */
  originOf(revision: number): number | undefined {
    let steps = 0
    let origin = revision
    for (let last = this.#undoes.get(revision); last !== undefined; last = this.#undoes.get(last)) {
      steps++
      origin = last
    }
    return steps % 2 === 1 ? origin : undefined
  }

  /** Takes back an event now: what it had taken back may have its effect again, and so on. */
  add(revision: number): void {
    this.#added.add(revision)
    this.#takenBack.add(revision)
    for (let last = this.#undoes.get(revision); last !== undefined; last = this.#undoes.get(last)) {
      if (this.#added.has(last)) return
      const is = (this.#undoneBy.get(last) ?? []).some((by) => !this.has(by))
      if (is === this.has(last)) return
      if (is) this.#takenBack.add(last)
      else this.#takenBack.delete(last)
    }
  }
}

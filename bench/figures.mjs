// The measurements: the values of all rounds by figure and system.
import { median } from './load/stats.mjs'

export class Figures {
  /** @type {Map<string, Record<string, number[]>>} */
  #values = new Map()

  /** Adds one round's value of a figure. */
  add(id, system, value) {
    const bySystem = this.#values.get(id) ?? {}
    this.#values.set(id, bySystem)
    bySystem[system] ??= []
    bySystem[system].push(value)
  }

  has(id) {
    return this.#values.has(id)
  }

  /** The median of the rounds; NaN if nothing was measured. */
  of(id, system) {
    return median(this.#values.get(id)?.[system] ?? [])
  }

  /** The ratio of two systems: the median of the ratios per round, which cancels the machine's drift. */
  ratio(id, system, base, baseId = id) {
    const values = this.#values.get(id)?.[system] ?? []
    const bases = this.#values.get(baseId)?.[base] ?? []
    return median(values.slice(0, bases.length).map((value, round) => value / bases[round]))
  }

  toJSON() {
    return Object.fromEntries(this.#values)
  }
}

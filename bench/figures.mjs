// What has been measured: for every figure and system the values of all rounds.
import { median } from './load/stats.mjs'

export class Figures {
  /** @type {Map<string, Record<string, number[]>>} */
  #values = new Map()

  /** Keeps one round's value of a figure. */
  add(id, system, value) {
    const bySystem = this.#values.get(id) ?? {}
    this.#values.set(id, bySystem)
    bySystem[system] ??= []
    bySystem[system].push(value)
  }

  has(id) {
    return this.#values.has(id)
  }

  /** The median of the rounds; NaN for what was not measured. */
  of(id, system) {
    return median(this.#values.get(id)?.[system] ?? [])
  }

  /** How one system compares with another: the median of the ratios round by round, in which the machine's drift cancels. */
  ratio(id, system, base, baseId = id) {
    const values = this.#values.get(id)?.[system] ?? []
    const bases = this.#values.get(baseId)?.[base] ?? []
    return median(values.slice(0, bases.length).map((value, round) => value / bases[round]))
  }

  toJSON() {
    return Object.fromEntries(this.#values)
  }
}

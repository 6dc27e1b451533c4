import type { PlanEvent } from '@cairn/contract/api/events'

const EVENTS_MAX = 1_000

/** The latest events of a plan: what is read at an earlier revision is brought up to date with them. */
export class RecentEvents {
  #events: PlanEvent[] = []
  /** Every event after this revision that has arrived is here. */
  #since = Number.POSITIVE_INFINITY

  get since(): number {
    return this.#since
  }

  add(events: readonly PlanEvent[]): void {
    this.#events.push(...events)
    if (this.#events.length <= EVENTS_MAX) return
    const dropped = this.#events.splice(0, this.#events.length - EVENTS_MAX / 2)
    this.#since = Math.max(this.#since, ...dropped.map(({ revision }) => revision))
  }

  /** Those after a revision, in order; null when some of them are no longer here or never arrived. */
  after(revision: number): PlanEvent[] | null {
    if (revision < this.#since) return null
    return this.#events.filter((event) => event.revision > revision).sort((a, b) => a.revision - b.revision)
  }

  /** The events up to a revision did not all arrive here. */
  skipTo(revision: number): void {
    this.#since = revision
  }

  clear(): void {
    this.#events = []
    this.#since = Number.POSITIVE_INFINITY
  }
}

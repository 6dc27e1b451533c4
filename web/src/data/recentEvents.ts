import type { PlanEvent } from '@cairn/contract/api/events'

const EVENTS_MAX = 1_000

/** The latest events of a plan, to update responses of earlier revisions. */
export class RecentEvents {
  #events: PlanEvent[] = []
  /** Contains every event after this revision that has arrived. */
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

  /** The events after a revision, in order; null if some were dropped or never arrived. */
  after(revision: number): PlanEvent[] | null {
    if (revision < this.#since) return null
    return this.#events.filter((event) => event.revision > revision).sort((a, b) => a.revision - b.revision)
  }

  /** Some events up to this revision never arrived. */
  skipTo(revision: number): void {
    this.#since = revision
  }

  clear(): void {
    this.#events = []
    this.#since = Number.POSITIVE_INFINITY
  }
}
